// One level of a building as shapes that are drawn again and again: made once,
// so that a frame is a few fills and strokes, whatever the zoom.

import { areaName, landmarkName, type AreaKind, type ConnectionKind, type Landmark } from "../world/building";
import type { Point } from "../world/heading";
import type { World } from "../world/world";

/** Words that belong to a spot, and the room there is for them, in metres. */
export interface Label {
  at: Point;
  width: number;
  height: number;
  /** From the fullest to the shortest. */
  texts: string[];
}

/** Where one gets on or off. */
export interface StopSign {
  at: Point;
  kind: ConnectionKind;
  name: string | undefined;
}

export interface LevelShapes {
  areas: Map<AreaKind, Path2D>;
  outlines: Path2D;
  walls: Path2D;
  glass: Path2D;
  /** Gaps in the walls: of all doors, of those that are open ways, of locked
   * ones. */
  gaps: Path2D;
  doors: Path2D;
  locked: Path2D;
  /** The ways between places, where there are no areas to draw. */
  ways: Path2D | undefined;
  labels: Label[];
  stops: StopSign[];
  landmarks: { landmark: Landmark; name: string }[];
  /** The smallest box around everything; empty levels have none. */
  bounds: Bounds | undefined;
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function shapesOf(world: World, level: number): LevelShapes {
  const { building } = world;
  const on = <T extends { level: number }>(all: T[]) => all.filter((one) => one.level === level);
  const points: Point[] = [];
  const areas = new Map<AreaKind, Path2D>();
  const outlines = new Path2D();
  const labels: Label[] = [];
  const outlined = on(building.areas).filter((area) => area.outline.length > 2);
  for (const area of outlined) {
    const path = areas.get(area.kind) ?? new Path2D();
    areas.set(area.kind, path);
    for (const ring of [area.outline, ...area.holes]) {
      trace(path, ring, true);
      if (area.kind !== "outdoors") trace(outlines, ring, true);
    }
    points.push(...area.outline);
    const name = areaName(area);
    const texts = [name, area.number].filter((text) => text !== undefined);
    if (texts.length > 0) labels.push({ ...roomiest(area.outline), texts });
  }
  const [walls, glass] = [new Path2D(), new Path2D()];
  for (const wall of on(building.walls)) {
    trace(wall.isSeeThrough ? glass : walls, wall.line, false);
    points.push(...wall.line);
  }
  const [gaps, doors, locked] = [new Path2D(), new Path2D(), new Path2D()];
  for (const door of on(building.doors)) {
    trace(gaps, door.line, false);
    if (door.access === "closed" || door.kind === "emergency-exit") trace(locked, door.line, false);
    else if (door.kind !== "opening") trace(doors, door.line, false);
  }
  const places = on(world.places);
  points.push(...places);
  let ways: Path2D | undefined;
  if (outlined.length === 0) {
    ways = new Path2D();
    for (const place of places) {
      for (const exit of place.exits) if (exit.to > place.index) trace(ways, [place, world.place(exit.to)], false);
    }
    for (const place of places) {
      if (place.name) labels.push({ at: place, width: Infinity, height: Infinity, texts: [place.name] });
    }
  }
  const stops = building.connections.flatMap(({ kind, name, stops }) => {
    return on(stops).map(({ at }) => ({ at, kind, name }));
  });
  const landmarks = on(building.landmarks).map((landmark) => ({ landmark, name: landmarkName(landmark) }));
  points.push(...landmarks.map(({ landmark }) => landmark.at));
  return { areas, outlines, walls, glass, gaps, doors, locked, ways, labels, stops, landmarks, bounds: boundsOf(points) };
}

export function boundsOf(points: Point[]): Bounds | undefined {
  if (points.length === 0) return undefined;
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

function trace(path: Path2D, line: Point[], isClosed: boolean): void {
  line.forEach(({ x, y }, number) => (number === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  if (isClosed) path.closePath();
}

/** Where in an outline words have most room, and how much that is. */
function roomiest(outline: Point[]): { at: Point; width: number; height: number } {
  const { left, top, right, bottom } = boundsOf(outline) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const steps = outline.length > 60 ? 5 : 8;
  let best = { at: { x: (left + right) / 2, y: (top + bottom) / 2 }, width: 0, height: 0 };
  let most = -1;
  for (let row = 1; row < steps; row++) {
    for (let column = 1; column < steps; column++) {
      const at = { x: left + ((right - left) * column) / steps, y: top + ((bottom - top) * row) / steps };
      const across = room(outline, at, "x", "y");
      const down = room(outline, at, "y", "x");
      if (!across || !down) continue;
      const [width, height] = [across[1] - across[0], down[1] - down[0]];
      // Words are wide: room to the sides counts more.
      const score = Math.min(width, 3 * height);
      if (score > most + 1e-9) {
        most = score;
        best = { at: { x: (across[0] + across[1]) / 2, y: (down[0] + down[1]) / 2 }, width, height };
      }
    }
  }
  return best;
}

/** How far one can go from a point along an axis before the outline; nothing
 * outside it. */
function room(outline: Point[], at: Point, along: "x" | "y", across: "x" | "y"): [number, number] | undefined {
  let [before, after] = [-Infinity, Infinity];
  let crossings = 0;
  outline.forEach((a, number) => {
    const b = outline[(number + 1) % outline.length] ?? a;
    if (a[across] > at[across] === b[across] > at[across]) return;
    const hit = a[along] + ((at[across] - a[across]) / (b[across] - a[across])) * (b[along] - a[along]);
    if (hit < at[along]) {
      crossings++;
      before = Math.max(before, hit);
    } else after = Math.min(after, hit);
  });
  return crossings % 2 === 1 && after < Infinity ? [before, after] : undefined;
}
