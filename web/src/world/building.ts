// What a building has beside places and passages: levels, areas, doors,
// connections between levels, landmarks and walls. A world of corridors has
// one level and nothing else of it.
//
// Everything refers to everything else by its number in the lists of `World`.

import type { components } from "../api/schema";
import type { Point } from "./heading";

/** A world as the server sends it. */
export type WorldFile = components["schemas"]["World"];
type File2 = components["schemas"]["World2"];

export type Access = components["schemas"]["World2Access"];
export type AreaKind = components["schemas"]["World2AreaKind"];
export type DoorKind = components["schemas"]["World2DoorKind"];
export type ConnectionKind = components["schemas"]["World2ConnectionKind"];

export interface Level {
  index: number;
  id: string;
  /** Its place in the order of storeys; 0 is the ground floor, as a rule. */
  ordinal: number;
  /** What people call it; where nobody said, its id. */
  name: string;
  /** What is written beside a lift's button. */
  shortName: string;
  /** Metres above the ground, if known. */
  elevation: number | undefined;
}

export interface Area {
  index: number;
  id: string;
  level: number;
  kind: AreaKind;
  category: string | undefined;
  name: string | undefined;
  /** The number on its door. */
  number: string | undefined;
  /** Its corners, the first not repeated; empty if not known. */
  outline: Point[];
  /** What is cut out of it. */
  holes: Point[][];
  floor: string | undefined;
  access: Access;
}

export interface Door {
  index: number;
  id: string;
  level: number;
  /** From one jamb to the other. */
  line: [Point, Point];
  kind: DoorKind;
  name: string | undefined;
  /** The areas it joins, as far as they are known. */
  between: number[];
  /** True if it leads into or out of the building. */
  isEntrance: boolean;
  access: Access;
}

export interface Stop {
  level: number;
  at: Point;
  /** The direction one walks off in, if known. */
  heading: number | undefined;
  /** The place one steps on or off at, if any way leads there. */
  place: number | undefined;
}

/** Stairs, an escalator, a lift or a ramp. */
export interface Connection {
  index: number;
  id: string;
  kind: ConnectionKind;
  name: string | undefined;
  stops: Stop[];
  /** Steps from the first stop to the last, for stairs. */
  steps: number | undefined;
}

/** Something one can see and speak of. */
export interface Landmark {
  index: number;
  id: string;
  level: number;
  at: Point;
  kind: string;
  name: string | undefined;
  /** What is written on it. */
  text: string | undefined;
  /** Its longest side, if known. */
  size: number | undefined;
  area: number | undefined;
}

/** A wall that no outline tells of. */
export interface Wall {
  level: number;
  line: Point[];
  isSeeThrough: boolean;
}

export interface Building {
  levels: Level[];
  areas: Area[];
  doors: Door[];
  connections: Connection[];
  landmarks: Landmark[];
  walls: Wall[];
}

/** Numbers of entries by their ids. */
export type Numbers = Map<string, number>;

export function numbersOf(entries: { id: string }[]): Numbers {
  return new Map(entries.map(({ id }, index) => [id, index]));
}

/** The building of a file, its levels from below; `places` are its places. */
export function buildingOf(file: WorldFile, places: Numbers): Building {
  if (!("levels" in file)) {
    const level = { index: 0, id: "0", ordinal: 0, name: "0", shortName: "0", elevation: undefined };
    return { levels: [level], areas: [], doors: [], connections: [], landmarks: [], walls: [] };
  }
  const entries = [...file.levels].sort((a, b) => a.ordinal - b.ordinal);
  const [levels, areas] = [numbersOf(entries), numbersOf(file.areas ?? [])];
  // The server has checked every reference.
  const level = (id: string) => levels.get(id) ?? 0;
  const area = (id: string | null | undefined) => areas.get(id ?? "");
  return {
    levels: entries.map((one, index) => ({
      index,
      id: one.id,
      ordinal: one.ordinal,
      name: one.name ?? one.short_name ?? one.id,
      shortName: one.short_name ?? one.name ?? one.id,
      elevation: one.elevation ?? undefined,
    })),
    areas: (file.areas ?? []).map((one, index) => ({
      index,
      id: one.id,
      level: level(one.level),
      kind: one.kind,
      category: one.category ?? undefined,
      name: one.name ?? undefined,
      number: one.number ?? undefined,
      outline: (one.outline ?? []).map(point),
      holes: (one.holes ?? []).map((hole) => hole.map(point)),
      floor: one.floor ?? undefined,
      access: one.access ?? "public",
    })),
    doors: (file.doors ?? []).map((one, index) => ({
      index,
      id: one.id,
      level: level(one.level),
      line: [point(one.line[0]), point(one.line[1])],
      kind: one.kind,
      name: one.name ?? undefined,
      between: (one.between ?? []).flatMap((id) => area(id) ?? []),
      isEntrance: one.entrance ?? false,
      access: one.access ?? "public",
    })),
    connections: connectionsOf(file, level, places),
    landmarks: (file.landmarks ?? []).map((one, index) => ({
      index,
      id: one.id,
      level: level(one.level),
      at: point(one.at),
      kind: one.kind,
      name: one.name ?? undefined,
      text: one.text ?? undefined,
      size: one.size ?? undefined,
      area: area(one.area),
    })),
    walls: (file.walls ?? []).map((one) => ({
      level: level(one.level),
      line: one.line.map(point),
      isSeeThrough: one.see_through ?? false,
    })),
  };
}

function connectionsOf(file: File2, level: (id: string) => number, places: Numbers): Connection[] {
  return (file.connections ?? []).map((one, index) => ({
    index,
    id: one.id,
    kind: one.kind,
    name: one.name ?? undefined,
    stops: one.stops.map((stop) => ({
      level: level(stop.level),
      at: point(stop.at),
      heading: stop.heading ?? undefined,
      place: places.get(stop.place ?? ""),
    })),
    steps: one.steps ?? undefined,
  }));
}

/** What people call an area, by its name or as `room 2.14`; nothing if it has
 * neither. */
export function areaName({ name, number, kind }: Area): string | undefined {
  if (name && /\p{L}/u.test(name)) return name;
  const sign = number ?? name;
  return sign ? `${kind} ${sign}` : undefined;
}

/** What people call a landmark. */
export function landmarkName({ name, text, kind }: Landmark): string {
  if (name) return /\p{L}/u.test(name) ? name : `${kind} ${name}`;
  return text ? `${kind} “${text}”` : kind;
}

function point(pair: number[] | undefined): Point {
  return { x: pair?.[0] ?? 0, y: pair?.[1] ?? 0 };
}
