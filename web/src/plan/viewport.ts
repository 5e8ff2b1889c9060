// What part of the plan is in sight: zoomed with the wheel or two fingers,
// moved by dragging.

import type { Point } from "../world/heading";

interface Box extends Point {
  width: number;
  height: number;
}

export class Viewport {
  /** True while a click ends a drag and should pick nothing. */
  wasDragged = false;
  private box: Box = { x: 0, y: 0, width: 100, height: 100 };
  private whole: Box = { ...this.box };
  private pointers = new Map<number, Point>();
  private travelled = 0;

  constructor(
    private root: SVGSVGElement,
    private onChange: () => void,
  ) {
    root.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    root.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.travelled = 0;
      this.wasDragged = false;
    });
    root.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      root.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
  }

  /** Fits a rectangle, given by two corners, with a margin. */
  frame(corner: Point, opposite: Point, margin: number): void {
    this.whole = {
      x: corner.x - margin,
      y: corner.y - margin,
      width: Math.max(opposite.x - corner.x, 1) + 2 * margin,
      height: Math.max(opposite.y - corner.y, 1) + 2 * margin,
    };
    this.fit();
  }

  /** Shows everything again. */
  fit(): void {
    this.set({ ...this.whole });
  }

  /** Zooms about the middle, or about a point of the plan. */
  zoom(factor: number, about?: Point): void {
    const { x, y, width, height } = this.box;
    const size = Math.min(Math.max(width / factor, 120), Math.max(this.whole.width * 4, 1500));
    const share = size / width;
    const center = about ?? { x: x + width / 2, y: y + height / 2 };
    this.set({
      x: center.x - (center.x - x) * share,
      y: center.y - (center.y - y) * share,
      width: size,
      height: height * share,
    });
  }

  /** True if a point is in sight, or nearly. */
  shows({ x, y }: Point): boolean {
    const { box } = this;
    const margin = Math.max(box.width, box.height) * 0.4;
    return x > box.x - margin && x < box.x + box.width + margin && y > box.y - margin && y < box.y + box.height + margin;
  }

  private set(box: Box): void {
    this.box = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.root.style.setProperty("--unit", Math.min(Math.max(this.scale, 1), 1.9).toFixed(2));
    this.onChange();
  }

  /** Units of the plan for a pixel of the screen. */
  private get scale(): number {
    const { width, height } = this.root.getBoundingClientRect();
    return Math.max(this.box.width / Math.max(width, 1), this.box.height / Math.max(height, 1));
  }

  private onWheel(event: WheelEvent): void {
    // A plain wheel scrolls the page; with control, or a pinch, it zooms.
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), this.toPlan(event));
  }

  private toPlan(event: { clientX: number; clientY: number }): Point {
    const matrix = this.root.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  private onMove(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.travelled += Math.hypot(dx, dy);
    const other = others[0]?.[1];
    if (other) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      this.wasDragged = true;
      this.zoom(apart(now) / Math.max(apart(before), 1), this.toPlan({ clientX: other.x, clientY: other.y }));
    } else if (this.travelled > 6 && (event.pointerType !== "touch" || this.isZoomedIn)) {
      // One finger scrolls the page while the whole plan is in sight.
      this.wasDragged = true;
      const { scale } = this;
      this.set({ ...this.box, x: this.box.x - dx * scale, y: this.box.y - dy * scale });
    }
  }

  private get isZoomedIn(): boolean {
    return this.box.width < this.whole.width * 0.95;
  }
}
