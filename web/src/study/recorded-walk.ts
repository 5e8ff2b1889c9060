// A walk through a world that is recorded: the view, its keys and buttons, and
// what happens there told to a recorder.

import "../walk/walk.css";
import { html } from "../html";
import { svg } from "../plan/svg";
import { pad } from "../walk/pad";
import type { GroundFile } from "../walk/ground";
import { RideButtons } from "../walk/rides";
import type { Move, Spot, WorldView } from "../walk/view";
import { World } from "../world/world";
import type { Recorder } from "./recorder";
import type { At } from "./server";

/** One turns freely and stays wherever one stopped. */
const FREELY = { settle: false, speed: 1 };
/** A turn button chosen from the keyboard turns one by 45 degrees. */
const BUTTON_TURN = 375;
/** Walking freely, one tells where one is this often, in milliseconds. */
const SAMPLE = 300;

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
  private rides = new RideButtons((ride) => {
    this.view?.take(ride);
    this.focus();
  });
  /** Where one was at the last small step, and when and where it was last told. */
  private last: Spot | undefined;
  private told: { spot: Spot; at: number } | undefined;

  constructor(
    world: World,
    private ground: GroundFile | undefined,
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
    this.element.append(this.caption, this.rides.element, html("div", { class: "pad" }, ...buttons));
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
        recorder?.add({ kind: "leave", ...this.written({ ...world.place(exit.to), heading }) });
        this.isUnderWay = true;
      },
      onPose: ({ place, heading }) => {
        const at = this.written({ ...world.place(place), heading });
        if (this.isUnderWay) recorder?.add({ kind: "arrive", ...at });
        else recorder?.turn(heading, true);
        this.isUnderWay = false;
        this.tell(at);
        this.onArrival();
      },
      onStep: (spot) => this.step(spot),
      onRest: (spot) => {
        this.walked(spot);
        recorder?.turn(this.written(spot).heading, true);
        this.tell(this.written(spot));
        this.onArrival();
      },
      onRide: (ride, spot) => {
        recorder?.add({ kind: "ride", by: ride.by, ...this.written(spot) });
        this.told = { spot, at: performance.now() };
        this.last = spot;
        this.say(`You are on ${world.building.levels[spot.level]?.name ?? "another level"}.`);
      },
      onRides: (rides) => this.rides.show(rides),
      onMove: (spot) => {
        if (!view.roamer) {
          if (!this.isUnderWay) recorder?.turn(spot.heading, false);
        } else if (!view.roamer.isRiding && performance.now() - (this.told?.at ?? 0) >= SAMPLE) this.walked(spot);
      },
      onWall: () => this.say("No way on here: turn first."),
      onKey: (key, down) => {
        if (down) this.say("");
        recorder?.add({ kind: "key", key, down });
      },
    });
    const { x, y, heading } = this.at;
    const level = Math.max(0, world.building.levels.findIndex(({ id }) => id === this.at.level));
    recorder?.enter(this.at);
    this.view = view;
    if (this.ground) {
      const spot = { x, y, heading, level };
      this.told = { spot, at: performance.now() };
      view.roam(world, this.ground, spot);
    } else view.enter(world, { place: world.nearest({ x, y }, level)?.index ?? 0, heading }, FREELY);
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
    this.view?.roamer?.halt();
    this.element.inert = true;
    document.removeEventListener("keydown", this.onKeyDown);
    const isMoving = this.isUnderWay || this.view?.roamer?.isRiding || this.view?.walker?.isRiding;
    if (isMoving) await new Promise<void>((arrived) => (this.onArrival = arrived));
  }

  leave(): void {
    this.isOver = true;
    void this.stop();
    this.view?.dispose();
  }

  /** A small step of a free walk. The server holds straight lines between what
   * it is told against the walls: so it is told before a line would cross one. */
  private step(spot: Spot): void {
    const { told, last } = this;
    const floor = this.view?.roamer?.floor;
    if (!told || !floor) return;
    if (last && !floor.isClear(told.spot, spot)) this.walked(last);
    this.last = spot;
  }

  /** Tells where one has walked to, and which way one looks. */
  private walked(spot: Spot): void {
    const { told } = this;
    if (!told) return;
    const [before, now] = [this.written(told.spot), this.written(spot)];
    this.told = { spot, at: performance.now() };
    if (before.x !== now.x || before.y !== now.y) this.recorder?.add({ kind: "walk", ...now });
    else if (before.heading !== now.heading) this.recorder?.turn(now.heading, true);
  }

  /** A spot as the server has it: to the millimetre where one walks freely. */
  private written({ x, y, heading, level }: Spot): At {
    const { levels } = this.world.building;
    const id = levels[level]?.id;
    const round = (number: number) => (this.ground ? Math.round(number * 1000) / 1000 : number);
    return { x: round(x), y: round(y), heading: round(heading), ...(levels.length > 1 && id ? { level: id } : {}) };
  }

  /** A word in the picture, for a moment. */
  private say(text: string): void {
    this.caption.textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.caption.textContent = ""), 1800);
  }

  private tell({ x, y, heading, level }: At): void {
    this.element.dataset["pose"] = `${x},${y},${Math.round(heading * 1000) / 1000}`;
    if (level !== undefined) this.element.dataset["level"] = level;
  }

  /** Arrow keys walk wherever the keyboard is, but for what needs them itself. */
  private takeKey(event: KeyboardEvent): void {
    const { view } = this;
    if (!view || event.defaultPrevented || !/^(Arrow(Up|Left|Right)|[1-9])$/.test(event.key)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea, dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    this.focus();
    view.key(event, true);
  }
}
