// The walk beside the plan: by hand, played along the route, or in words. The
// 3-D part is loaded when there is a route to walk, so that the page is there
// first.

import "./walk.css";
import * as api from "../api/client";
import { byId } from "../html";
import { turnTo, type Point } from "../world/heading";
import type { Pose, World } from "../world/world";
import { pad } from "./pad";
import { RideButtons } from "./rides";
import { describeView } from "./seen";
import { ground, scene, type Walked } from "./server";
import type { GroundFile } from "./ground";
import type { Spot, WorldView } from "./view";
import { WordWalk } from "./words";

export interface WalkEvents {
  onMove: (position: { x: number; y: number; heading: number; level: number }) => void;
  /** The walk is at that pose of the route, or at none (-1); returns what is
   * said there. */
  onStep: (pose: number) => string | undefined;
}

/** Farther from the route than this one has left it, in metres. */
const AWAY = 2.5;
/** So near to the goal one has arrived. */
const ARRIVED = 1.5;

export class WalkPanel {
  private container = byId("view");
  private caption = byId("caption");
  private seen = byId("seen");
  private play = byId<HTMLButtonElement>("play");
  private restart = byId<HTMLButtonElement>("restart");
  private rides = new RideButtons((ride) => {
    this.view?.take(ride);
    this.view?.canvas.focus({ preventScroll: true });
  });
  private words = new WordWalk((step) => void this.do(step));
  private view: WorldView | undefined;
  private failed = false;
  private id = "";
  private world: World | undefined;
  private ground: GroundFile | undefined;
  /** Every heading known: the first is where one happens to look. */
  private route: Pose[] = [];
  /** The pose of the route one is at, or undefined off the route. */
  private at: number | undefined;
  private visits = 0;
  private said: ReturnType<typeof setTimeout> | undefined;
  /** What one sees is told already. */
  private isTold = false;

  constructor(private events: WalkEvents) {
    this.play.addEventListener("click", () => this.togglePlay());
    this.restart.addEventListener("click", () => this.goTo(0));
    this.container.append(this.rides.element);
    this.seen.after(this.words.element);
    this.words.element.addEventListener("toggle", () => void this.describe());
    pad(this.container, () => this.view);
    this.setEnabled(false);
  }

  /** Stands at the start of a route. */
  async enter(id: string, world: World, route: Pose[]): Promise<void> {
    const visit = ++this.visits;
    const known = route.find((pose) => pose.heading >= 0)?.heading ?? 0;
    const poses = route.map(({ place, heading }) => ({ place, heading: heading < 0 ? known : heading }));
    const isSame = this.world === world;
    const [, found] = await Promise.all([this.load(), isSame ? this.ground : world.isBuilding ? ground(id) : undefined]);
    const start = poses[0];
    if (visit !== this.visits || !this.view || !start) return;
    this.route = poses;
    this.id = id;
    this.world = world;
    this.ground = found;
    this.at = 0;
    this.words.element.hidden = !found;
    if (found) {
      if (isSame && this.view.roamer) this.view.roamer.jump(this.spotOf(start));
      else this.view.roam(world, found, this.spotOf(start));
    } else if (isSame && this.view.walker) this.view.walker.jump(start);
    else this.view.enter(world, start);
    this.view.mark(this.route[this.route.length - 1]?.place);
    this.setEnabled(true);
    this.container.classList.remove("empty", "arrived");
    if (found) this.rest(this.spotOf(start), true);
    else this.arrive(start, true);
  }

  /** No route to walk. */
  leave(): void {
    this.visits++;
    this.view?.walker?.stop();
    this.view?.roamer?.stop();
    this.route = [];
    this.at = undefined;
    this.setEnabled(false);
    this.show(undefined);
    this.seen.textContent = "";
    this.words.element.hidden = true;
    this.rides.show([]);
    this.container.classList.add("empty");
  }

  /** Stands at a pose of the route. */
  goTo(pose: number): void {
    const target = this.route[pose];
    if (!target || !this.view) return;
    this.setPlaying(false);
    this.at = pose;
    this.view.walker?.jump(target);
    this.view.roamer?.jump(this.spotOf(target));
    this.view.canvas.focus({ preventScroll: true });
  }

