// What part of a level is in sight: moved by dragging or keys, zoomed with the
// wheel, two fingers or keys.

import type { Point } from "../world/heading";
import type { Bounds } from "./shapes";

/** Pixels of a metre, at least and at most. */
const SMALLEST = 0.05;
const LARGEST = 160;
/** A press that moves further than this is a drag, in pixels. */
const DRAG = 6;

export interface CameraEvents {
  onChange: () => void;
  /** A press that was no drag. */
  onClick: (at: Point) => void;
  /** The pointer moves over the plan, or leaves it. */
  onHover: (at: Point | undefined) => void;
  /** True if the drag that begins here is the listener's own. */
  onGrab?: (at: Point) => boolean;
  onDrag?: (at: Point) => void;
  onDrop?: (at: Point) => void;
}

export class Camera {
  /** The middle of the picture, in metres, and pixels of a metre. */
  x = 0;
  y = 0;
  scale = 10;
  width = 1;
  height = 1;
  private whole: Bounds | undefined;
  private pointers = new Map<number, Point>();
  private travelled = 0;
  private isGrabbed = false;
  private gliding = 0;

  constructor(
    private element: HTMLElement,
    private events: CameraEvents,
  ) {
    element.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.onDown(event));
    element.addEventListener("pointermove", (event) => this.onMove(event));
    element.addEventListener("pointerup", (event) => this.onUp(event));
    element.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    element.addEventListener("pointerleave", () => events.onHover(undefined));
  }

  /** The picture has another size. */
  resize(width: number, height: number): void {
    [this.width, this.height] = [Math.max(width, 1), Math.max(height, 1)];
  }

  /** Says what everything is, and shows it. */
  frame(whole: Bounds | undefined): void {
    this.whole = whole;
    this.fit();
  }

  /** Shows everything, or a part, with a margin. */
  fit(bounds = this.whole, glide = false): void {
    if (!bounds) return;
    const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const margin = Math.min(36, this.width / 10);
    const scale = Math.min((this.width - 2 * margin) / Math.max(width, 2), (this.height - 2 * margin) / Math.max(height, 2));
    const to = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2, scale: bounded(scale) };
    if (glide) return this.glide(to);
    this.set(to);
  }

  /** True if all of a part can be seen as it is. */
  shows({ left, top, right, bottom }: Bounds): boolean {
    const [a, b] = [this.toScreen({ x: left, y: top }), this.toScreen({ x: right, y: bottom })];
    return a.x >= 0 && a.y >= 0 && b.x <= this.width && b.y <= this.height;
  }

  /** Zooms about the middle, or about a point of the screen. */
  zoom(factor: number, about: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.toPlan(about);
    const scale = bounded(this.scale * factor);
    const [dx, dy] = [(about.x - this.width / 2) / scale, (about.y - this.height / 2) / scale];
    this.set({ x: before.x - dx, y: before.y - dy, scale });
  }

  /** Moves by so many pixels. */
  pan(dx: number, dy: number): void {
    this.set({ x: this.x + dx / this.scale, y: this.y + dy / this.scale, scale: this.scale });
  }

  toScreen({ x, y }: Point): Point {
    return { x: (x - this.x) * this.scale + this.width / 2, y: (y - this.y) * this.scale + this.height / 2 };
  }

  toPlan({ x, y }: Point): Point {
    return { x: (x - this.width / 2) / this.scale + this.x, y: (y - this.height / 2) / this.scale + this.y };
  }

  private set({ x, y, scale }: { x: number; y: number; scale: number }): void {
    cancelAnimationFrame(this.gliding);
    [this.x, this.y, this.scale] = [x, y, scale];
    this.events.onChange();
  }

  private glide(to: { x: number; y: number; scale: number }): void {
    cancelAnimationFrame(this.gliding);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.set(to);
    const from = { x: this.x, y: this.y, scale: this.scale };
    const begin = performance.now();
    const step = (now: number) => {
      const part = Math.min((now - begin) / 300, 1);
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (to.x - from.x) * eased;
      this.y = from.y + (to.y - from.y) * eased;
      this.scale = from.scale * (to.scale / from.scale) ** eased;
      this.events.onChange();
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  private at(event: MouseEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private onWheel(event: WheelEvent): void {
    // A plain wheel scrolls the page; with control, or a pinch, it zooms.
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), this.at(event));
  }

  private onDown(event: PointerEvent): void {
    const at = this.at(event);
    this.pointers.set(event.pointerId, at);
    this.travelled = 0;
    this.isGrabbed = this.pointers.size === 1 && (this.events.onGrab?.(this.toPlan(at)) ?? false);
    this.element.setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const now = this.at(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.events.onHover(this.toPlan(now));
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.travelled += Math.hypot(dx, dy);
    if (other) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      this.travelled = Infinity;
      this.zoom(apart(now) / Math.max(apart(before), 1), other);
    } else if (this.travelled > DRAG) {
      if (this.isGrabbed) this.events.onDrag?.(this.toPlan(now));
      else this.pan(-dx, -dy);
    }
  }

  private onUp(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const at = this.toPlan(this.at(event));
    if (this.travelled <= DRAG) this.events.onClick(at);
    else if (this.isGrabbed) this.events.onDrop?.(at);
    this.isGrabbed = false;
  }
}

function bounded(scale: number): number {
  return Math.min(Math.max(scale, SMALLEST), LARGEST);
}
