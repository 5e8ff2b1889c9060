// A level on a canvas: floors, walls, doors, signs, names where there is room
// for them, and the route.

import type { AreaKind, ConnectionKind } from "../world/building";
import { headingFrom, type Point } from "../world/heading";
import type { LevelShapes } from "./shapes";

/** What part of a level is drawn, and how large. */
export interface Frame {
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
}

/** The colours of a plan, as the page's style has them. */
export interface Colors {
  paper: string;
  ink: string;
  muted: string;
  wall: string;
  glass: string;
  door: string;
  locked: string;
  landmark: string;
  route: string;
  start: string;
  lit: string;
  areas: Record<AreaKind, string>;
}

const AREA_KINDS: AreaKind[] = [
  "room", "corridor", "hall", "restroom", "stairs", "lift", "escalator", "ramp", "platform", "outdoors", "void",
];

export function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const areas = Object.fromEntries(AREA_KINDS.map((kind) => [kind, color(`area-${kind}`) || color("area-room")]));
  return {
    paper: color("card"),
    ink: color("ink"),
    muted: color("muted"),
    wall: color("wall"),
    glass: color("glass"),
    door: color("door"),
    locked: color("locked"),
    landmark: color("landmark"),
    route: color("route"),
    start: color("start"),
    lit: "#ffd34d",
    areas: areas as Record<AreaKind, string>,
  };
}

/** Signs in a box of 24 by 24. */
const SIGNS: Record<ConnectionKind, string> = {
  stairs: "M4 19h4v-4h4v-4h4V7h4",
  escalator: "M3 18h4l9-10h5M15 14l4 4m0-4v4h-4",
  lift: "m8 11 4-5 4 5m-8 3 4 5 4-5",
  ramp: "M3 19h18L3 9Z",
};

/** How many pixels a metre needs before a landmark's name is written. */
const NAMES_FROM = 13;

/** Spots that are taken, so that no word covers another. */
class Taken {
  private boxes: [number, number, number, number][] = [];

  claim(x: number, y: number, width: number, height: number): boolean {
    const box: [number, number, number, number] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const isFree = this.boxes.every(([l, t, r, b]) => box[2] < l || box[0] > r || box[3] < t || box[1] > b);
    if (isFree) this.boxes.push(box);
    return isFree;
  }
}

export class Painter {
  private taken = new Taken();

  constructor(
    private context: CanvasRenderingContext2D,
    private frame: Frame,
    private colors: Colors,
    private density: number,
  ) {}

  /** In metres: what is drawn is moved and zoomed with the plan. */
  private inMetres(): void {
    const { x, y, scale, width, height } = this.frame;
    const zoom = scale * this.density;
    this.context.setTransform(zoom, 0, 0, zoom, (width / 2 - x * scale) * this.density, (height / 2 - y * scale) * this.density);
  }

  private inPixels(): void {
    this.context.setTransform(this.density, 0, 0, this.density, 0, 0);
  }

  private at({ x, y }: Point): Point {
    const { frame } = this;
    return { x: (x - frame.x) * frame.scale + frame.width / 2, y: (y - frame.y) * frame.scale + frame.height / 2 };
  }

  private isInSight({ x, y }: Point, margin = 40): boolean {
    const { width, height } = this.frame;
    return x > -margin && y > -margin && x < width + margin && y < height + margin;
  }

  level(shapes: LevelShapes): void {
    const { context, colors, frame } = this;
    this.inPixels();
    context.fillStyle = colors.paper;
    context.fillRect(0, 0, frame.width, frame.height);
    this.inMetres();
    const pixel = 1 / frame.scale;
    context.lineJoin = context.lineCap = "round";
    // What is outside or below everything comes first.
    const order: AreaKind[] = ["outdoors", "hall", "platform", "corridor", "room", "restroom", "void", "ramp", "stairs", "escalator", "lift"];
    for (const kind of order) {
      const path = shapes.areas.get(kind);
      if (!path) continue;
      context.fillStyle = colors.areas[kind];
      context.fill(path, "evenodd");
    }
    if (shapes.ways) this.stroke(shapes.ways, colors.areas.corridor, Math.max(1.2, 5 * pixel));
    const wall = Math.max(0.12, 1.1 * pixel);
    this.stroke(shapes.outlines, colors.wall, wall);
    this.stroke(shapes.glass, colors.glass, wall);
    this.stroke(shapes.walls, colors.wall, Math.max(0.16, 1.6 * pixel));
    this.stroke(shapes.gaps, colors.areas.corridor, Math.max(0.22, 2.6 * pixel));
    if (frame.scale > 3) this.stroke(shapes.doors, colors.door, Math.max(0.07, 1.6 * pixel));
    this.stroke(shapes.locked, colors.locked, Math.max(0.16, 2.6 * pixel));
  }

