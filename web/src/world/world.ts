// A world as the page needs it: places with their exits, in the order of
// their headings, so that everything local is cheap.

import type { components } from "../api/schema";
import { headingFrom, turnTo, type Point } from "./heading";

/** A world as the server sends it. */
export type WorldFile = components["schemas"]["World"];

export interface Place extends Point {
  index: number;
  name: string | undefined;
  /** Names of the kinds of object that stand here. */
  objects: string[];
  /** By heading. */
  exits: Exit[];
}

export interface Exit {
  heading: number;
  to: number;
  passage: number;
}

export interface Passage {
  index: number;
  ends: [number, number];
  floor: string;
  wall: string | undefined;
  length: number;
}

export type KindClass = "floor" | "wall" | "object";

/** Where somebody is and which way they look. */
export interface Pose {
  place: number;
  heading: number;
}

/** The floor of a passage of which nobody said what it is. */
const UNKNOWN = "plain";

export class World {
  readonly name: string;
  readonly places: Place[];
  readonly passages: Passage[];
  /** The usual length of a passage, which pictures take as their measure. */
  readonly unit: number;
  /** What people call a kind, where the world says so itself. */
  readonly words: Map<string, string[]>;

  constructor(file: WorldFile) {
    this.name = file.name;
    const byId = new Map<string, number>();
    this.places = (file.places ?? []).map((place, index) => {
      byId.set(place.id, index);
      const { x, y, name, objects } = place;
      return { index, x, y, name: name ?? undefined, objects: objects ?? [], exits: [] };
    });
    this.passages = (file.passages ?? []).map((passage, index) => {
      const [a, b] = passage.between;
      const ends: [number, number] = [byId.get(a) ?? 0, byId.get(b) ?? 0];
      const [from, to] = [this.place(ends[0]), this.place(ends[1])];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      return { index, ends, floor: passage.floor ?? UNKNOWN, wall: passage.wall ?? undefined, length };
    });
    for (const { index, ends } of this.passages) {
      for (const [from, to] of [ends, [ends[1], ends[0]] as const]) {
        const heading = headingFrom(this.place(from), this.place(to));
        this.place(from).exits.push({ heading, to, passage: index });
      }
    }
    for (const place of this.places) place.exits.sort((a, b) => a.heading - b.heading);
    const lengths = this.passages.map((passage) => passage.length).sort((a, b) => a - b);
    this.unit = lengths[Math.floor(lengths.length / 2)] ?? 1;
    this.words = new Map();
    const { floors = [], walls = [], objects = [] } = file.vocabulary ?? {};
    for (const kind of [...floors, ...walls, ...objects]) {
      if (kind.words?.length) this.words.set(kind.name, kind.words);
    }
  }

  place(index: number): Place {
    const place = this.places[index];
    if (!place) throw new RangeError(`no place ${index}`);
    return place;
  }

  passage(index: number): Passage {
    const passage = this.passages[index];
    if (!passage) throw new RangeError(`no passage ${index}`);
    return passage;
  }

  /** The place nearest to a point. */
  nearest(point: Point): Place | undefined {
    let best: Place | undefined;
    let least = Infinity;
    for (const place of this.places) {
      const distance = Math.hypot(place.x - point.x, place.y - point.y);
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }

  /** The place at a point, as the server wrote it. */
  at(point: Point): Place | undefined {
    const place = this.nearest(point);
    return place && Math.hypot(place.x - point.x, place.y - point.y) < 1e-6 ? place : undefined;
  }

  /** The exit one takes when walking on: nearest to the heading, less than 45
   * degrees off, and of two equally near the one to the lower place. */
  ahead(place: number, heading: number): Exit | undefined {
    const off = (exit: Exit) => Math.abs(turnTo(heading, exit.heading));
    return this.place(place)
      .exits.filter((exit) => off(exit) < 45 - 1e-6)
      .sort((a, b) => (Math.abs(off(a) - off(b)) < 1e-6 ? a.to - b.to : off(a) - off(b)))[0];
  }

  /** The places around one, breadth first, at most so many. */
  around(center: number, most: number): Set<number> {
    const found = new Set([center]);
    for (const place of found) {
      for (const exit of this.place(place).exits) {
        if (found.size >= most) return found;
        found.add(exit.to);
      }
    }
    return found;
  }
}