  private async load(): Promise<void> {
    if (this.view || this.failed) return;
    try {
      const { WorldView } = await import("./view");
      this.view ??= new WorldView(this.container, {
        onPose: (pose) => this.arrive(pose),
        onRest: (spot) => this.rest(spot),
        onSetOut: (left) => this.setOut(this.route.length - 1 - left),
        onMove: (spot) => this.move(spot),
        onWall: () => this.tell("Something is in the way: turn first."),
        onRide: (_, spot) => this.tell(`You are on ${this.world?.building.levels[spot.level]?.name ?? "another level"}.`),
        onRides: (rides) => this.rides.show(rides),
        onInput: () => this.setPlaying(false),
      });
    } catch (error) {
      this.failed = true;
      console.warn(error);
      this.container.classList.add("failed");
      this.seen.textContent = "This browser shows no 3-D pictures (WebGL), so there is no walk here.";
    }
  }

  private setEnabled(isEnabled: boolean): void {
    this.play.disabled = this.restart.disabled = !isEnabled;
    for (const button of this.container.querySelectorAll<HTMLButtonElement>("[data-move]")) {
      button.disabled = !isEnabled;
    }
    if (!isEnabled) this.setPlaying(false);
  }

  private setPlaying(isPlaying: boolean): void {
    this.play.setAttribute("aria-pressed", String(isPlaying));
    if (isPlaying) return;
    this.view?.walker?.stop();
    this.view?.roamer?.stop();
  }

  private togglePlay(): void {
    const { view } = this;
    if (!view) return;
    if (this.play.getAttribute("aria-pressed") === "true") return this.setPlaying(false);
    const isAtEnd = this.at === undefined || this.at >= this.route.length - 1;
    if (isAtEnd) this.goTo(0);
    this.setPlaying(true);
    const rest = this.route.slice((this.at ?? 0) + 1);
    view.walker?.follow(rest);
    view.roamer?.follow(rest.map((pose) => this.spotOf(pose)));
    view.wake();
  }

  private spotOf({ place, heading }: Pose): Spot {
    const { x, y, level } = this.world?.place(place) ?? { x: 0, y: 0, level: 0 };
    return { x, y, level, heading };
  }

  /** Led along the route, one sets out for that pose: what is said of it is
   * said now, not when it is done. */
  private setOut(pose: number): void {
    this.at = Math.max(0, pose - 1);
    this.show(this.events.onStep(this.at));
  }

  private move(spot: Spot): void {
    this.events.onMove(spot);
    if (this.view?.roamer && !this.view.roamer.isFollowing) this.keepTrack(spot);
  }

  /** A place was reached or a turn is done, where one walks from place to place. */
  private arrive(pose: Pose, isStart = false): void {
    const { x, y, level } = this.spotOf(pose);
    const heading = Math.round(pose.heading * 1000) / 1000;
    this.container.dataset["pose"] = `${x},${y},${heading}`;
    this.events.onMove({ x, y, level, heading: pose.heading });
    const isLed = this.view?.walker?.isFollowing ?? false;
    if (!isLed) {
      const before = this.at;
      this.at = isStart ? 0 : this.poseOnRoute(pose);
      this.reached(pose.place, isStart, before !== undefined);
    }
    void this.describeAt(`${x},${y},${heading}`);
  }

  /** One stands still, where one walks freely. */
  private rest(spot: Spot, isStart = false): void {
    const { x, y, heading, level } = spot;
    const numbers = [x, y, heading].map((number) => Math.round(number * 1000) / 1000);
    this.container.dataset["pose"] = numbers.join(",");
    this.container.dataset["level"] = this.world?.building.levels[level]?.id ?? "";
    this.events.onMove(spot);
    if (isStart) this.at = 0;
    this.keepTrack(spot, isStart);
    if (!this.isTold) void this.describe();
  }

  /** Where on the route one is, and whether one has left it. */
  private keepTrack(spot: Spot, isStart = false): void {
    const { world } = this;
    const goal = this.route[this.route.length - 1];
    if (!world || !goal) return;
    const [end, before] = [this.spotOf(goal), this.at];
    const isThere = end.level === spot.level && Math.hypot(end.x - spot.x, end.y - spot.y) < ARRIVED;
    this.at = isThere && !isStart ? this.route.length - 1 : this.nearestOnRoute(spot);
    this.container.classList.toggle("arrived", isThere && !isStart);
    if (this.at === before && !isStart && !isThere) return;
    this.reached(isThere ? goal.place : -1, isStart, before !== undefined);
  }

