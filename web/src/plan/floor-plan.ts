// The plan of a building, a level at a time: a picture, so that thousands of
// rooms move smoothly. Whoever cannot see it has the same by keyboard and words:
// the arrows go from place to place, and what is there is said.

import { html } from "../html";
import type { Point } from "../world/heading";
import type { Pose, World } from "../world/world";
import { Camera } from "./camera";
import { cursorFigure, walkerFigure } from "./figures";
import { LevelSwitcher } from "./levels";
import { colorsOf, Painter, type Colors } from "./paint";
import { boundsOf, shapesOf, type LevelShapes } from "./shapes";
import { Sheet } from "./sheet";
import { NEAR, Spots, type Spot } from "./spots";
import { poseAt, stretches, type Stretch } from "./stretches";

export interface FloorPlanEvents {
  /** Somebody points at a spot of a level. */
  onPick: (spot: Spot) => void;
  /** The pose of the route that the pointer is at, or none. */
  onRoute?: (pose: number | undefined) => void;
  /** Something is dragged to another spot. */
  onDropped?: (landmark: number, to: Point) => void;
}

export interface Lit {
  begin: number;
  end: number;
  /** Landmarks that the step names. */
  landmarks: number[];
}

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
  private surface = html("div", {
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
  private sheet: Sheet;
  private walkerFigure = walkerFigure();
  private cursorFigure = cursorFigure();

  constructor(
    container: HTMLElement,
    private events: FloorPlanEvents,
  ) {
    this.levels = new LevelSwitcher((level) => this.showLevel(level));
    this.root = html("div", { class: "floor" }, this.surface, this.levels.root, this.told);
    this.camera = new Camera(this.surface, {
      onChange: () => this.sheet.move(),
      onClick: (at) => this.pick(at),
      onHover: (at) => this.hover(at),
      onGrab: (at) => this.grab(at),
      onDrag: (at) => {
        if (this.dragged) this.dragged.at = at;
        this.showFigures();
      },
      onDrop: (at) => {
        if (this.dragged) this.events.onDropped?.(this.dragged.landmark, at);
        this.dragged = undefined;
        this.redraw();
      },
    });
    this.sheet = new Sheet(
      this.camera,
      (context, frame, density) => this.paint(new Painter(context, frame, this.palette(), density), this.level, this.numbers),
      () => this.onShown(),
    );
    this.surface.append(this.sheet.canvas, this.walkerFigure, this.cursorFigure);
    container.append(this.root);
    this.surface.addEventListener("keydown", (event) => this.onKey(event));
    // The cursor waits where it is for whoever comes back from a form.
    for (const change of ["blur", "focus"]) this.surface.addEventListener(change, () => this.showFigures());
    new ResizeObserver(() => this.resize()).observe(this.surface);
    const recolor = () => {
      this.colors = undefined;
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
    this.surface.dataset["level"] = this.world.building.levels[level].id;
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
    this.showFigures();
  }

  hideWalker(): void {
    this.walker = undefined;
    this.showFigures();
  }

  focus(): void {
    this.surface.focus({ preventScroll: true });
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
    if (context) this.paint(new Painter(context, camera, this.inDaylight(), density), level, numbers, true);
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
    const { clientWidth, clientHeight } = this.surface;
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
    this.showFigures();
    this.sheet.renew();
  }

  private onShown(): void {
    const { camera, surface } = this;
    surface.dataset["drawn"] = String(this.level);
    surface.dataset["lit"] = this.litLandmarks().map((index) => this.world?.building.landmarks[index]?.id).join(" ");
    surface.dataset["shown"] = `${camera.x},${camera.y},${camera.scale}`;
  }

  /** Who walks, and where the keyboard or what is dragged is: they move by
   * themselves. */
  private showFigures(): void {
    const { walker, dragged, cursor } = this;
    this.sheet.stand(this.walkerFigure, walker?.level === this.level ? walker : undefined);
    this.sheet.stand(this.cursorFigure, dragged?.at ?? (document.activeElement === this.surface ? cursor : undefined));
  }

  /** A level with everything that is drawn on it. */
  private paint(painter: Painter, level: number, numbers: { pose: number; text: string }[], isPaper = false): boolean {
    const { world } = this;
    const shapes = this.shapesOf(level);
    if (!world || !shapes) return false;
    const colors = this.palette();
    painter.level(shapes);
    const pieces = this.pieces.filter((piece) => piece.level === level);
    painter.route(pieces.map((piece) => piece.line), this.part !== undefined && !isPaper);
    if (this.part && !isPaper) painter.lit(this.line(this.part));
    painter.names(shapes);
    if (!isPaper) painter.litLandmarks(shapes, new Set(this.litLandmarks()));
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
    return true;
  }

  private litLandmarks(): number[] {
    return [...(this.part?.landmarks ?? []), ...(this.dragged ? [this.dragged.landmark] : [])];
  }

  /** What is where on the level that is shown. */
  private get spots(): Spots | undefined {
    return this.world && new Spots(this.world, this.level, this.camera.scale);
  }

  private pick(at: Point): void {
    const spot = this.spots?.spot(at);
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
    return this.spots?.landmark(at);
  }

  /** The door at a spot of the level that is shown. */
  doorAt(at: Point): number | undefined {
    return this.spots?.door(at);
  }

  private hover(at: Point | undefined): void {
    if (!this.events.onRoute || this.isFree) return;
    this.events.onRoute(at && poseAt(this.pieces, this.level, at, NEAR / this.camera.scale));
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
    } else this.cursor = this.spots?.neighbour(before, heading) ?? before;
    if (!this.cursor) return;
    const { x, y } = this.camera.toScreen(this.cursor);
    const margin = 30;
    const over = (value: number, size: number) => Math.min(0, value - margin) + Math.max(0, value - size + margin);
    this.camera.pan(over(x, this.camera.width), over(y, this.camera.height));
    this.showFigures();
    this.say(this.spots?.describe(this.cursor) ?? "");
  }

  private firstPlace(): Point | undefined {
    const { world, marks, level } = this;
    const known = [marks.start, marks.goal].map((index) => (index === undefined ? undefined : world?.place(index)));
    const marked = known.find((place) => place?.level === level);
    return marked ?? this.spots?.nearestPlace({ x: this.camera.x, y: this.camera.y });
  }

  private say(text: string): void {
    this.told.textContent = text;
  }
}
