// The plan: a world from above, where one picks a start and a goal, sees the
// route, and sees where somebody walks. SVG, so that every place is a button
// that a keyboard and a screen reader find.

import { headingFrom, turnTo, vector, type Point } from "../world/heading";
import { kindColor, objectIcon, pictureIcon } from "../world/kinds";
import { floorPainting } from "../world/textures";
import type { Place, World } from "../world/world";
import { walkerShape } from "./figures";
import { svg } from "./svg";
import { Viewport } from "./viewport";

/** Pixels of a usual passage, and of a corridor's width. */
const PASSAGE = 72;
const WIDTH = 22;
/** Larger worlds are drawn where one looks, not as a whole. */
const MOST_PLACES = 1200;

export interface Marks {
  start?: number | undefined;
  heading?: number | undefined;
  goal?: number | undefined;
}

export interface PlanEvents {
  onPick: (place: number) => void;
  onHeading: (heading: number) => void;
}

/** A pose of a route; a heading of -1 is unknown. */
export type RoutePose = { place: number; heading: number };

export class Plan {
  readonly root: SVGSVGElement;
  readonly viewport: Viewport;
  private floors = svg("g");
  private routeLayer = svg("g", { class: "route" });
  private litLayer = svg("g", { class: "lit" });
  private placeLayer = svg("g", { role: "group", "aria-label": "Places" });
  private markLayer = svg("g", { class: "marks" });
  private walker = svg("g", { class: "walker", visibility: "hidden" });
  private world: World | undefined;
  private buttons = new Map<number, SVGElement>();
  private current = 0;
  private marks: Marks = {};
  private route: RoutePose[] = [];

