// A building as a three.js scene, one level at a time: floors, walls, doors that
// open as one comes near, stairs and lifts, what stands about, and what is
// written where.

import {
  type BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  Scene,
  ShapeUtils,
  Vector2,
} from "three";
import { areaName, landmarkName, type Area, type Door } from "../world/building";
import { headingFrom, vector, type Point } from "../world/heading";
import { kindColor } from "../world/kinds";
import { plasterPainting } from "../world/textures";
import type { World } from "../world/world";
import { doorLeaves, isDoor, type Leaf } from "./doors";
import { fixtureModel, liftModel, stairsModel } from "./fixtures";
import type { Line } from "./ground";
import { label, sign } from "./labels";
import type { Spot } from "./mover";
import type { Roamer } from "./roamer";
import { colorOf, paint } from "./paint";
import { material, pin, Sheet, type Vector } from "./scene";
import type { Stage } from "./view";

export const CEILING = 2.8;
/** The top of a door. */
export const LINTEL = 2.1;
const THICK = 0.06;
/** How far the gap of a door reaches beyond its line. */
const JAMB = 0.07;
const HAZE = "#e9e6df";
const PLASTER = "#ece7dc";
const LINTELS = "#d8d2c4";
/** What is nearer to one's eyes hides what one came to see, */
const TOO_NEAR = 1.1;
/** kinds are written over things up to here, */
const READABLE = 7;
/** names up to here, */
const NAMED = 16;
/** and what is farther away is not drawn. */
const FAR = 45;

const GROUNDS: Partial<Record<Area["kind"], string>> = {
  corridor: "#cfc6b4",
  hall: "#d9d2c3",
  room: "#c4b8a2",
  restroom: "#b9cdd6",
  stairs: "#b3aa9b",
  lift: "#a7a9ad",
  platform: "#b9b9b9",
  outdoors: "#a9bd93",
};

/** Lit from everywhere, as ceilings are. */
const above = new MeshBasicMaterial({ color: "#f1ede4" });

/** Something that is there or not, by how far away one is. */
interface Thing {
  at: Point;
  model: Group;
  writing: Group | undefined;
  reach: number;
}

export class Storeys implements Stage {
  readonly scene = new Scene();
  readonly scale = 1;
  readonly eyes = 1.6;
  readonly behind = 0;
  private built = new Group();
  private leaves: Leaf[] = [];
  private things: Thing[] = [];
  private level = -1;
  private goal: { level: number; mark: Group } | undefined;
  private last = 0;

  constructor(
    private world: World,
    private roamer: Roamer,
  ) {
    this.scene.background = new Color(HAZE);
    this.scene.fog = new Fog(HAZE, 14, FAR);
    const sun = new DirectionalLight("#fff4e0", 0.8);
    sun.position.set(0.4, 1, 0.25);
    this.scene.add(new HemisphereLight("#ffffff", "#d8cfc0", 2.6), sun, this.built);
  }

  mark(place: number | undefined): void {
    if (this.goal) this.scene.remove(this.goal.mark);
    this.goal = undefined;
    if (place === undefined) return;
    const { x, y, level } = this.world.place(place);
    const mark = pin();
    mark.scale.setScalar(0.55);
    mark.position.set(x, 0, y);
    this.goal = { level, mark };
    this.scene.add(mark);
  }

  surround(spot: Spot, seconds: number): boolean {
    if (spot.level !== this.level) this.build(spot.level);
    const passed = Math.min(0.1, Math.max(0, seconds - this.last));
    this.last = seconds;
    if (this.goal) {
      this.goal.mark.visible = this.goal.level === this.level;
      this.goal.mark.rotation.y = seconds;
    }
    for (const { at, model, writing, reach } of this.things) {
      const off = Math.hypot(at.x - spot.x, at.y - spot.y);
      model.visible = off > TOO_NEAR && off < FAR;
      if (writing) writing.visible = off > TOO_NEAR && off < reach;
    }
    let isMoving = false;
    for (const leaf of this.leaves) isMoving = leaf.swing(spot, passed) || isMoving;
    return isMoving;
  }

  dispose(): void {
    this.built.traverse((child) => {
      if (child instanceof Mesh) (child.geometry as BufferGeometry).dispose();
    });
    this.built.clear();
    this.leaves = [];
    this.things = [];
  }

