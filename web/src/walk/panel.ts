// The walk beside the plan: by hand, or played along the route. The 3-D part
// is loaded when there is a route to walk, so that the page is there first.

import * as api from "../api/client";
import { byId } from "../html";
import type { RoutePose } from "../plan/plan";
import type { Pose, World } from "../world/world";
import { pad } from "./pad";
import { describeView } from "./seen";
import type { WorldView } from "./view";

export interface WalkEvents {
  onMove: (position: { x: number; y: number; heading: number }) => void;
  /** The walk is at that pose of the route; returns what is said there. */
  onStep: (pose: number) => string | undefined;
}

export class WalkPanel {
  private container = byId("view");
  private caption = byId("caption");
  private seen = byId("seen");
  private play = byId<HTMLButtonElement>("play");
  private restart = byId<HTMLButtonElement>("restart");
  private view: WorldView | undefined;
  private failed = false;
  private id = "";
  private world: World | undefined;
  /** Every heading known: the first is where one happens to look. */
  private route: Pose[] = [];
  /** The pose of the route one is at, or undefined off the route. */
  private at: number | undefined;
  private visits = 0;

  constructor(private events: WalkEvents) {
    this.play.addEventListener("click", () => this.togglePlay());
    this.restart.addEventListener("click", () => this.goTo(0));
    pad(this.container, () => this.view);
    this.setEnabled(false);
  }

  /** Stands at the start of a route. */
  async enter(id: string, world: World, route: RoutePose[]): Promise<void> {
    const visit = ++this.visits;
    const known = route.find((pose) => pose.heading >= 0)?.heading ?? 0;
    this.route = route.map(({ place, heading }) => ({ place, heading: heading < 0 ? known : heading }));
    const [id_, isSame] = [id, this.world === world];
    await this.load();
    if (visit !== this.visits || !this.view) return;
    const start = this.route[0];
    if (!start) return;
    this.id = id_;
    this.world = world;
    if (isSame && this.view.walker) this.view.walker.jump(start);
    else this.view.enter(world, start);
    this.view.mark(this.route[this.route.length - 1]?.place);
    this.setEnabled(true);
    this.container.classList.remove("empty");
    this.arrive(start, true);
  }

  /** No route to walk. */
  leave(): void {
    this.visits++;
    this.view?.walker?.stop();
    this.route = [];
    this.at = undefined;
    this.setEnabled(false);
    this.show(undefined);
    this.seen.textContent = "";
    this.container.classList.add("empty");
  }

  /** Stands at a pose of the route. */
  goTo(pose: number): void {
    const target = this.route[pose];
    if (!target || !this.view?.walker) return;
    this.setPlaying(false);
    this.at = pose;
    this.view.walker.jump(target);
    this.view.canvas.focus({ preventScroll: true });
  }

  private async load(): Promise<void> {
    if (this.view || this.failed) return;
    try {
      const { WorldView } = await import("./view");
      this.view ??= new WorldView(this.container, {
        onPose: (pose) => this.arrive(pose),
        onMove: (position) => this.events.onMove(position),
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
    if (!isPlaying) this.view?.walker?.stop();
  }

  private togglePlay(): void {
    const walker = this.view?.walker;
    if (!walker) return;
    if (this.play.getAttribute("aria-pressed") === "true") return this.setPlaying(false);
    const isAtEnd = this.at === undefined || this.at >= this.route.length - 1;
    if (isAtEnd) this.goTo(0);
    this.setPlaying(true);
    walker.follow(this.route.slice((this.at ?? 0) + 1));
    this.view?.wake();
  }

  /** A place was reached or a turn is done. */
  private arrive(pose: Pose, isStart = false): void {
    const { x, y } = this.world?.place(pose.place) ?? { x: 0, y: 0 };
    const heading = Math.round(pose.heading * 1000) / 1000;
    this.container.dataset["pose"] = `${x},${y},${heading}`;
    this.events.onMove({ x, y, heading: pose.heading });
    this.at = isStart ? 0 : this.poseOnRoute(pose);
    const goal = this.route[this.route.length - 1];
    const hasArrived = goal !== undefined && pose.place === goal.place && !isStart && this.route.length > 1;
    this.container.classList.toggle("arrived", hasArrived);
    const said = this.at === undefined ? undefined : this.events.onStep(this.at);
    if (hasArrived && (this.at === undefined || this.at >= this.route.length - 1)) {
      this.setPlaying(false);
      this.events.onStep(-1);
      this.show("You have arrived.");
    } else this.show(said);
    void this.describe(`${x},${y},${heading}`);
  }

  /** Where on the route a pose is, looking on from where one was. */
  private poseOnRoute(pose: Pose): number | undefined {
    const is = (other: Pose | undefined) =>
      other?.place === pose.place && Math.abs(((other.heading - pose.heading + 540) % 360) - 180) < 1;
    const from = this.at ?? 0;
    for (let i = from; i < this.route.length; i++) if (is(this.route[i])) return i;
    for (let i = 0; i < from; i++) if (is(this.route[i])) return i;
    return undefined;
  }

  private show(text: string | undefined): void {
    this.caption.hidden = text === undefined;
    this.caption.textContent = text ?? "";
  }

  /** What one sees, in words, for those who do not see the picture. */
  private async describe(at: string): Promise<void> {
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
