// A route cut where it changes levels; what of the plan a step names, and what of
// the route a spot is at.

import type { components } from "../api/schema";
import type { Point } from "../world/heading";
import type { Pose, World } from "../world/world";

export interface Stretch {
  level: number;
  /** The poses it goes from and to, and where each of them is. */
  first: number;
  last: number;
  line: Point[];
  /** The level one leaves for at its end, unless it is the last. */
  leaves: { name: string; isUp: boolean } | undefined;
}

/** Where stairs turn, nobody goes farther than this, in metres. */
const LANDING = 6;

function lengthOf(line: Point[]): number {
  return line.reduce((sum, { x, y }, i) => sum + Math.hypot(x - (line[i - 1]?.x ?? x), y - (line[i - 1]?.y ?? y)), 0);
}

/** The parts of a route, each on one level. */
export function stretches(world: World, poses: Pose[]): Stretch[] {
  const found: Stretch[] = [];
  poses.forEach((pose, number) => {
    const place = world.place(pose.place);
    const now = found[found.length - 1];
    if (now?.level === place.level) {
      now.line.push(place);
      now.last = number;
      return;
    }
    found.push({ level: place.level, first: number, last: number, line: [place], leaves: undefined });
  });
  found.forEach((stretch, number) => {
    // Landings on the way are no levels that one leaves for.
    const next = found.slice(number + 1);
    const to = next.find((other) => lengthOf(other.line) > LANDING) ?? next[next.length - 1];
    const name = to && world.building.levels[to.level]?.name;
    if (to && name !== undefined) stretch.leaves = { name, isUp: to.level > stretch.level };
  });
  return found;
}

type Named = components["schemas"]["StepLandmark"];

/** The landmarks of the building that a step names. */
export function namedOnPlan(world: World, step: { landmarks: Named[] }): number[] {
  const named = new Set(step.landmarks.map(({ id }) => id));
  return world.building.landmarks.filter(({ id }) => named.has(id)).map(({ index }) => index);
}

/** The pose of a route that a spot is at, within so many metres of it. */
export function poseAt(pieces: Stretch[], onLevel: number, at: Point, within: number): number | undefined {
  let best: number | undefined;
  let least = within;
  for (const { level, line, first } of pieces) {
    if (level !== onLevel) continue;
    for (let i = 0; i + 1 < line.length; i++) {
      const off = fromLine(at, line[i]!, line[i + 1]!);
      if (off < least) [best, least] = [first + i, off];
    }
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