  private build(level: number): void {
    this.dispose();
    this.level = level;
    const { areas, doors, connections, landmarks } = this.world.building;
    const here = areas.filter((area) => area.level === level && area.outline.length > 2 && area.kind !== "void");
    const { walls, glass } = this.roamer.floorOf(level);
    this.addGround(here, [...walls, ...glass]);
    this.addWalls(walls, material(`plaster ${PLASTER}`, () => plasterPainting(PLASTER)), CEILING);
    // Where a wall stands as well, it hides the glass.
    this.addWalls(glass, paint("#9fb8c4"), 1.05, THICK * 0.6);
    for (const door of doors.filter((door) => door.level === level)) this.addDoor(door);
    for (const { kind, name, stops } of connections) {
      stops.forEach((stop, number) => {
        if (stop.level !== level) return;
        const others = stops.filter((_, other) => other !== number).map((other) => other.level);
        const model = kind === "lift" ? liftModel() : stairsModel(others.some((other) => other > level));
        const out = stop.heading ?? this.wayOff(stop.place) ?? 0;
        model.rotation.y = (-out * Math.PI) / 180;
        const front = vector(out);
        const board = { x: stop.at.x + front.x * 0.5, y: stop.at.y + front.y * 0.5 };
        this.add(model, stop.at, label(name ?? kind), NAMED, LINTEL + 0.3, board);
      });
    }
    for (const landmark of landmarks.filter((one) => one.level === level)) {
      const { kind, name, text, size, at } = landmark;
      const isNamed = Boolean(name ?? text);
      const { model, high } = fixtureModel(kind, size);
      model.rotation.y = ((landmark.index * 37) % 4) * (Math.PI / 2);
      this.add(model, at, label(landmarkName(landmark)), isNamed ? NAMED : READABLE, high + 0.25);
    }
  }

  private add(model: Group, at: Point, writing: Group, reach: number, high: number, board = at): void {
    model.position.set(at.x, 0, at.y);
    writing.position.set(board.x, high, board.y);
    this.built.add(model, writing);
    this.things.push({ at, model, writing, reach });
  }

  private wayOff(place: number | undefined): number | undefined {
    return place === undefined ? undefined : this.world.place(place).exits[0]?.heading;
  }

  /** Floors in the colours of what they are, over one that is everywhere; a
   * ceiling over all. */
  private addGround(areas: Area[], lines: Line[]): void {
    const points = [...areas.flatMap(({ outline }) => outline), ...lines.flatMap(({ from, to }) => [from, to])];
    const span = (of: (point: Point) => number): [number, number] => [
      points.reduce((least, point) => Math.min(least, of(point)), Infinity) - 6,
      points.reduce((most, point) => Math.max(most, of(point)), -Infinity) + 6,
    ];
    const [[left, right], [top, bottom]] = [span(({ x }) => x), span(({ y }) => y)];
    const base = new Sheet();
    base.quad([[left, -0.02, top], [left, -0.02, bottom], [right, -0.02, bottom], [right, -0.02, top]], 1, 1);
    const ceiling = new Sheet();
    ceiling.quad(
      [[left, CEILING, top], [right, CEILING, top], [right, CEILING, bottom], [left, CEILING, bottom]],
      1,
      1,
    );
    this.built.add(
      base.mesh(paint("#b8b2a6")),
      ceiling.mesh(above),
    );
    // The smaller lies on the larger.
    const sheets = new Map<string, Sheet>();
    const sized = areas.map((area) => ({ area, size: Math.abs(ShapeUtils.area(vectors(area.outline))) }));
    sized.sort((a, b) => b.size - a.size);
    sized.forEach(({ area }, rank) => {
      const color = groundColor(area);
      const sheet = sheets.get(color) ?? new Sheet();
      sheets.set(color, sheet);
      const [outline, holes] = [vectors(area.outline), area.holes.map(vectors)];
      const corners = [...area.outline, ...area.holes.flat()];
      const high = Math.min(0.018, rank * 0.0005);
      for (const triangle of ShapeUtils.triangulateShape(outline, holes)) {
        const [a, b, c] = triangle.map((corner): Vector => {
          const { x, y } = corners[corner] ?? { x: 0, y: 0 };
          return [x, high, y];
        });
        if (a && b && c) sheet.triangle(a, b, c, [0, 0, 1, 0, 1, 1]);
      }
    });
    for (const [color, sheet] of sheets) this.built.add(sheet.mesh(paint(color)));
  }

