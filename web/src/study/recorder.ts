// Everything that happens on a walk, with its time, in numbered pieces.

import type { At } from "./server";
import type { Letter, Outbox } from "./outbox";

export type Happening =
  | ({ kind: "enter" | "leave" | "arrive" | "walk" } & At)
  | ({ kind: "ride"; by: string } & At)
  | { kind: "key"; key: string; down: boolean }
  | { kind: "turn"; heading: number }
  | { kind: "visible"; visible: boolean }
  | { kind: "look"; what: Looked; open: boolean };

/** What one can open and close. */
export type Looked = "legend" | "instruction" | "finish" | "cancel";

/** A piece has at most so many events, */
const MOST = 100;
/** and goes out after so many milliseconds. */
const INTERVAL = 1000;
/** While one turns, headings are told this often. */
const SAMPLE = 50;

export class Recorder {
  private key: string | undefined;
  private events: (Happening & { t: number })[] = [];
  private last = 0;
  /** Intervals since a piece was last ended. */
  private waited = 0;
  private heading: number | undefined;
  private turnedAt = -Infinity;
  private looks = new Map<Looked, boolean>();
  private hasEntered = false;
  private isOpen = true;
  private timer: ReturnType<typeof setInterval>;
  private onVisibility = () => {
    this.add({ kind: "visible", visible: document.visibilityState === "visible" });
    if (document.visibilityState === "hidden") this.seal();
  };
  private onHide = () => this.seal();

  constructor(
    private outbox: Outbox,
    private load: string,
    private run: string,
    /** The number of the next piece: how many the server has. */
    private number: number,
  ) {
    // While one piece is under way the next one gathers, so that a network
    // that is slow or gone gets few large pieces instead of many small ones.
    // The longer a walk has been, the longer its pieces are: the server takes
    // no more than a thousand of a run.
    this.timer = setInterval(() => {
      this.waited += 1;
      if (this.outbox.isEmpty && this.waited > this.number / 100) this.seal();
    }, INTERVAL);
    document.addEventListener("visibilitychange", this.onVisibility);
    addEventListener("pagehide", this.onHide);
  }

  /** How many pieces the run has. */
  get pieces(): number {
    return this.number;
  }

  /** The time as events have it: never before the last one. */
  now(): number {
    this.last = Math.max(this.last, Math.round(performance.now() * 10) / 10);
    return this.last;
  }

  /** The view is there: every record begins with that, and with what is open
   * beside it. */
  enter(at: At): void {
    this.hasEntered = true;
    this.add({ kind: "enter", ...at });
    for (const [what, open] of this.looks) this.add({ kind: "look", what, open });
  }

  /** A panel or a question is open or closed. */
  look(what: Looked, open: boolean): void {
    if ((this.looks.get(what) ?? false) === open) return;
    this.looks.set(what, open);
    this.add({ kind: "look", what, open });
  }

  add(happening: Happening): void {
    if (!this.isOpen || !this.hasEntered) return;
    this.key ??= this.outbox.begin();
    this.events.push({ t: this.now(), ...happening });
    if ("heading" in happening) this.heading = happening.heading;
    // Kept event by event: a crash loses none of them.
    this.outbox.keep(this.key, this.piece());
    if (this.events.length >= MOST) this.seal();
  }

  /** The heading while one turns, and where the turn `hasEnded`. */
  turn(heading: number, hasEnded: boolean): void {
    if (heading === this.heading) return;
    const now = performance.now();
    if (!hasEnded && now - this.turnedAt < SAMPLE) return;
    this.turnedAt = now;
    this.add({ kind: "turn", heading });
  }

  /** Ends the record; what there is goes out. */
  close(): void {
    this.seal();
    this.isOpen = false;
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.onVisibility);
    removeEventListener("pagehide", this.onHide);
  }

  private piece(): Letter {
    const { run, number, load, events } = this;
    return { path: "/pieces", body: { run, number, load, events } };
  }

  private seal(): void {
    if (this.key === undefined) return;
    void this.outbox.send(this.key, this.piece());
    this.key = undefined;
    this.events = [];
    this.waited = 0;
    this.number++;
  }
}
