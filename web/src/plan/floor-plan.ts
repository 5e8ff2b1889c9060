// The plan of a building, a level at a time: on a canvas, so that thousands of
// rooms move smoothly. Whoever cannot see it has the same by keyboard and words:
// the arrows go from place to place, and what is there is said.

import { html } from "../html";
import { areaName, landmarkName } from "../world/building";
import { headingFrom, turnTo, type Point } from "../world/heading";
import type { Pose, World } from "../world/world";
import { Backdrop } from "./backdrop";
import { Camera } from "./camera";
import { LevelSwitcher } from "./levels";
import { colorsOf, Painter, type Colors } from "./paint";
import { stretches, type Stretch } from "./stretches";
import { boundsOf, shapesOf, type LevelShapes } from "./shapes";

export interface FloorPlanEvents {
  /** Somebody points at a spot of a level. */
  onPick: (spot: Spot) => void;
  /** The pose of the route that the pointer is at, or none. */
  onRoute?: (pose: number | undefined) => void;
  /** Something is dragged to another spot. */
  onDropped?: (landmark: number, to: Point) => void;
}

export interface Spot extends Point {
  level: number;
  /** The place one stands at who is there. */
  place: number;
}

export interface Lit {
  begin: number;
  end: number;
  /** Landmarks that the step names. */
  landmarks: number[];
}

/** How near the pointer has to be to the route or a landmark, in pixels. */
const NEAR = 12;
/** How far an arrow key goes where every spot can be picked, in metres. */
const STEP = 0.5;
/** At least so many metres are shown of what is around a route. */
const AROUND = 22;

export class FloorPlan {
  readonly root: HTMLElement;
  readonly camera: Camera;
  /** True while every spot can be picked, false while only places can. */
  isFree = false;
  /** Numbers at the beginning of each stretch, as on paper. */
  numbers: { pose: number; text: string }[] = [];
  private canvas = html("canvas", {
    class: "floor-plan",
    tabindex: "0",
    role: "application",
    "aria-label": "Plan of the building. Arrow keys go from place to place, Enter picks, plus and minus zoom, Page Up and Page Down change the level.",
  });
  private told = html("p", { class: "told", role: "status" });
  private levels: LevelSwitcher;
  private world: World | undefined;
  private level = 0;
  private shapes = new Map<number, LevelShapes>();
  private colors: Colors | undefined;
  private marks: { start?: number | undefined; goal?: number | undefined } = {};
  private poses: Pose[] = [];
  private pieces: Stretch[] = [];
  private part: Lit | undefined;
  private walker: (Point & { heading: number; level: number }) | undefined;
  private cursor: Point | undefined;
  private dragged: { landmark: number; at: Point } | undefined;
  private isDirty = false;
  private drawn: Backdrop | undefined;
  private sharpening: ReturnType<typeof setTimeout> | undefined;

