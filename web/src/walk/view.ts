// The first-person view: a canvas, the keys and buttons that move one through
// the world, and the clock that does it by elapsed time.
//
// The view knows nothing of the page around it, so that the playground and a
// study can use it alike. In a world of corridors one walks from place to place;
// in a building whose ground is known, freely.

import { PerspectiveCamera, type Scene, WebGLRenderer } from "three";
import type { Exit, Pose, World } from "../world/world";
import type { GroundFile } from "./ground";
import type { Move, Mover, Ride, Spot } from "./mover";
import { Roamer } from "./roamer";
import { WorldScene } from "./scene";
import { Storeys } from "./storeys";
import { Walker, type WalkerOptions } from "./walker";

export type { Move, Ride, Spot } from "./mover";

export interface WorldViewEvents {
  /** A place was reached or a turn is done, where one walks from place to place. */
  onPose?: (pose: Pose) => void;
  /** One has come to rest, where one walks freely. */
  onRest?: (spot: Spot) => void;
  /** A small step was made, where one walks freely. */
  onStep?: (spot: Spot) => void;
  /** Led along a route, one sets out for a pose of it: how many are left after
   * that one. */
  onSetOut?: (left: number) => void;
  /** Something moved; called for every picture while it does. */
  onMove?: (spot: Spot) => void;
  /** Somebody sets out along a passage; the heading is the one before it
   * comes round to the passage. */
  onLeave?: (exit: Exit, heading: number) => void;
  /** Somebody wants to walk on where something is in the way. */
  onWall?: () => void;
  /** One has changed levels. */
  onRide?: (ride: Ride, spot: Spot) => void;
  /** What leads to other levels from here is something else now. */
  onRides?: (rides: Ride[]) => void;
  /** A key or button of the view was used. */
  onInput?: () => void;
  /** A key or button went down or up, told once each. */
  onKey?: (key: string, isDown: boolean) => void;
}

/** What there is to see of a world. */
export interface Stage {
  readonly scene: Scene;
  /** Metres of the picture for a unit of the world, */
  readonly scale: number;
  /** how high one's eyes are, */
  readonly eyes: number;
  /** and how far behind oneself, to see what is at one's own place. */
  readonly behind: number;
  /** Shows what can be seen from there; true while something still moves. */
  surround(spot: Spot, seconds: number): boolean;
  dispose(): void;
}

/** A world seen through somebody's eyes. */
export class WorldView {
  readonly canvas: HTMLCanvasElement;
  private renderer: WebGLRenderer;
  private camera = new PerspectiveCamera(60, 1, 0.05, 140);
  private stage: Stage | undefined;
  private mover: Mover | undefined;
  private last = 0;
  private frame = 0;
  /** Keys and buttons that are down, and what they do, in order. */
  private down = new Map<string, Move>();
  private rides = "";
  private observer: ResizeObserver;
  /** Pictures since the last change; a few more are drawn, then none. */
  private idle = 0;