  constructor(
    container: HTMLElement,
    private events: PlanEvents,
  ) {
    this.root = svg("svg", { class: "plan", role: "group", "aria-label": "Plan of the building" });
    this.walker.append(...walkerShape());
    this.root.append(
      this.floors,
      this.routeLayer,
      this.litLayer,
      this.placeLayer,
      this.walker,
      this.markLayer,
    );
    container.append(this.root);
    this.viewport = new Viewport(this.root, () => this.redrawIfLarge());
    this.placeLayer.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Shows a world without any mark. */
  show(world: World): void {
    this.world = world;
    this.marks = {};
    this.route = [];
    this.current = 0;
    this.hideWalker();
    const xs = world.places.map((place) => place.x);
    const ys = world.places.map((place) => place.y);
    const corner = this.at({ x: least(xs), y: least(ys) });
    const opposite = this.at({ x: -least(xs.map((x) => -x)), y: -least(ys.map((y) => -y)) });
    // Names stand to the right of their places and must not be cut off.
    for (const place of world.places) {
      const end = this.at(place).x + (place.name?.length ?? 0) * 7 - 20;
      opposite.x = Math.max(opposite.x, end);
    }
    const isLarge = world.places.length > MOST_PLACES;
    const first = this.at(world.place(0));
    const far = { x: first.x + 14 * PASSAGE, y: first.y + 10 * PASSAGE };
    this.viewport.frame(isLarge ? first : corner, isLarge ? far : opposite, 34);
    this.draw();
  }

  zoom(factor: number): void {
    this.viewport.zoom(factor);
  }

  fit(): void {
    this.viewport.fit();
  }

  /** Where start and goal are. */
  mark(marks: Marks): void {
    this.marks = marks;
    this.drawMarks();
    this.describePlaces();
  }

  /** The route between them. */
  showRoute(route: RoutePose[]): void {
    this.route = route;
    this.light();
    this.routeLayer.replaceChildren();
    if (route.length < 2) return;
    const points = route.map((pose) => this.point(pose.place));
    const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    this.routeLayer.append(
      svg("polyline", { points: line, class: "casing" }),
      svg("polyline", { points: line, class: "line" }),
    );
    for (let i = 0; i + 1 < points.length; i++) {
      const [a, b] = [points[i], points[i + 1]];
      if (!a || !b || (a.x === b.x && a.y === b.y)) continue;
      const transform = `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${headingFrom(a, b)})`;
      this.routeLayer.append(svg("path", { transform, d: "M-5 4L0-5L5 4", class: "tick" }));
    }
  }

  /** Lights the part of the route between two of its poses. */
  light(part?: { begin: number; end: number }): void {
    this.litLayer.replaceChildren();
    this.root.classList.toggle("has-lit", part !== undefined);
    if (!part) return;
    const poses = this.route.slice(part.begin, part.end + 1);
    const points = poses.map((pose) => this.point(pose.place));
    const first = points[0];
    if (!first) return;
    const isTurn = points.every((point) => point.x === first.x && point.y === first.y);
    if (isTurn) this.litLayer.append(...turnArrow(first, poses));
    else {
      const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
      this.litLayer.append(svg("polyline", { points: line, class: "glow" }), svg("polyline", { points: line, class: "line" }));
    }
  }

  /** Shows somebody at a point of the world. */
  showWalker({ x, y, heading }: Point & { heading: number }): void {
    const point = this.at({ x, y });
    this.walker.setAttribute("transform", `translate(${point.x} ${point.y}) rotate(${heading})`);
    this.walker.setAttribute("visibility", "visible");
  }

  hideWalker(): void {
    this.walker.setAttribute("visibility", "hidden");
  }

  private at(point: Point): Point {
    const scale = PASSAGE / (this.world?.unit ?? 1);
    return { x: point.x * scale, y: point.y * scale };
  }

  private point(place: number): Point {
    return this.at(this.world?.place(place) ?? { x: 0, y: 0 });
  }

  private redrawIfLarge(): void {
    if ((this.world?.places.length ?? 0) > MOST_PLACES) this.draw();
  }

  /** The places that are in sight, all of them in a world of usual size. */
  private shown(): Place[] {
    const places = this.world?.places ?? [];
    if (places.length <= MOST_PLACES) return places;
    const found: Place[] = [];
    for (const place of places) {
      if (this.viewport.shows(this.at(place))) found.push(place);
      if (found.length >= MOST_PLACES) break;
    }
    return found;
  }

  private draw(): void {
    const { world } = this;
    if (!world) return;
    const places = this.shown();
    const within = new Set(places.map((place) => place.index));
    const passages = new Set(places.flatMap((place) => place.exits.map((exit) => exit.passage)));
    const patterns = svg("defs");
    const casing = svg("g", { class: "casing" });
    const floors = svg("g");
    const pictures = svg("g", { class: "pictures" });
    const kinds = new Set<string>();
    for (const index of passages) {
      const passage = world.passage(index);
      kinds.add(passage.floor);
      const [a, b] = [this.point(passage.ends[0]), this.point(passage.ends[1])];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const transform = `translate(${a.x.toFixed(2)} ${a.y.toFixed(2)}) rotate(${(headingFrom(a, b) - 90).toFixed(3)})`;
      const half = WIDTH / 2;
      const size = { x: 0, y: -half, width: length.toFixed(2), height: WIDTH };
      casing.append(svg("rect", { ...size, y: -half - 1.5, height: WIDTH + 3, transform }));
      floors.append(svg("rect", { ...size, fill: `url(#floor-${slug(passage.floor)})`, transform }));
      if (passage.wall) pictures.append(wallMarks(passage.wall, transform, length));
    }
    for (const kind of kinds) patterns.append(floorPattern(kind));
    const spots = svg("g", { class: "spots" });
    for (const place of places) {
      const { x, y } = this.at(place);
      casing.append(svg("circle", { cx: x, cy: y, r: WIDTH * 0.62 + 1.5 }));
      spots.append(svg("circle", { cx: x, cy: y, r: WIDTH * 0.62 }));
    }
    this.floors.replaceChildren(patterns, casing, floors, pictures, spots);
    this.drawPlaces(places, within);
    this.showRoute(this.route);
    this.drawMarks();
  }

  private drawPlaces(places: Place[], within: Set<number>): void {
    this.buttons.clear();
    if (!within.has(this.current)) this.current = places[0]?.index ?? 0;
    const buttons = places.map((place) => {
      const { x, y } = this.at(place);
      const button = svg("g", { class: "place", role: "button", transform: `translate(${x} ${y})` });
      button.tabIndex = place.index === this.current ? 0 : -1;
      button.append(svg("circle", { r: PASSAGE * 0.33, class: "hit" }));
      button.append(svg("circle", { r: WIDTH * 0.62 + 2, class: "halo" }));
      const count = place.objects.length;
      place.objects.forEach((kind, number) => {
        const shift = (number - (count - 1) / 2) * 15;
        button.append(objectMark(kind, shift, count > 1 ? 6.5 : 8.5));
      });
      if (place.name) {
        const label = svg("text", { x: WIDTH * 0.55, y: -WIDTH * 0.62, class: "name" });
        label.textContent = place.name;
        button.append(label);
      }
      button.addEventListener("click", () => {
        if (!this.viewport.wasDragged) this.pick(place.index);
      });
      button.addEventListener("focus", () => this.setCurrent(place.index));
      this.buttons.set(place.index, button);
      return button;
    });
    this.placeLayer.replaceChildren(...buttons);
    this.describePlaces();
  }

  /** What a screen reader says about each place. */
  private describePlaces(): void {
    for (const [index, button] of this.buttons) {
      const place = this.world?.place(index);
      if (!place) continue;
      const parts = [`Place ${place.x},${place.y}`, place.name, ...place.objects];
      if (index === this.marks.start) parts.push("start");
      if (index === this.marks.goal) parts.push("goal");
      button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
    }
  }

  private pick(index: number): void {
    this.setCurrent(index);
    this.events.onPick(index);
  }

  private setCurrent(index: number): void {
    const before = this.buttons.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = index;
    const now = this.buttons.get(index);
    if (now) now.tabIndex = 0;
  }

  private onKey(event: KeyboardEvent): void {
    const headings: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };
    const heading = headings[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(this.current);
    } else if (heading !== undefined) {
      event.preventDefault();
      const next = this.neighbour(heading);
      if (next !== undefined) this.buttons.get(next)?.focus();
    }
  }

