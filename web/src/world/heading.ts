// Headings in degrees, as the server counts them: 0 looks toward smaller y,
// 90 toward larger x.

/** Two headings closer than this are the same direction. */
export const SAME_DIRECTION = 1;

/** Brought into 0 to 360. */
export function normal(degrees: number): number {
  const turned = degrees % 360;
  return turned < 0 ? turned + 360 : turned;
}

/** How far to turn right (positive) or left (negative), at most 180. */
export function turnTo(from: number, to: number): number {
  const clockwise = normal(to - from);
  return clockwise > 180 ? clockwise - 360 : clockwise;
}

/** The direction from one point to another. */
export function headingFrom(a: Point, b: Point): number {
  return normal((Math.atan2(b.x - a.x, -(b.y - a.y)) * 180) / Math.PI);
}

/** The unit vector of a heading. */
export function vector(heading: number): Point {
  const radians = (heading * Math.PI) / 180;
  return { x: Math.sin(radians), y: -Math.cos(radians) };
}

/** The nearest of the eight winds, in words. */
export function wind(heading: number): string {
  const winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west"];
  return [...winds, "north-west"][Math.round(normal(heading) / 45) % 8] ?? "north";
}

export interface Point {
  x: number;
  y: number;
}