  private stroke(path: Path2D, color: string, width: number): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = width;
    this.context.stroke(path);
  }

  /** Stairs, lifts, landmarks, and the names of everything. */
  names(shapes: LevelShapes): void {
    const { context, frame, colors } = this;
    this.inPixels();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { at, kind } of shapes.stops) {
      const spot = this.at(at);
      if (!this.isInSight(spot)) continue;
      const size = Math.min(Math.max(frame.scale * 1.2, 7), 20);
      if (frame.scale > 1.2 || this.taken.claim(spot.x, spot.y, size, size)) this.sign(spot, kind, size);
      this.taken.claim(spot.x, spot.y, size, size);
    }
    const dot = this.dotSize;
    for (const { landmark } of frame.scale > 2.5 ? shapes.landmarks : []) {
      const spot = this.at(landmark.at);
      if (this.isInSight(spot)) this.dot(spot, dot, colors.landmark, false);
    }
    for (const label of shapes.labels) {
      const spot = this.at(label.at);
      if (this.isInSight(spot)) this.label(spot, label.texts, label.width * frame.scale, label.height * frame.scale);
    }
    if (frame.scale < NAMES_FROM) return;
    for (const { landmark, name } of shapes.landmarks) {
      const spot = this.at(landmark.at);
      if (this.isInSight(spot)) this.words({ x: spot.x, y: spot.y + dot + 8 }, name, 10.5, colors.muted);
    }
  }

  private get dotSize(): number {
    return Math.min(Math.max(this.frame.scale * 0.22, 1.4), 4.5);
  }

  /** Landmarks that somebody speaks of, with their names at any zoom. */
  litLandmarks(shapes: LevelShapes, lit: Set<number>): void {
    this.inPixels();
    this.context.textAlign = "center";
    this.context.textBaseline = "middle";
    for (const { landmark, name } of shapes.landmarks) {
      if (!lit.has(landmark.index)) continue;
      const spot = this.at(landmark.at);
      this.dot(spot, this.dotSize + 3, this.colors.lit, true);
      this.plate({ x: spot.x, y: spot.y - this.dotSize - 14 }, name);
    }
  }

  /** A name in the room there is for it: in one line, in two, or shorter. */
  private label(at: Point, texts: string[], width: number, height: number): void {
    const { context, colors } = this;
    const size = 12;
    context.font = `500 ${size}px ${FONT}`;
    for (const text of texts) {
      for (const lines of [[text], halves(text)]) {
        const widest = Math.max(...lines.map((line) => context.measureText(line).width));
        const tall = lines.length * size * 1.2;
        if (widest > width - 6 || tall > height - 2 || lines.length === 0) continue;
        if (!this.taken.claim(at.x, at.y, widest, tall)) continue;
        lines.forEach((line, number) => {
          const y = at.y + (number - (lines.length - 1) / 2) * size * 1.2;
          this.outlined(line, at.x, y, colors.ink);
        });
        return;
      }
    }
  }

  private words(at: Point, text: string, size: number, color: string): void {
    this.context.font = `500 ${size}px ${FONT}`;
    const { width } = this.context.measureText(text);
    if (this.taken.claim(at.x, at.y, width, size)) this.outlined(text, at.x, at.y, color);
  }

  /** Words on a ground of their own, over whatever is there. */
  private plate(at: Point, text: string): void {
    const { context, colors } = this;
    context.font = `700 12px ${FONT}`;
    const width = context.measureText(text).width + 10;
    context.beginPath();
    context.roundRect(at.x - width / 2, at.y - 9, width, 18, 4);
    context.fillStyle = colors.paper;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = colors.route;
    context.stroke();
    context.fillStyle = colors.ink;
    context.fillText(text, at.x, at.y);
  }

  private outlined(text: string, x: number, y: number, color: string): void {
    const { context, colors } = this;
    context.lineWidth = 3;
    context.strokeStyle = colors.paper;
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  private dot(at: Point, radius: number, color: string, isRinged: boolean): void {
    const { context, colors } = this;
    context.beginPath();
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    if (!isRinged) return;
    context.lineWidth = 2;
    context.strokeStyle = colors.route;
    context.stroke();
  }

  private sign(at: Point, kind: ConnectionKind, size: number): void {
    const { context, colors } = this;
    context.fillStyle = colors.ink;
    context.beginPath();
    context.roundRect(at.x - size / 2, at.y - size / 2, size, size, size / 5);
    context.fill();
    if (size < 9) return;
    context.save();
    context.translate(at.x - size / 2, at.y - size / 2);
    context.scale(size / 24, size / 24);
    context.lineWidth = 2.6;
    context.strokeStyle = colors.paper;
    context.stroke(new Path2D(SIGNS[kind]));
    context.restore();
  }

  /** The part of the route on this level, piece by piece. */
  route(pieces: Point[][], isFaint: boolean): void {
    const { context, colors } = this;
    this.inPixels();
    context.globalAlpha = isFaint ? 0.5 : 1;
    for (const piece of pieces) {
      const line = piece.map((point) => this.at(point));
      this.line(line, colors.paper, 8);
      this.line(line, colors.route, 4.5);
      this.arrows(line);
    }
    context.globalAlpha = 1;
  }

  /** The stretch of a step. */
  lit(line: Point[]): void {
    this.inPixels();
    const points = line.map((point) => this.at(point));
    this.line(points, this.colors.lit, 14);
    this.line(points, this.colors.route, 6);
  }

  private line(points: Point[], color: string, width: number): void {
    const { context } = this;
    context.beginPath();
    points.forEach(({ x, y }, number) => (number === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }

  /** Arrows along a line, at a distance that one sees. */
  private arrows(points: Point[]): void {
    const { context, colors } = this;
    let since = 30;
    points.forEach((from, number) => {
      const to = points[number + 1];
      if (!to) return;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      since += length;
      if (since < 60 || length < 14) return;
      since = 0;
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      if (!this.isInSight(middle)) return;
      context.save();
      context.translate(middle.x, middle.y);
      context.rotate((headingFrom(from, to) * Math.PI) / 180);
      context.strokeStyle = colors.route;
      context.lineWidth = 4;
      context.stroke(new Path2D("M-5 4L0-5L5 4"));
      context.restore();
    });
  }

  /** A round badge with a letter, a number or an arrow. */
  badge(point: Point, text: string, color: string, radius = 12): void {
    const { context } = this;
    this.inPixels();
    const { x, y } = this.at(point);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = "#fff";
    context.stroke();
    context.fillStyle = "#fff";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `700 ${radius * 1.05}px ${FONT}`;
    context.fillText(text, x, y + 0.5);
  }

  /** Words beside a badge. */
  aside(point: Point, text: string): void {
    this.inPixels();
    const { x, y } = this.at(point);
    this.context.font = `700 12px ${FONT}`;
    this.context.textAlign = "left";
    this.context.textBaseline = "middle";
    this.outlined(text, x + 17, y, this.colors.ink);
  }
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** A text in two lines, split at the gap nearest to its middle. */
function halves(text: string): string[] {
  const gaps = [...text.matchAll(/[ /-]/g)].map((gap) => gap.index + 1);
  if (gaps.length === 0) return [];
  const middle = text.length / 2;
  const at = gaps.reduce((a, b) => (Math.abs(b - middle) < Math.abs(a - middle) ? b : a));
  return [text.slice(0, at).trim(), text.slice(at).trim()];
}
