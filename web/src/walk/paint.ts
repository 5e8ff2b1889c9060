// Plain colours of the view.

import { Color, DoubleSide, MeshLambertMaterial } from "three";

const known = new Map<string, MeshLambertMaterial>();

/** A colour of a style sheet as three.js reads it: with commas. */
export function colorOf(css: string): Color {
  const hsl = /^hsl\((\S+) (\S+) (\S+)\)$/.exec(css);
  return new Color(hsl ? `hsl(${hsl[1]}, ${hsl[2]}, ${hsl[3]})` : css);
}

/** Paint of one colour, the same for all that have it. */
export function paint(css: string): MeshLambertMaterial {
  let found = known.get(css);
  if (!found) known.set(css, (found = new MeshLambertMaterial({ color: colorOf(css), side: DoubleSide })));
  return found;
}
