// What is at a spot of a level: for whoever points at it, and for whoever goes
// there with the arrow keys.

import { areaName, landmarkName } from "../world/building";
import { headingFrom, turnTo, type Point } from "../world/heading";
import type { World } from "../world/world";
import { boundsOf } from "./shapes";

/** How near one has to point at a thing, in pixels. */
export const NEAR = 12;

export interface Spot extends Point {
  level: number;
  /** The place one stands at who is there. */
  place: number;
}

export class Spots {
  constructor(
    private world: World,
    private level: number,
    /** Pixels of a metre. */
    private scale: number,
  ) {}

  private get places() {
    return this.world.places.filter((place) => place.level === this.level);
  }

  /** The spot with the place one stands at who is there. */
  spot(at: Point): Spot | undefined {
    const area = this.area(at);
    const { places, level } = this;
    const inside = area === undefined ? [] : places.filter((place) => place.area === area && place.door === undefined);
    const place = nearest(inside.length > 0 ? inside : places, at);
    return place && { ...at, level, place: place.index };
  }

  /** The smallest area around it. */
  private area(at: Point): number | undefined {
    let best: { index: number; size: number } | undefined;
    for (const { index, level, outline } of this.world.building.areas) {
      if (level !== this.level || outline.length < 3 || !contains(outline, at)) continue;
      const bounds = boundsOf(outline)!;
      const size = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
      if (!best || size < best.size) best = { index, size };
    }
    return best?.index;
  }

  landmark(at: Point): number | undefined {
    const here = this.world.building.landmarks.filter((one) => one.level === this.level);
    return this.pointedAt(here.map((one) => ({ ...one.at, index: one.index })), at, NEAR);
  }

  door(at: Point): number | undefined {
    const here = this.world.building.doors.filter((one) => one.level === this.level);
    const middles = here.map(({ line: [a, b], index }) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, index }));
    return this.pointedAt(middles, at, NEAR + 4);
  }

  private pointedAt(things: (Point & { index: number })[], at: Point, within: number): number | undefined {
    const best = nearest(things, at);
    return best && Math.hypot(best.x - at.x, best.y - at.y) * this.scale < within ? best.index : undefined;
  }

  nearestPlace(at: Point): Point | undefined {
    return nearest(this.places, at);
  }

  /** The nearest place on that side, passage or not. */
  neighbour(from: Point, heading: number): Point | undefined {
    let best: Point | undefined;
    let least = Infinity;
    for (const place of this.places) {
      const distance = Math.hypot(place.x - from.x, place.y - from.y);
      if (distance < 1e-6) continue;
      const off = Math.abs(turnTo(heading, headingFrom(from, place)));
      const cost = distance * (1 + off / 20);
      if (off < 60 && cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  /** What is there, in words. */
  describe(at: Point): string {
    const { building } = this.world;
    const [landmark, door, area] = [this.landmark(at), this.door(at), this.area(at)];
    const inside = area === undefined ? undefined : building.areas[area];
    const parts = [
      landmark === undefined ? undefined : landmarkName(building.landmarks[landmark]!),
      door === undefined ? undefined : (building.doors[door]?.name ?? "door"),
      inside && (areaName(inside) ?? inside.kind),
      `${at.x.toFixed(1)}, ${at.y.toFixed(1)}`,
    ];
    return parts.filter(Boolean).join(", ");
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

export function contains(outline: Point[], { x, y }: Point): boolean {
  let isInside = false;
  outline.forEach((a, number) => {
    const b = outline[(number + 1) % outline.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
  });
  return isInside;
}
