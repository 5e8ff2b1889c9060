// How kinds of floors, walls and objects look, and what people call them.
// SAIL's kinds have looks of their own; any other kind gets a colour from its
// place in the vocabulary, as in the plans that `cicerone world draw` makes.

import type { KindClass, World } from "./world";

const FLOORS: Record<string, string> = {
  blue: "#5d8ad6",
  brick: "#ba543e",
  concrete: "#c6c6c0",
  flower: "#ec9ebc",
  grass: "#70ad54",
  gravel: "#5c5c64",
  wood: "#b08050",
  yellow: "#dec64e",
};

const WALLS: Record<string, string> = {
  butterfly: "#8e44ad",
  fish: "#007991",
  tower: "#4a4a52",
};

/** Colours and stuffs that the names of other kinds often tell: white tile. */
const TOLD: Record<string, string> = {
  white: "#ece9e2",
  black: "#3c3c44",
  grey: "#9a9aa0",
  gray: "#9a9aa0",
  red: "#ba543e",
  orange: "#d98a3d",
  yellow: "#dec64e",
  green: "#70ad54",
  blue: "#5d8ad6",
  purple: "#8e6bb5",
  pink: "#ec9ebc",
  brown: "#8a6240",
  beige: "#d9c9a8",
  marble: "#dcd8d2",
  stone: "#a8a49a",
  wood: "#b08050",
  wooden: "#b08050",
  concrete: "#c6c6c0",
  grass: "#70ad54",
};

/** What SAIL's people say instead; worlds with kinds of their own bring theirs. */
const WORDS: Record<string, string[]> = {
  blue: ["blue tile"],
  brick: ["red brick"],
  concrete: ["cement", "white"],
  flower: ["rose", "pink"],
  grass: ["green"],
  gravel: ["stone", "black"],
  wood: ["wooden", "brown"],
  yellow: ["honeycomb", "olive"],
  butterfly: ["butterflies"],
  tower: ["Eiffel tower"],
  barstool: ["stool"],
  hatrack: ["coat rack", "rack"],
  lamp: ["pole"],
  sofa: ["bench", "couch"],
};

/** Line drawings in a box from -1 to 1. */
const OBJECT_ICONS: Record<string, string> = {
  barstool: "M-.5-.5H.5M-.35-.5L-.6.9M.35-.5L.6.9M-.47.3H.47",
  chair: "M-.5-.9V.9M-.5.05H.5V.9M-.5-.4H-.45",
  easel: "M-.6-.45H.6V.35H-.6ZM0-.9V-.45M-.35.35L-.65.95M.35.35L.65.95M0 .35V.8",
  hatrack: "M0 .9V-.85M-.45.9H.45M-.6-.7L0-.3L.6-.7M-.45-.15L0 .15L.45-.15",
  lamp: "M-.3-.85H.3L.6-.2H-.6ZM0-.2V.85M-.4.88H.4",
  sofa: "M-.6.1V-.55H.6V.1M-.95-.1H-.6V.3H.6V-.1H.95V.75H-.95Z",
};

/** Filled drawings in a box from -1 to 1. */
const PICTURE_ICONS: Record<string, string> = {
  butterfly: "M0 0L-.95-.75L-.75.65ZM0 0L.95-.75L.75.65ZM-.07-.6H.07V.6H-.07Z",
  fish: "M-.95 0C-.6-.75.2-.75.45 0C.2.75-.6.75-.95 0ZM.35 0L.95-.5V.5Z",
  tower: "M0-1L.14-.2L.6.9H.25L0 .35L-.25.9H-.6L-.14-.2Z",
};

export function objectIcon(kind: string): string | undefined {
  return OBJECT_ICONS[kind];
}

export function pictureIcon(kind: string): string {
  return PICTURE_ICONS[kind] ?? "M0-.8L.8 0L0 .8L-.8 0Z";
}

/** What else people call a kind. */
export function otherWords(world: World, kind: string): string[] {
  const words = world.words.get(kind) ?? WORDS[kind] ?? [];
  return words.filter((word) => word !== kind);
}

/** The colour a kind is known by. */
export function kindColor(kindClass: KindClass, kind: string): string {
  const known = kindClass === "floor" ? FLOORS[kind] : kindClass === "wall" ? WALLS[kind] : undefined;
  const told = kind.toLowerCase().split(/[^a-z]+/).find((word) => word in TOLD);
  // Else a hue from the name itself: the same in every world and every session.
  return known ?? (told && TOLD[told]) ?? `hsl(${hash(kind) % 360} 42% 55%)`;
}

/** The kinds a world makes use of, each once, by name. */
export function kindsUsed(world: World): Record<KindClass, string[]> {
  const distinct = (names: (string | undefined)[]) =>
    [...new Set(names.filter((name) => name !== undefined))].sort();
  return {
    floor: distinct(world.passages.map((passage) => passage.floor)),
    wall: distinct(world.passages.map((passage) => passage.wall)),
    object: distinct(world.places.flatMap((place) => place.objects)),
  };
}

/** A whole number from a text, always the same. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}
