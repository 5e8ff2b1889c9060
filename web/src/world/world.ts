// A world as the page needs it: places with their exits, in the order of
// their headings, so that everything local is cheap; and the building they are
// in, which a world of corridors has none of.

import type { components } from "../api/schema";
import { areaName, buildingOf, numbersOf, type Building, type WorldFile } from "./building";
import { headingFrom, turnTo, type Point } from "./heading";

export type { WorldFile } from "./building";

export interface Place extends Point {
  index: number;
  id: string;
  name: string | undefined;
  level: number;
  /** The area it is in, if known. */
  area: number | undefined;
  /** The door it is in, for a place on a threshold. */
  door: number | undefined;
  /** Names of the kinds of object that stand here. */
  objects: string[];
  /** The ways on this level, by heading. */
  exits: Exit[];
  /** The ways to other levels. */
  links: Link[];
}

export interface Exit {
  heading: number;
  to: number;
  passage: number;
}

/** What joins two places of different levels, as it leaves one of them. */
export interface Link {
  to: number;
  passage: number;
  connection: number;
}

export interface Passage {
  index: number;
  ends: [number, number];
  floor: string;
  wall: string | undefined;
  /** How far it is from end to end, as the crow flies. */
  length: number;
  /** The connection it leads through, if its ends are on two levels. */
  connection: number | undefined;
}

export type KindClass = "floor" | "wall" | "object";

/** Where somebody is and which way they look. */
export interface Pose {
  place: number;
  heading: number;
}

/** A route as the server sends it, as far as it says where one is. */
export interface RoutePoses {
  poses: number[][];
  /** The id of each pose's level; none in a world of one level. */
  levels?: string[];
}

type PlaceEntry = Omit<components["schemas"]["World2PlaceEntry"], "level"> & { level?: string };

/** The floor of a passage of which nobody said what it is. */
const UNKNOWN = "plain";

export class World {
  readonly name: string;
  readonly places: Place[];
  readonly passages: Passage[];
  /** Levels, areas, doors and so on: whole lists, from one picks by level. */
  readonly building: Building;
  /** True for a building in metres, false for corridors whose lengths mean
   * nothing. */
  readonly isBuilding: boolean;
  /** The usual length of a passage, which pictures of corridors take as their
   * measure. */
  readonly unit: number;
  /** What people call a kind, where the world says so itself. */
  readonly words: Map<string, string[]>;
  private ids: Map<string, number>;

  constructor(file: WorldFile) {
    this.name = file.name;
    this.isBuilding = "unit" in file && file.unit === "metre";
    const byId = numbersOf(file.places ?? []);
    this.ids = byId;
    this.building = buildingOf(file, byId);
    const { levels, areas, doors, connections } = this.building;
    const [level, area, door, connection] = [levels, areas, doors, connections].map(numbersOf);
    this.places = (file.places ?? []).map((entry, index) => {
      // Only the second version has levels.
      const place: PlaceEntry = entry;
      return {
        index,
        id: place.id,
        x: place.x,
        y: place.y,
        name: place.name ?? undefined,
        level: level?.get(place.level ?? "") ?? 0,
        area: area?.get(place.area ?? ""),
        door: door?.get(place.door ?? ""),
        objects: place.objects ?? [],
        exits: [],
        links: [],
      };
    });
    this.passages = (file.passages ?? []).map((passage, index) => {
      const [a = "", b = ""] = passage.between;
      const ends: [number, number] = [byId.get(a) ?? 0, byId.get(b) ?? 0];
      const [from, to] = [this.place(ends[0]), this.place(ends[1])];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const { floor, wall } = passage;
      const through = "connection" in passage ? passage.connection : undefined;
      return {
        index,
        ends,
        floor: floor ?? UNKNOWN,
        wall: wall ?? undefined,
        length,
        connection: connection?.get(through ?? ""),
      };
    });
    this.joinPlaces(file);
    const lengths = this.passages.map((passage) => passage.length).sort((a, b) => a - b);
    this.unit = lengths[Math.floor(lengths.length / 2)] ?? 1;
    this.words = new Map();
    const { floors = [], walls = [], objects = [] } = file.vocabulary ?? {};
    for (const kind of [...floors, ...walls, ...objects]) {
      if (kind.words?.length) this.words.set(kind.name, kind.words);
    }
  }

  /** Gives every place its exits and links: one where a way is one-way. */
  private joinPlaces(file: WorldFile): void {
    for (const { index, ends, connection } of this.passages) {
      const entry = file.passages?.[index];
      const isOneWay = entry !== undefined && "one_way" in entry && entry.one_way === true;
      const ways = isOneWay ? [ends] : [ends, [ends[1], ends[0]] as const];
      for (const [from, to] of ways) {
        const place = this.place(from);
        if (connection !== undefined) place.links.push({ to, passage: index, connection });
        else place.exits.push({ heading: headingFrom(place, this.place(to)), to, passage: index });
      }
    }
    for (const place of this.places) place.exits.sort((a, b) => a.heading - b.heading);
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

  /** The place with that id. */
  byId(id: string): Place | undefined {
    const index = this.ids.get(id);
    return index === undefined ? undefined : this.places[index];
  }

  /** What people call a place: its own name, its door's, its lift's or its
   * area's. */
  called(index: number): string | undefined {
    const { areas, doors, connections } = this.building;
    const { name, door, links, area } = this.place(index);
    if (name && /\p{L}/u.test(name)) return name;
    const connection = links[0] && connections[links[0].connection];
    const inside = area === undefined ? undefined : areas[area];
    return doors[door ?? -1]?.name ?? connection?.name ?? (inside && areaName(inside)) ?? name;
  }

  /** The poses of a route by their places; a heading of -1 is unknown. */
  poses(route: RoutePoses): Pose[] {
    const levels = numbersOf(this.building.levels);
    return route.poses.map(([x = 0, y = 0, heading = -1], number) => {
      const level = levels.get(route.levels?.[number] ?? "") ?? 0;
      return { place: this.nearest({ x, y }, level)?.index ?? 0, heading };
    });
  }

  /** The place of a level nearest to a point; of any level, if none is given. */
  nearest(point: Point, level?: number): Place | undefined {
    let best: Place | undefined;
    let least = Infinity;
    for (const place of this.places) {
      if (level !== undefined && place.level !== level) continue;
      const distance = Math.hypot(place.x - point.x, place.y - point.y);
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }

  /** The place at a point, as the server wrote it. */
  at(point: Point, level?: number): Place | undefined {
    const place = this.nearest(point, level);
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

  /** The places around one on its level, breadth first, at most so many. */
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