  /** Throws if the browser has no WebGL. */
  constructor(
    readonly container: HTMLElement,
    private events: WorldViewEvents = {},
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "low-power" });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute(
      "aria-label",
      "First-person view. Arrow up walks on, arrow left and right turn, number keys take lifts and stairs.",
    );
    container.prepend(this.canvas);
    this.camera.rotation.order = "YXZ";
    this.canvas.addEventListener("keydown", (event) => this.key(event, true));
    this.canvas.addEventListener("keyup", (event) => this.key(event, false));
    this.canvas.addEventListener("blur", () => this.release());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(container);
    this.resize();
  }

  /** Who walks from place to place here. */
  get walker(): Walker | undefined {
    return this.mover instanceof Walker ? this.mover : undefined;
  }

  /** Who walks freely here. */
  get roamer(): Roamer | undefined {
    return this.mover instanceof Roamer ? this.mover : undefined;
  }

  /** What draws the pictures, in the browser's own words. */
  get graphics(): string {
    const context = this.renderer.getContext();
    const named = context.getExtension("WEBGL_debug_renderer_info");
    return String(context.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  }

  /** Shows a world from a pose; one walks from place to place. */
  enter(world: World, pose: Pose, options?: WalkerOptions): void {
    const walker = new Walker(world, pose, options);
    walker.onLeave = (exit, heading) => {
      // The time of a picture lies before the moment it is drawn: from that
      // time on, a walk would be done sooner than it takes.
      this.last = performance.now();
      this.events.onLeave?.(exit, heading);
    };
    walker.onPose = (reached) => {
      this.events.onPose?.(reached);
      this.rested();
    };
    walker.onSetOut = (left) => this.events.onSetOut?.(left);
    walker.onWall = () => this.events.onWall?.();
    walker.onRide = (ride) => this.events.onRide?.(ride, walker.position);
    this.open(new WorldScene(world), walker);
  }

  /** Shows a building from anywhere; one walks freely. */
  roam(world: World, ground: GroundFile, at: Spot): void {
    const roamer = new Roamer(world, ground, at);
    roamer.onStep = (spot) => this.events.onStep?.(spot);
    roamer.onRest = (spot) => {
      this.events.onRest?.(spot);
      this.rested();
    };
    roamer.onSetOut = (left) => this.events.onSetOut?.(left);
    roamer.onWall = () => this.events.onWall?.();
    roamer.onRide = (ride, spot) => this.events.onRide?.(ride, spot);
    this.open(new Storeys(world, roamer), roamer);
  }

  /** Marks a place as the goal, or none. */
  mark(place: number | undefined): void {
    if (this.stage instanceof WorldScene || this.stage instanceof Storeys) this.stage.mark(place);
    this.wake();
  }

  /** Changes levels by one of what is at hand. */
  take(ride: Ride): void {
    this.catchUp();
    this.events.onInput?.();
    this.mover?.take(ride);
    this.wake();
  }

  /** A key or button goes down: its move begins, and goes on while it is down. */
  press(move: Move, key = `touch-${move}`): void {
    if (!this.mover) return;
    this.catchUp();
    if (!this.down.has(key)) this.events.onKey?.(key, true);
    this.down.delete(key);
    this.down.set(key, move);
    this.events.onInput?.();
    this.mover.steer([...this.down.values()]);
    this.wake();
  }

  /** A key or button goes up, or all of them do. */
  release(key?: string): void {
    this.catchUp();
    let isChanged = false;
    for (const up of key === undefined ? [...this.down.keys()] : [key]) {
      if (!this.down.delete(up)) continue;
      isChanged = true;
      this.events.onKey?.(up, false);
    }
    if (isChanged) this.mover?.steer([...this.down.values()]);
    this.wake();
  }

  /** What a key does here; other keys are left to the browser. */
  key(event: KeyboardEvent, isDown: boolean): void {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ride = /^[1-9]$/.test(key) ? this.mover?.rides[Number(key) - 1] : undefined;
    if (ride && isDown && !event.repeat) {
      event.preventDefault();
      return this.take(ride);
    }
    const move = MOVES[key];
    if (!move) return;
    event.preventDefault();
    if (!isDown) this.release(key);
    else if (!event.repeat) this.press(move, key);
  }

  /** Draws again for a while. */
  wake(): void {
    this.idle = 0;
    if (this.frame) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.stage?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private open(stage: Stage, mover: Mover): void {
    this.stage?.dispose();
    this.stage = stage;
    this.mover = mover;
    this.down.clear();
    this.rides = "";
    stage.surround(mover.position, 0);
    this.rested();
  }

  /** What is at hand may be something else now. */
  private rested(): void {
    this.tellRides();
    this.wake();
  }

  private tellRides(): void {
    const rides = this.mover?.rides ?? [];
    const told = rides.map(({ by, label, to }) => `${by} ${label} ${to.level}`).join("\n");
    if (told === this.rides) return;
    this.rides = told;
    this.events.onRides?.(rides);
  }

  /** Lets the time pass that no picture has shown yet, so that what a key
   * does counts from the moment it was pressed, however slow the pictures. */
  private catchUp(now = performance.now()): void {
    const seconds = Math.max(0, now - this.last) / 1000;
    // The time of a picture may lie before that of a key.
    this.last = Math.max(this.last, now);
    this.mover?.advance(seconds);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.container;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    // As wide as one sees without turning one's head, whatever the shape.
    const across = (84 * Math.PI) / 180;
    const down = 2 * Math.atan(Math.tan(across / 2) / this.camera.aspect);
    this.camera.fov = Math.min(80, Math.max(50, (down * 180) / Math.PI));
    this.camera.updateProjectionMatrix();
    this.wake();
  }

  private draw(now: number): void {
    this.frame = 0;
    const { mover, stage } = this;
    if (!mover || !stage) return;
    const isMoving = !mover.isStill;
    this.catchUp(now);
    const moves = [...this.down.values()];
    // Held down, it leads on from place to place.
    if (mover.isStill && moves[moves.length - 1] === "forward") mover.steer(moves);
    const { x, y, heading } = mover.position;
    const turn = (heading * Math.PI) / 180;
    const { scale, eyes, behind } = stage;
    this.camera.position.set(x * scale - Math.sin(turn) * behind, eyes, y * scale + Math.cos(turn) * behind);
    this.camera.rotation.set(-0.04, -turn, 0);
    const isAlive = stage.surround(mover.position, now / 1000);
    this.container.classList.toggle("riding", this.roamer?.isRiding ?? this.walker?.isRiding ?? false);
    this.renderer.render(stage.scene, this.camera);
    if (isMoving || !mover.isStill) {
      this.idle = 0;
      this.tellRides();
      this.events.onMove?.(mover.position);
    }
    // A view that rests costs nothing.
    if (isAlive || this.idle++ < 3) this.frame = requestAnimationFrame((next) => this.draw(next));
  }
}

const MOVES: Record<string, Move> = {
  ArrowUp: "forward",
  ArrowLeft: "left",
  ArrowRight: "right",
  w: "forward",
  a: "left",
  d: "right",
};