  /** The nearest place on that side, passage or not. */
  private neighbour(heading: number): number | undefined {
    const from = this.point(this.current);
    let best: number | undefined;
    let least = Infinity;
    for (const index of this.buttons.keys()) {
      const to = this.point(index);
      const distance = Math.hypot(to.x - from.x, to.y - from.y);
      if (distance === 0) continue;
      const off = Math.abs(turnTo(heading, headingFrom(from, to)));
      const cost = distance * (1 + off / 20);
      if (off < 60 && cost < least) [best, least] = [index, cost];
    }
    return best;
  }

  private drawMarks(): void {
    const { start, heading, goal } = this.marks;
    this.markLayer.replaceChildren();
    if (goal !== undefined) this.markLayer.append(badge(this.point(goal), "G", "goal"));
    if (start === undefined || !this.world) return;
    const center = this.point(start);
    for (const exit of this.world.place(start).exits) {
      const isChosen = heading !== undefined && Math.abs(turnTo(heading, exit.heading)) < 1;
      const handle = svg("path", {
        class: isChosen ? "handle chosen" : "handle",
        transform: `translate(${center.x} ${center.y}) rotate(${exit.heading})`,
        d: "M-8-17L0-29L8-17Z",
      });
      handle.addEventListener("click", () => this.events.onHeading(exit.heading));
      this.markLayer.append(handle);
    }
    this.markLayer.append(badge(center, "S", "start"));
  }
}

/** The smallest number of a list of any length. */
function least(numbers: number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

export function slug(kind: string): string {
  return kind.replace(/[^a-zA-Z0-9]/g, (sign) => `_${sign.codePointAt(0)}`);
}

function floorPattern(kind: string): SVGElement {
  const pattern = svg("pattern", {
    id: `floor-${slug(kind)}`,
    width: WIDTH,
    height: WIDTH,
    y: -WIDTH / 2,
    patternUnits: "userSpaceOnUse",
  });
  pattern.append(svg("image", { href: floorPainting(kind).toDataURL(), width: WIDTH, height: WIDTH }));
  return pattern;
}

/** A coloured edge along both walls and the picture in the middle of each. */
function wallMarks(kind: string, transform: string, length: number): SVGElement {
  const group = svg("g", { transform, fill: kindColor("wall", kind) });
  for (const side of [-1, 1]) {
    const y = side * (WIDTH / 2 + 1.5);
    group.append(svg("rect", { x: WIDTH * 0.6, y: y - 1.75, width: Math.max(0, length - WIDTH * 1.2), height: 3.5 }));
    group.append(
      svg("path", { transform: `translate(${length / 2} ${side * (WIDTH / 2 + 10)}) scale(6)`, d: pictureIcon(kind) }),
    );
  }
  return group;
}

export function objectMark(kind: string, x: number, size: number): SVGElement {
  const path = objectIcon(kind);
  if (path) return svg("path", { transform: `translate(${x} 0) scale(${size})`, d: path, class: "object" });
  const text = svg("text", { x, y: size * 0.45, "font-size": size * 1.3, class: "object-name" });
  text.textContent = [...kind].slice(0, 2).join("");
  return text;
}

function badge(at: Point, letter: string, name: string): SVGElement {
  const group = svg("g", { class: `badge ${name}`, transform: `translate(${at.x} ${at.y})` });
  const text = svg("text", { y: 4.5 });
  text.textContent = letter;
  group.append(svg("circle", { r: 12.5 }), text);
  return group;
}

/** An arc from the first heading to the last. */
function turnArrow(center: Point, poses: RoutePose[]): SVGElement[] {
  const radius = 25;
  const last = poses[poses.length - 1]?.heading ?? 0;
  const first = poses[0]?.heading ?? -1;
  const tip = vector(last);
  const end = { x: center.x + tip.x * radius, y: center.y + tip.y * radius };
  const arrow = svg("path", {
    class: "tip",
    transform: `translate(${center.x + tip.x * (radius + 9)} ${center.y + tip.y * (radius + 9)}) rotate(${last})`,
    d: "M-8 6L0-7L8 6Z",
  });
  if (first < 0) {
    const line = `${center.x},${center.y} ${end.x},${end.y}`;
    return [svg("polyline", { points: line, class: "line" }), arrow];
  }
  let turn = 0;
  for (let i = 0; i + 1 < poses.length; i++) {
    turn += turnTo(poses[i]?.heading ?? 0, poses[i + 1]?.heading ?? 0);
  }
  const from = vector(first);
  const start = { x: center.x + from.x * radius, y: center.y + from.y * radius };
  const [large, sweep] = [Math.abs(turn) > 180 ? 1 : 0, turn > 0 ? 1 : 0];
  const d = `M${start.x} ${start.y}A${radius} ${radius} 0 ${large} ${sweep} ${end.x} ${end.y}`;
  return [svg("path", { d, class: "glow" }), svg("path", { d, class: "line" }), arrow];
}