  private addWalls(lines: Line[], looks: Material, high: number, thick = THICK): void {
    const sheet = new Sheet();
    for (const { from, to } of lines) wall(sheet, from, to, 0, high, thick);
    this.built.add(sheet.mesh(looks));
  }

  /** A door with its frame, and beside it what is behind it. */
  private addDoor(door: Door): void {
    const [from, to] = door.line;
    const isClosed = door.access === "closed";
    const [start, end] = [beyond(to, from, JAMB), beyond(from, to, JAMB)];
    const sheet = new Sheet();
    wall(sheet, start, end, LINTEL, CEILING);
    this.built.add(sheet.mesh(paint(LINTELS)));
    if (isDoor(door)) {
      const frame = new Sheet();
      wall(frame, start, end, LINTEL, LINTEL + 0.08, THICK + 0.03);
      for (const [jamb, far] of [[from, to], [to, from]] as const) {
        wall(frame, beyond(far, jamb, JAMB), beyond(far, jamb, -0.03), 0, LINTEL, THICK + 0.03);
      }
      this.built.add(frame.mesh(paint("#6b5a45")));
      const leaves = doorLeaves(door, LINTEL);
      this.leaves.push(...(isClosed ? [] : leaves));
      for (const leaf of leaves) this.built.add(leaf.model);
    }
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const along = headingFrom(from, to);
    for (const side of [90, -90]) {
      const aside = vector(along + side);
      const probe = { x: middle.x + aside.x * 0.6, y: middle.y + aside.y * 0.6 };
      const behind = door.between.map((area) => this.world.building.areas[area]).find((area) => area && isInside(area.outline, probe));
      const name = behind && areaName(behind);
      if (!name || behind?.kind === "corridor") continue;
      // Read by who stands on the other side.
      const board = sign(name);
      board.position.set(middle.x - aside.x * 0.09, LINTEL + 0.3, middle.y - aside.y * 0.09);
      board.rotation.y = (-(along + side) * Math.PI) / 180;
      this.built.add(board);
    }
  }
}

/** What an area's floor looks like: calm, with a touch of the kind's colour. */
function groundColor({ floor, kind }: Area): string {
  const base = new Color(GROUNDS[kind] ?? "#cbc3b3");
  return `#${floor ? base.lerp(colorOf(kindColor("floor", floor)), 0.3).getHexString() : base.getHexString()}`;
}

/** An upright slab between two points. */
function wall(sheet: Sheet, from: Point, to: Point, low: number, high: number, thick = THICK): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1e-6) return;
  const aside = { x: (-(to.y - from.y) / length) * thick, y: ((to.x - from.x) / length) * thick };
  const corner = (point: Point, side: number, height: number): Vector => [
    point.x + aside.x * side,
    height,
    point.y + aside.y * side,
  ];
  // A little less than the whole painting, whose ends meet.
  const [wide, tall] = [length / 4, 0.98];
  for (const [a, b, side] of [[from, to, -1], [to, from, 1]] as const) {
    sheet.quad([corner(a, side, low), corner(b, side, low), corner(b, side, high), corner(a, side, high)], wide, tall);
  }
  for (const [end, side] of [[from, 1], [to, -1]] as const) {
    sheet.quad(
      [corner(end, side, low), corner(end, -side, low), corner(end, -side, high), corner(end, side, high)],
      thick / 2,
      tall,
    );
  }
  if (low > 0) {
    sheet.quad([corner(from, 1, low), corner(to, 1, low), corner(to, -1, low), corner(from, -1, low)], wide, thick);
  }
  if (high < CEILING) {
    sheet.quad([corner(from, -1, high), corner(to, -1, high), corner(to, 1, high), corner(from, 1, high)], wide, thick);
  }
}

/** The point so far beyond the second of two. */
function beyond(from: Point, to: Point, far: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x + ((to.x - from.x) / length) * far, y: to.y + ((to.y - from.y) / length) * far };
}

function vectors(points: Point[]): Vector2[] {
  return points.map(({ x, y }) => new Vector2(x, y));
}

function isInside(outline: Point[], { x, y }: Point): boolean {
  let isIn = false;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
  });
  return isIn;
}