  constructor(
    container: HTMLElement,
    private events: FloorPlanEvents,
  ) {
    this.levels = new LevelSwitcher((level) => this.showLevel(level));
    this.root = html("div", { class: "floor" }, this.canvas, this.levels.root, this.told);
    container.append(this.root);
    this.camera = new Camera(this.canvas, {
      onChange: () => this.redraw(),
      onClick: (at) => this.pick(at),
      onHover: (at) => this.hover(at),
      onGrab: (at) => this.grab(at),
      onDrag: (at) => {
        if (this.dragged) this.dragged.at = at;
        this.redraw();
      },
      onDrop: (at) => {
        if (this.dragged) this.events.onDropped?.(this.dragged.landmark, at);
        this.dragged = undefined;
        this.redraw();
      },
    });
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    // The cursor waits where it is for whoever comes back from a form.
    for (const change of ["blur", "focus"]) this.canvas.addEventListener(change, () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    const recolor = () => {
      this.colors = this.drawn = undefined;
      this.redraw();
    };
    new MutationObserver(recolor).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  }

  /** Shows a building: from above for the first time, or as it is looked at if it
   * is another version of the same. */
  show(world: World, isSame = false): void {
    this.world = world;
    this.shapes.clear();
    this.marks = {};
    this.poses = [];
    this.pieces = [];
    this.part = this.walker = undefined;
    if (!isSame) this.cursor = undefined;
    this.levels.show(world.building.levels);
    if (!isSame) {
      // The ground floor, or what comes nearest to it.
      const { levels } = world.building;
      const ground = levels.reduce((a, b) => (Math.abs(b.ordinal) < Math.abs(a.ordinal) ? b : a), levels[0]!);
      this.showLevel(ground.index);
      this.camera.frame(this.bounds());
    } else this.showLevel(this.level);
  }

  get shownLevel(): number {
    return this.level;
  }

  /** Shows a level, as it is looked at. */
  showLevel(level: number): void {
    if (!this.world?.building.levels[level]) return;
    if (level !== this.level) this.cursor = undefined;
    this.level = level;
    this.levels.mark(level);
    this.canvas.dataset["level"] = this.world.building.levels[level].id;
    this.redraw();
  }

  mark(marks: { start?: number | undefined; goal?: number | undefined }): void {
    this.marks = marks;
    this.redraw();
  }

  /** Shows a route from its first level on, close enough to be read. */
  showRoute(poses: Pose[], isSame = false): void {
    this.poses = poses;
    this.part = undefined;
    this.pieces = this.world ? stretches(this.world, poses) : [];
    this.levels.dot(new Set(this.pieces.map((piece) => piece.level)));
    const first = this.pieces[0];
    if (first && !isSame) {
      this.showLevel(first.level);
      this.look(first);
    }
    this.redraw();
  }

  /** Lights the part of the route of a step, and the landmarks it names. */
  light(part?: Lit): void {
    this.part = part;
    const place = part && this.poses[part.begin]?.place;
    if (part && place !== undefined && this.world) {
      this.showLevel(this.world.place(place).level);
      const bounds = boundsOf(this.line(part));
      // A step that is out of sight, or a dot in the picture, is brought near.
      if (bounds && !this.camera.shows(bounds)) {
        const piece = this.pieces.find(({ first, last }) => part.begin >= first && part.begin <= last);
        if (piece) this.look(piece);
      }
    }
    this.redraw();
  }

  showWalker(walker: Point & { heading: number; level?: number }): void {
    this.walker = { ...walker, level: walker.level ?? this.level };
    this.redraw();
  }

  hideWalker(): void {
    this.walker = undefined;
    this.redraw();
  }

  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  fit(): void {
    this.camera.fit(this.bounds(), true);
  }

  /** Draws a level with the route on a canvas of one's own, for paper. */
  picture(level: number, width: number, height: number, numbers: { pose: number; text: string }[]): HTMLCanvasElement {
    const density = 2;
    const canvas = html("canvas", { width: String(width * density), height: String(height * density) });
    const pieces = this.pieces.filter((piece) => piece.level === level);
    const camera = new Camera(document.createElement("div"), { onChange: () => {}, onClick: () => {}, onHover: () => {} });
    camera.resize(width, height);
    const around = boundsOf(pieces.flatMap((piece) => piece.line));
    const margin = 4;
    camera.fit(around && { left: around.left - margin, top: around.top - margin, right: around.right + margin, bottom: around.bottom + margin });
    const context = canvas.getContext("2d");
    if (context) this.paint(new Painter(context, camera, this.inDaylight(), density), level, numbers);
    return canvas;
  }

  /** The colours by day, whatever the hour: paper is white. */
  private inDaylight(): Colors {
    const { dataset } = document.documentElement;
    const before = dataset["theme"];
    dataset["theme"] = "light";
    const colors = colorsOf(this.root);
    if (before === undefined) delete dataset["theme"];
    else dataset["theme"] = before;
    return colors;
  }

  private bounds() {
    return this.shapesOf(this.level)?.bounds;
  }

  private look(piece: Stretch): void {
    const bounds = boundsOf(piece.line);
    if (!bounds) return;
    // A way of a few metres is shown with what is around it.
    const across = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
    const margin = Math.max(3, (AROUND - across) / 2);
    this.camera.fit(
      { left: bounds.left - margin, top: bounds.top - margin, right: bounds.right + margin, bottom: bounds.bottom + margin },
      true,
    );
  }

  private line({ begin, end }: { begin: number; end: number }): Point[] {
    const { world } = this;
    if (!world) return [];
    const places = this.poses.slice(begin, end + 1).map((pose) => world.place(pose.place));
    return places.filter((place) => place.level === this.level);
  }

  private shapesOf(level: number): LevelShapes | undefined {
    if (!this.world) return undefined;
    const shapes = this.shapes.get(level) ?? shapesOf(this.world, level);
    this.shapes.set(level, shapes);
    return shapes;
  }

  private palette(): Colors {
    return (this.colors ??= colorsOf(this.root));
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const density = Math.min(devicePixelRatio || 1, 2);
    [this.canvas.width, this.canvas.height] = [clientWidth * density, clientHeight * density];
    const isFirst = this.camera.width <= 1;
    this.camera.resize(clientWidth, clientHeight);
    if (isFirst) {
      const first = this.pieces[0];
      if (first) this.look(first);
      else this.camera.frame(this.bounds());
    }
    this.redraw();
  }

  private redraw(): void {
    if (this.isDirty) return;
    this.isDirty = true;
    requestAnimationFrame(() => {
      this.isDirty = false;
      const context = this.canvas.getContext("2d");
      if (!context || !this.world || this.camera.width <= 1) return;
      const density = this.canvas.width / Math.max(this.camera.width, 1);
      this.paint(new Painter(context, this.camera, this.palette(), density), this.level, this.numbers, this.backdrop(density));
      this.canvas.dataset["drawn"] = String(this.level);
      this.canvas.dataset["shown"] = `${this.camera.x},${this.camera.y},${this.camera.scale}`;
    });
  }

  /** The level as it was drawn last, if that still serves: moving a picture is
   * cheaper than drawing hundreds of rooms and names. */
  private backdrop(density: number): Backdrop | undefined {
    const { camera } = this;
    const shapes = this.shapesOf(this.level);
    if (!shapes) return undefined;
    const known = this.drawn?.shapes === shapes && this.drawn.density === density ? this.drawn : undefined;
    if (known?.serves(camera)) return known;
    // While somebody zooms, the old picture is good enough for a moment.
    if (known?.nearlyServes(camera)) {
      clearTimeout(this.sharpening);
      this.sharpening = setTimeout(() => {
        this.drawn = undefined;
        this.redraw();
      }, 120);
      return known;
    }
    this.drawn = new Backdrop(shapes, camera, this.palette(), density);
    return this.drawn;
  }

  /** A level with everything on it: on the screen before a backdrop, on paper
   * without one. */
  private paint(painter: Painter, level: number, numbers: { pose: number; text: string }[], backdrop?: Backdrop): void {
    const { world } = this;
    const shapes = this.shapesOf(level);
    if (!world || !shapes) return;
    const isPaper = backdrop === undefined;
    const colors = this.palette();
    if (backdrop) painter.picture(backdrop.floors, backdrop.frame);
    else painter.level(shapes);
    const pieces = this.pieces.filter((piece) => piece.level === level);
    painter.route(pieces.map((piece) => piece.line), this.part !== undefined && !isPaper);
    if (this.part && !isPaper) painter.lit(this.line(this.part));
    if (backdrop) painter.picture(backdrop.names, backdrop.frame);
    else painter.names(shapes);
    const lit = [...(this.part?.landmarks ?? []), ...(this.dragged ? [this.dragged.landmark] : [])];
    if (!isPaper) painter.litLandmarks(shapes, new Set(lit));
    for (const piece of pieces) {
      const end = piece.line[piece.line.length - 1];
      if (end && piece.leaves) {
        painter.badge(end, piece.leaves.isUp ? "↑" : "↓", colors.route, 11);
        painter.aside(end, piece.leaves.name);
      }
    }
    for (const { pose, text } of numbers) {
      const place = world.place(this.poses[pose]?.place ?? 0);
      if (place.level === level) painter.badge(place, text, "#1b1d21", 9);
    }
    const { start, goal } = this.marks;
    for (const [index, text, color] of [[goal, "G", "#d4145a"], [start, "S", "#0f6b63"]] as const) {
      const place = index === undefined ? undefined : world.place(index);
      if (place?.level === level) painter.badge(place, text, color);
    }
    if (isPaper) return;
    if (this.walker?.level === level) painter.walker(this.walker, this.walker.heading);
    if (this.dragged) painter.cursor(this.dragged.at);
    else if (this.cursor && document.activeElement === this.canvas) painter.cursor(this.cursor);
  }

  private spot(at: Point): Spot | undefined {
    const { world, level } = this;
    const area = world && this.areaAt(at);
    const places = world?.places.filter((place) => place.level === level) ?? [];
    const inside = area === undefined ? [] : places.filter((place) => place.area === area && place.door === undefined);
    const place = nearest(inside.length > 0 ? inside : places, at);
    return place && { ...at, level, place: place.index };
  }

  private areaAt(at: Point): number | undefined {
    let best: { index: number; size: number } | undefined;
    for (const { index, level, outline } of this.world?.building.areas ?? []) {
      if (level !== this.level || outline.length < 3 || !contains(outline, at)) continue;
      const bounds = boundsOf(outline)!;
      const size = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
      if (!best || size < best.size) best = { index, size };
    }
    return best?.index;
  }

  private pick(at: Point): void {
    const spot = this.spot(at);
    if (spot) this.events.onPick(spot);
  }

  private grab(at: Point): boolean {
    if (!this.isFree || !this.world) return false;
    const near = this.landmarkAt(at);
    if (near !== undefined) this.dragged = { landmark: near, at };
    return near !== undefined;
  }

  /** The landmark at a spot of the level that is shown. */
  landmarkAt(at: Point): number | undefined {
    const here = this.world?.building.landmarks.filter((one) => one.level === this.level) ?? [];
    const best = nearest(here.map((one) => ({ ...one.at, index: one.index })), at);
    return best && Math.hypot(best.x - at.x, best.y - at.y) * this.camera.scale < NEAR ? best.index : undefined;
  }

  /** The door at a spot of the level that is shown. */
  doorAt(at: Point): number | undefined {
    const here = this.world?.building.doors.filter((one) => one.level === this.level) ?? [];
    const middles = here.map(({ line: [a, b], index }) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, index }));
    const best = nearest(middles, at);
    return best && Math.hypot(best.x - at.x, best.y - at.y) * this.camera.scale < NEAR + 4 ? best.index : undefined;
  }

  private hover(at: Point | undefined): void {
    if (!this.events.onRoute || this.isFree) return;
    this.events.onRoute(at && this.poseAt(at));
  }

  /** The pose of the route that a spot is at. */
  private poseAt(at: Point): number | undefined {
    let best: number | undefined;
    let least = NEAR / this.camera.scale;
    for (const { level, line, first } of this.pieces) {
      if (level !== this.level) continue;
      for (let i = 0; i + 1 < line.length; i++) {
        const off = fromLine(at, line[i]!, line[i + 1]!);
        if (off < least) [best, least] = [first + i, off];
      }
    }
    return best;
  }

  private onKey(event: KeyboardEvent): void {
    const headings: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };
    const heading = headings[event.key];
    const levels = this.world?.building.levels.length ?? 1;
    if (heading !== undefined) this.arrow(heading, event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") {
      this.cursor ??= this.firstPlace();
      if (this.cursor) this.pick(this.cursor);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const level = this.level + (event.key === "PageUp" ? 1 : -1);
      if (level >= 0 && level < levels) this.showLevel(level);
      this.say(this.world?.building.levels[this.level]?.name ?? "");
    } else return;
    event.preventDefault();
  }

  private arrow(heading: number, isPan: boolean): void {
    const [dx, dy] = [[0, 1, 0, -1][heading / 90] ?? 0, [-1, 0, 1, 0][heading / 90] ?? 0];
    if (isPan) return this.camera.pan(dx * 60, dy * 60);
    const before = this.cursor;
    if (!before) this.cursor = this.firstPlace();
    else if (this.isFree) {
      this.cursor = { x: before.x + dx * STEP, y: before.y + dy * STEP };
    } else this.cursor = this.neighbour(before, heading) ?? before;
    if (!this.cursor) return;
    const { x, y } = this.camera.toScreen(this.cursor);
    const margin = 30;
    const over = (value: number, size: number) => Math.min(0, value - margin) + Math.max(0, value - size + margin);
    this.camera.pan(over(x, this.camera.width), over(y, this.camera.height));
    this.say(this.describe(this.cursor));
  }

  private firstPlace(): Point | undefined {
    const { world, marks, level } = this;
    const known = [marks.start, marks.goal].map((index) => (index === undefined ? undefined : world?.place(index)));
    const marked = known.find((place) => place?.level === level);
    const here = world?.places.filter((place) => place.level === level) ?? [];
    return marked ?? nearest(here, { x: this.camera.x, y: this.camera.y });
  }

  /** The nearest place on that side, passage or not. */
  private neighbour(from: Point, heading: number): Point | undefined {
    let best: Point | undefined;
    let least = Infinity;
    for (const place of this.world?.places ?? []) {
      const distance = Math.hypot(place.x - from.x, place.y - from.y);
      if (place.level !== this.level || distance < 1e-6) continue;
      const off = Math.abs(turnTo(heading, headingFrom(from, place)));
      const cost = distance * (1 + off / 20);
      if (off < 60 && cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  private describe(at: Point): string {
    const { world } = this;
    if (!world) return "";
    const landmark = this.landmarkAt(at);
    const door = this.doorAt(at);
    const area = this.areaAt(at);
    const inside = area === undefined ? undefined : world.building.areas[area];
    const parts = [
      landmark === undefined ? undefined : landmarkName(world.building.landmarks[landmark]!),
      door === undefined ? undefined : (world.building.doors[door]?.name ?? "door"),
      inside && (areaName(inside) ?? inside.kind),
      `${at.x.toFixed(1)}, ${at.y.toFixed(1)}`,
    ];
    return parts.filter(Boolean).join(", ");
  }

  private say(text: string): void {
    this.told.textContent = text;
  }
}

function nearest<T extends Point>(points: T[], at: Point): T | undefined {
  let best: T | undefined;
  let least = Infinity;
  for (const point of points) {
    const off = Math.hypot(point.x - at.x, point.y - at.y);
    if (off < least) [best, least] = [point, off];
  }
  return best;
}

/** How far a point is from the line between two. */
function fromLine(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(Math.max(((at.x - a.x) * dx + (at.y - a.y) * dy) / length, 0), 1);
  return Math.hypot(at.x - a.x - along * dx, at.y - a.y - along * dy);
}

export function contains(outline: Point[], { x, y }: Point): boolean {
  let isInside = false;
  outline.forEach((a, number) => {
    const b = outline[(number + 1) % outline.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
  });
  return isInside;
}
