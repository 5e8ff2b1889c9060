// Where one can walk freely in a building: what stops the foot, as the server
// tells it, and how one slides along it.

import type { Point } from "../world/heading";

/** A way from one level to another, as the server tells it. */
export interface RideFile {
  connection: string;
  kind: "stairs" | "escalator" | "lift" | "ramp";
  name?: string | null;
  level: string;
  at: number[];
  to_level: string;
  to: number[];
  heading?: number | null;
  step: string;
}

/** What stops the foot on each level, and what leads to others, as the server
 * tells it. */
export interface GroundFile {
  levels: { level: string; walls: number[][]; glass: number[][] }[];
  rides: RideFile[];
}

export interface Line {
  from: Point;
  to: Point;
}

/** One takes a lift or stairs within so many metres, as the server has it. */
export const AT_HAND = 4;
/** How broad one is, half of it; and how narrow one can make oneself. */
const BODY = [0.25, 0.12];
const CELL = 4;

/** The ground of one level. */
export class Floor {
  readonly walls: Line[];
  readonly glass: Line[];
  private cells = new Map<string, Line[]>();

  constructor({ walls, glass }: { walls: number[][]; glass: number[][] }) {
    this.walls = walls.map(line);
    this.glass = glass.map(line);
    for (const one of [...this.walls, ...this.glass]) {
      for (const key of cellsOf(one.from, one.to)) {
        const cell = this.cells.get(key);
        if (cell) cell.push(one);
        else this.cells.set(key, [one]);
      }
    }
  }

  /** True if nothing is between two points. */
  isClear(from: Point, to: Point): boolean {
    for (const one of this.near(from, to, 0)) if (crosses({ from, to }, one)) return false;
    return true;
  }

  /** Where one comes to who wants to walk straight on: along the wall, where one
   * is in the way. */
  move(from: Point, to: Point): Point {
    for (const half of BODY) {
      const pushed = this.pushed(to, half);
      if (pushed && this.isClear(from, pushed)) return pushed;
    }
    return from;
  }

  /** A point moved away from the walls it is too near to, if that can be had. */
  private pushed(point: Point, half: number): Point | undefined {
    let at = point;
    for (let round = 0; round < 4; round++) {
      let isFree = true;
      for (const one of this.near(at, at, half)) {
        const nearest = nearestOn(one, at);
        const off = Math.hypot(at.x - nearest.x, at.y - nearest.y);
        if (off >= half - 1e-6) continue;
        isFree = false;
        if (off < 1e-9) return undefined;
        at = { x: nearest.x + ((at.x - nearest.x) / off) * half, y: nearest.y + ((at.y - nearest.y) / off) * half };
      }
      if (isFree) return at;
    }
    return undefined;
  }

  private near(from: Point, to: Point, by: number): Set<Line> {
    const found = new Set<Line>();
    const low = { x: Math.min(from.x, to.x) - by, y: Math.min(from.y, to.y) - by };
    const high = { x: Math.max(from.x, to.x) + by, y: Math.max(from.y, to.y) + by };
    for (const key of cellsOf(low, high)) for (const one of this.cells.get(key) ?? []) found.add(one);
    return found;
  }
}

function line([x = 0, y = 0, toX = 0, toY = 0]: number[]): Line {
  return { from: { x, y }, to: { x: toX, y: toY } };
}

function* cellsOf(a: Point, b: Point): Generator<string> {
  const cell = (at: number) => Math.floor(at / CELL);
  for (let i = cell(Math.min(a.x, b.x)); i <= cell(Math.max(a.x, b.x)); i++) {
    for (let j = cell(Math.min(a.y, b.y)); j <= cell(Math.max(a.y, b.y)); j++) yield `${i},${j}`;
  }
}

function nearestOn({ from, to }: Line, point: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const within = Math.min(1, Math.max(0, share));
  return { x: from.x + dx * within, y: from.y + dy * within };
}

function crosses(a: Line, b: Line): boolean {
  const d = { x: a.to.x - a.from.x, y: a.to.y - a.from.y };
  const e = { x: b.to.x - b.from.x, y: b.to.y - b.from.y };
  const cross = d.x * e.y - d.y * e.x;
  if (Math.abs(cross) < 1e-12) return false;
  const f = { x: b.from.x - a.from.x, y: b.from.y - a.from.y };
  const along = (f.x * e.y - f.y * e.x) / cross;
  const across = (f.x * d.y - f.y * d.x) / cross;
  return along >= 0 && along <= 1 && across >= -1e-9 && across <= 1 + 1e-9;
}
