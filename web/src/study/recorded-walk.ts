// A walk through a world that is recorded: the view, its keys and buttons, and
// what happens there told to a recorder.

import { html } from "../html";
import { svg } from "../plan/svg";
import { pad } from "../walk/pad";
import type { Move, WorldView } from "../walk/view";
import { World } from "../world/world";
import type { Recorder } from "./recorder";
import type { At } from "./server";

/** One turns freely and stays wherever one stopped. */
const FREELY = { settle: false, speed: 1 };
/** A turn button chosen from the keyboard turns one by 45 degrees. */
const BUTTON_TURN = 375;

const MOVES: [Move, string, string][] = [
  ["left", "Turn left", "M18 20v-7a4 4 0 0 0-4-4H5m4-5L4 9l5 5"],
  ["forward", "Walk on", "M12 21V4m-6 6 6-6 6 6"],
  ["right", "Turn right", "M6 20v-7a4 4 0 0 1 4-4h9m-4-5 5 5-5 5"],
];

export class RecordedWalk {
  readonly element = html("div", { class: "view" });
  private view: WorldView | undefined;
  private world: World;
  private isOver = false;
  private isUnderWay = false;
  private caption = html("p", { class: "caption", role: "status" });
  private saying: ReturnType<typeof setTimeout> | undefined;
  private onArrival: () => void = () => {};
  private onKeyDown = (event: KeyboardEvent) => this.takeKey(event);

  constructor(
    world: World,
    private at: At,
    /** None for somebody who only tries it. */
    private recorder?: Recorder,
  ) {
    this.world = world;
    const buttons = MOVES.map(([move, label, path]) => {
      const icon = svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
      icon.append(svg("path", { d: path }));
      return html("button", { type: "button", "data-move": move, "aria-label": label }, icon);
    });
    this.element.append(this.caption, html("div", { class: "pad" }, ...buttons));
    pad(this.element, () => this.view, BUTTON_TURN);
    // A page that is only read keeps its arrow keys for scrolling.
    if (recorder) document.addEventListener("keydown", this.onKeyDown);
  }

  /** Shows the world; resolves when one can walk. */
  async enter(takesFocus = true): Promise<void> {
    const { WorldView } = await import("../walk/view");
    if (this.isOver) return;
    const { recorder, world } = this;
    const view = new WorldView(this.element, {
      onLeave: (exit, heading) => {
        const { x, y } = world.place(exit.to);
        recorder?.add({ kind: "leave", x, y, heading });
        this.isUnderWay = true;
      },
      onPose: ({ place, heading }) => {
        const { x, y } = world.place(place);
        if (this.isUnderWay) recorder?.add({ kind: "arrive", x, y, heading });
        else recorder?.turn(heading, true);
        this.isUnderWay = false;
        this.tell({ x, y, heading });
        this.onArrival();
      },
      onMove: ({ heading }) => {
        if (!this.isUnderWay) recorder?.turn(heading, false);
      },
      onWall: () => this.say("No way on here: turn first."),
      onKey: (key, down) => {
        if (down) this.say("");
        recorder?.add({ kind: "key", key, down });
      },
    });
    const { x, y, heading } = this.at;
    recorder?.enter(this.at);
    view.enter(world, { place: world.nearest({ x, y })?.index ?? 0, heading }, FREELY);
    this.view = view;
    this.tell(this.at);
    if (takesFocus) this.focus();
  }

  /** Puts the keyboard back where it walks. */
  focus(): void {
    this.view?.canvas.focus({ preventScroll: true });
  }

  /** Keys and buttons do nothing more; resolves when one stands at a place. */
  async stop(): Promise<void> {
    this.view?.release();
    this.view?.walker?.halt();
    this.element.inert = true;
    document.removeEventListener("keydown", this.onKeyDown);
    if (this.isUnderWay) await new Promise<void>((arrived) => (this.onArrival = arrived));
  }

  leave(): void {
    this.isOver = true;
    void this.stop();
    this.view?.dispose();
  }

  /** A word in the picture, for a moment. */
  private say(text: string): void {
    this.caption.textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.caption.textContent = ""), 1800);
  }

  private tell({ x, y, heading }: At): void {
    this.element.dataset["pose"] = `${x},${y},${Math.round(heading * 1000) / 1000}`;
  }

  /** Arrow keys walk wherever the keyboard is, but for what needs them itself. */
  private takeKey(event: KeyboardEvent): void {
    const { view } = this;
    if (!view || event.defaultPrevented || !["ArrowUp", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea, dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    this.focus();
    view.key(event, true);
  }
}
