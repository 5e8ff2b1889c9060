// A route cut where it changes levels, and what a step names found on the plan.

import type { components } from "../api/schema";
import { landmarkName } from "../world/building";
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
    const to = next.find((other) => other.line.length > 1) ?? next[next.length - 1];
    const name = to && world.building.levels[to.level]?.name;
    if (to && name !== undefined) stretch.leaves = { name, isUp: to.level > stretch.level };
  });
  return found;
}

type Named = components["schemas"]["StepLandmark"];

/** Landmarks stand so near to the way, at most, that a step may speak of them. */
const NEAR = 25;

/** The landmarks of the building that a step names: of those that are called so,
 * the one nearest to where the step has it. */
export function namedOnPlan(world: World, poses: Pose[], step: { begin: number; end: number; landmarks: Named[] }): number[] {
  const line = poses.slice(step.begin, step.end + 1).map((pose) => world.place(pose.place));
  const level = line[0]?.level;
  return step.landmarks.flatMap(({ name, metres }) => {
    const wanted = name.toLowerCase();
    // Where nobody said how far it is, it is anywhere beside the way.
    const spots = typeof metres === "number" ? [along(line, metres)] : line.map((point, i) => middle(point, line[i + 1] ?? point)).concat(line);
    let best: number | undefined;
    let least = NEAR;
    for (const landmark of world.building.landmarks) {
      if (landmark.level !== level) continue;
      const words = [landmarkName(landmark), landmark.kind, landmark.name, ...(world.words.get(landmark.kind) ?? [])];
      if (!words.some((word) => word?.toLowerCase() === wanted)) continue;
      const off = Math.min(...spots.map((at) => (at ? Math.hypot(landmark.at.x - at.x, landmark.at.y - at.y) : Infinity)));
      if (off < least) [best, least] = [landmark.index, off];
    }
    return best ?? [];
  });
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The point of a line so many metres from its beginning; its end, if it is
 * shorter. */
function along(line: Point[], metres: number): Point | undefined {
  let left = metres;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (left <= length && length > 0) {
      return { x: a.x + ((b.x - a.x) * left) / length, y: a.y + ((b.y - a.y) * left) / length };
    }
    left -= length;
  }
  return line[line.length - 1];
}
