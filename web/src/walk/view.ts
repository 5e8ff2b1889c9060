// The first-person view: a canvas, the keys and buttons that move one through
// the world, and the clock that does it by elapsed time.
//
// The view knows nothing of the page around it, so that the playground and a
// study can use it alike.

import { PerspectiveCamera, Vector2, WebGLRenderer } from "three";
import type { Exit, Pose, World } from "../world/world";
import { WorldScene } from "./scene";
import { Walker, type WalkerOptions } from "./walker";

const EYES = 1.75;
/** One stands a little behind the middle, to see what is at one's own place. */
const BEHIND = 1.25;

export type Move = "forward" | "left" | "right";

export interface WorldViewEvents {
  /** A place was reached or a turn is done. */
  onPose?: (pose: Pose) => void;
  /** Something moved; called for every picture while it does. */
  onMove?: (position: { x: number; y: number; heading: number }) => void;
  /** Somebody sets out along a passage; the heading is the one before it
   * comes round to the passage. */
  onLeave?: (exit: Exit, heading: number) => void;
  /** Somebody wants to walk on where no passage is. */
  onWall?: () => void;
  /** A key or button of the view was used. */
  onInput?: (move: Move) => void;
  /** A key or button went down or up, told once each. */
  onKey?: (key: string, isDown: boolean) => void;
}

/** A world seen through somebody's eyes. */
export class WorldView {
  readonly canvas: HTMLCanvasElement;
  private renderer: WebGLRenderer;
  private camera = new PerspectiveCamera(60, 1, 0.05, 140);
  private world: WorldScene | undefined;
  private walker_: Walker | undefined;
  private last = 0;
  private frame = 0;
  /** Keys and buttons that are down, and the one that counts: the last. */
  private down = new Set<string>();
  private held: { key: string; move: Move } | undefined;
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
      "First-person view. Arrow up walks on, arrow left and right turn.",
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

  get walker(): Walker | undefined {
    return this.walker_;
  }

  /** What draws the pictures, in the browser's own words. */
  get graphics(): string {
    const context = this.renderer.getContext();
    const named = context.getExtension("WEBGL_debug_renderer_info");
    return String(context.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  }

  /** Shows a world from a pose. */
  enter(world: World, pose: Pose, options?: WalkerOptions): void {
    this.world?.dispose();
    this.world = new WorldScene(world);
    const walker = new Walker(world, pose, options);
    walker.onLeave = (exit, heading) => {
      // The time of a picture lies before the moment it is drawn: from that
      // time on, a walk would be done sooner than it takes.
      this.last = performance.now();
      this.events.onLeave?.(exit, heading);
    };
    walker.onPose = (reached) => {
      this.world?.surround(reached.place);
      this.events.onPose?.(reached);
      this.wake();
    };
    walker.onWall = () => this.events.onWall?.();
    this.walker_ = walker;
    this.world.surround(pose.place);
    this.wake();
  }

  /** Marks a place as the goal, or none. */
  mark(place: number | undefined): void {
    this.world?.mark(place);
    this.wake();
  }

  /** A key or button goes down: its move begins, and goes on while it is down. */
  press(move: Move, key = `touch-${move}`): void {
    const walker = this.walker_;
    if (!walker) return;
    this.catchUp();
    if (!this.down.has(key)) this.events.onKey?.(key, true);
    this.down.add(key);
    this.events.onInput?.(move);
    if (move === "forward") walker.forward();
    else walker.hold(move === "left" ? -1 : 1);
    this.held = { key, move };
    this.wake();
  }

  /** A key or button goes up, or all of them do. */
  release(key?: string): void {
    this.catchUp();
    for (const up of key === undefined ? [...this.down] : [key]) {
      if (this.down.delete(up)) this.events.onKey?.(up, false);
    }
    if (key !== undefined && this.held?.key !== key) return;
    this.held = undefined;
    this.walker_?.release();
    this.wake();
  }

  /** What a key does here; other keys are left to the browser. */
  key(event: KeyboardEvent, isDown: boolean): void {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const move = MOVES[key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
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
    this.world?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  /** Lets the time pass that no picture has shown yet, so that what a key
   * does counts from the moment it was pressed, however slow the pictures. */
  private catchUp(now = performance.now()): void {
    const seconds = Math.max(0, now - this.last) / 1000;
    // The time of a picture may lie before that of a key.
    this.last = Math.max(this.last, now);
    this.walker_?.advance(seconds);
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
    const { walker_: walker, world } = this;
    if (!walker || !world) return;
    const isMoving = !walker.isStill;
    this.catchUp(now);
    // Held down, it leads on from place to place.
    if (walker.isStill && this.held?.move === "forward") walker.forward();
    const { x, y, heading } = walker.position;
    const turn = (heading * Math.PI) / 180;
    const ahead = new Vector2(Math.sin(turn), -Math.cos(turn));
    this.camera.position.set(x * world.scale - ahead.x * BEHIND, EYES, y * world.scale - ahead.y * BEHIND);
    this.camera.rotation.set(-0.04, -turn, 0);
    world.float(now / 1000);
    this.renderer.render(world.scene, this.camera);
    if (isMoving || !walker.isStill) {
      this.idle = 0;
      this.events.onMove?.(walker.position);
    }
    // A view that rests costs nothing.
    if (this.idle++ < 3) this.frame = requestAnimationFrame((next) => this.draw(next));
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