  private reached(place: number, isStart: boolean, wasOnRoute: boolean): void {
    const goal = this.route[this.route.length - 1];
    const hasArrived = goal !== undefined && place === goal.place && !isStart && this.route.length > 1;
    this.container.classList.toggle("arrived", hasArrived);
    if (hasArrived && (this.at === undefined || this.at >= this.route.length - 1)) {
      this.setPlaying(false);
      this.events.onStep(-1);
      return this.show("You have arrived.");
    }
    const said = this.events.onStep(this.at ?? -1);
    if (this.at !== undefined) this.show(said);
    else if (wasOnRoute || this.caption.hidden) this.show("You have left the route.");
  }

  /** The last pose of the route before a spot, if it is near the route: looking
   * on from where one was. */
  private nearestOnRoute(spot: Spot): number | undefined {
    const from = this.at ?? 0;
    let best: { pose: number; off: number } | undefined;
    for (let pose = 0; pose + 1 < this.route.length; pose++) {
      const [a, b] = [this.route[pose], this.route[pose + 1]];
      if (!a || !b) continue;
      const [begin, end] = [this.spotOf(a), this.spotOf(b)];
      if (begin.level !== spot.level) continue;
      const off = offLine(begin, end.level === spot.level ? end : begin, spot);
      // A little in favour of where one was: routes cross themselves.
      const weighed = off + Math.abs(pose - from) * 0.02;
      if (off < AWAY && (!best || weighed <= best.off)) best = { pose, off: weighed };
    }
    return best?.pose;
  }

  /** Where on the route a pose is, looking on from where one was. Who only looks
   * another way has not left it. */
  private poseOnRoute(pose: Pose): number | undefined {
    const from = this.at ?? 0;
    const ahead = this.route.map((_, i) => (from + i) % this.route.length);
    const there = ahead.filter((i) => this.route[i]?.place === pose.place);
    return there.find((i) => Math.abs(turnTo(pose.heading, this.route[i]?.heading ?? 0)) < 1) ?? there[0];
  }

  private show(text: string | undefined): void {
    clearTimeout(this.said);
    this.said = undefined;
    this.caption.hidden = text === undefined;
    this.caption.textContent = text ?? "";
  }

  /** A word in the picture for a moment; then what was there before. */
  private tell(text: string): void {
    const before = this.said === undefined && !this.caption.hidden ? this.caption.textContent : undefined;
    this.show(text);
    this.said = setTimeout(() => this.show(before ?? undefined), 1800);
  }

  /** Does a step in words; the picture comes along. */
  private async do(step: string): Promise<void> {
    const { world, view } = this;
    const roamer = view?.roamer;
    if (!world || !roamer) return;
    this.setPlaying(false);
    try {
      const walked = await scene(this.id, world, roamer.position, step);
      const { at } = walked.scene;
      const level = world.building.levels.findIndex(({ id }) => id === at?.level);
      this.isTold = true;
      if (at && walked.said) roamer.jump({ x: at.x, y: at.y, heading: at.heading, level });
      this.isTold = false;
      this.write(walked);
    } catch {
      this.seen.textContent = "The server cannot be reached just now.";
    }
  }

  private write(walked: Walked): void {
    this.seen.textContent = WordWalk.short(walked);
    this.words.show(walked);
  }

  /** What one sees where one stands in a building, in words. */
  private async describe(): Promise<void> {
    const { world, view } = this;
    const roamer = view?.roamer;
    if (!world || !roamer || roamer.isFollowing) return;
    const spot = roamer.position;
    try {
      const walked = await scene(this.id, world, spot);
      if (roamer.position === spot) this.write(walked);
    } catch {
      // The picture is there all the same.
    }
  }

  /** The same in a world of corridors. */
  private async describeAt(at: string): Promise<void> {
    const walker = this.view?.walker;
    // Played, places fly past; only where one stops is described.
    if (!walker || walker.isFollowing) return;
    try {
      const view = await api.view(this.id, at);
      if (this.container.dataset["pose"] === at) this.seen.textContent = describeView(view);
    } catch {
      // The picture is there all the same.
    }
  }
}

/** How far a point is from a line between two others. */
function offLine(from: Point, to: Point, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - dx * share, y - from.y - dy * share);
}
