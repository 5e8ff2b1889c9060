// The shape of corridors: where passages end, where walls meet, for places
// with any number of exits at any angle. Plain geometry, no three.js.

import { normal, vector, type Point } from "../world/heading";
import type { World } from "../world/world";

/** Width of a corridor where a usual passage is 10 long, as in the study. */
export const WIDTH = 3;
export const HALF = WIDTH / 2;
/** Length of a usual passage. */
export const PASSAGE = 10;

/** A passage without the ends that belong to its places. */
export interface Corridor {
  passage: number;
  /** Left and right wall, from the first end to the second. */
  left: [Point, Point];
  right: [Point, Point];
}

/** The floor of a place and the walls around it. */
export interface Junction {
  place: number;
  center: Point;
  /** Clockwise. */
  outline: Point[];
  walls: [Point, Point][];
}

export interface Layout {
  /** Metres of the view for a unit of the world. */
  scale: number;
  corridors: Corridor[];
  junctions: Junction[];
}

/** The layout of these places and of the passages that touch them. */
export function layout(world: World, places: Iterable<number>): Layout {
  const scale = PASSAGE / world.unit;
  const within = new Set(places);
  const passages = new Set<number>();
  const junctions: Junction[] = [];
  for (const place of within) {
    junctions.push(junction(world, place, scale));
    for (const exit of world.place(place).exits) passages.add(exit.passage);
  }
  const corridors = [...passages].map((passage) => corridor(world, passage, scale));
  return { scale, corridors, junctions };
}

function corridor(world: World, index: number, scale: number): Corridor {
  const passage = world.passage(index);
  const [from, to] = passage.ends;
  const mouths = [mouth(world, from, index, scale), mouth(world, to, index, scale)] as const;
  // What is left at one end is right at the other.
  return {
    passage: index,
    left: [mouths[0].left, mouths[1].right],
    right: [mouths[0].right, mouths[1].left],
  };
}

/** Where a passage opens into a place, as seen by one who walks out there. */
function mouth(world: World, place: number, passage: number, scale: number): { left: Point; right: Point } {
  const exits = world.place(place).exits;
  const number = exits.findIndex((exit) => exit.passage === passage);
  const exit = exits[number];
  const center = scaled(world.place(place), scale);
  if (!exit) return { left: center, right: center };
  const setback = setbackOf(world, place, number, scale);
  return {
    left: offset(center, exit.heading, setback, -HALF),
    right: offset(center, exit.heading, setback, HALF),
  };
}

/** How far from the middle of its place a passage begins: past every corner
 * it shares with a neighbour, but never past its own middle. */
function setbackOf(world: World, place: number, number: number, scale: number): number {
  const exits = world.place(place).exits;
  const exit = exits[number];
  if (!exit) return HALF;
  const before = exits[(number + exits.length - 1) % exits.length] ?? exit;
  const after = exits[(number + 1) % exits.length] ?? exit;
  const corners = [gap(before.heading, exit.heading), gap(exit.heading, after.heading)].map(corner);
  const length = world.passage(exit.passage).length * scale;
  return Math.min(Math.max(HALF, ...corners), length * 0.45);
}

function junction(world: World, index: number, scale: number): Junction {
  const place = world.place(index);
  const center = scaled(place, scale);
  const outline: Point[] = [];
  const walls: [Point, Point][] = [];
  if (place.exits.length === 0) {
    const corners = [315, 45, 135, 225].map((heading) => offset(center, heading, HALF * 1.414, 0));
    corners.forEach((from, i) => walls.push([from, corners[(i + 1) % 4] ?? from]));
    return { place: index, center, outline: corners, walls };
  }
  place.exits.forEach((exit, number) => {
    const after = place.exits[(number + 1) % place.exits.length] ?? exit;
    const setback = setbackOf(world, index, number, scale);
    const next = setbackOf(world, index, (number + 1) % place.exits.length, scale);
    const angle = gap(exit.heading, after.heading);
    const run = [offset(center, exit.heading, setback, HALF)];
    if (angle > 271) {
      // Round the back of a dead end there are two corners.
      run.push(offset(center, exit.heading, -HALF, HALF), offset(center, after.heading, -HALF, -HALF));
    } else {
      const along = Math.min(corner(angle), setback);
      run.push(offset(center, exit.heading, along, HALF));
    }
    run.push(offset(center, after.heading, next, -HALF));
    outline.push(...run);
    for (let i = 0; i + 1 < run.length; i++) {
      const [a, b] = [run[i], run[i + 1]];
      if (a && b && Math.hypot(a.x - b.x, a.y - b.y) > 0.01) walls.push([a, b]);
    }
  });
  return { place: index, center, outline, walls };
}

/** The angle from one exit clockwise to the next; alone it is a full turn. */
function gap(from: number, to: number): number {
  return normal(to - from) || 360;
}

/** How far along a passage its wall meets that of a neighbour. */
function corner(angle: number): number {
  if (angle > 271) return -HALF;
  return HALF / Math.tan((angle * Math.PI) / 360);
}

function offset(center: Point, heading: number, along: number, right: number): Point {
  const [ahead, aside] = [vector(heading), vector(heading + 90)];
  return {
    x: center.x + ahead.x * along + aside.x * right,
    y: center.y + ahead.y * along + aside.y * right,
  };
}

export function scaled(point: Point, scale: number): Point {
  return { x: point.x * scale, y: point.y * scale };
}
