// Furniture, put together from boxes and cylinders: simple, but no two alike
// from any side, near or far.

import {
  BoxGeometry,
  type BufferGeometry,
  CanvasTexture,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  SRGBColorSpace,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { kindColor } from "../world/kinds";
import { signPainting } from "../world/textures";
import { colorOf } from "./paint";

const WOOD = "#8a5a2e";
const DARK = "#33291f";
const STEEL = "#aab0b8";

const paint = new MeshLambertMaterial({ vertexColors: true });
const models = new Map<string, BufferGeometry | null>();

/** The model of a kind, its foot at the origin, its front toward +z. */
export function objectModel(kind: string): Group {
  const group = new Group();
  let model = models.get(kind);
  if (model === undefined) {
    const parts = MODELS[kind]?.();
    model = parts ? mergeGeometries(parts) : null;
    models.set(kind, model);
  }
  if (model) group.add(new Mesh(model, paint));
  else sign(group, kind);
  return group;
}

function colored(geometry: BufferGeometry, color: string): BufferGeometry {
  const { r, g, b } = colorOf(color);
  const count = geometry.getAttribute("position").count;
  const colors = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) colors.set([r, g, b], i * 3);
  geometry.setAttribute("color", new Float32BufferAttribute(colors, 3));
  return geometry;
}

type Place3 = [x: number, y: number, z: number];

function box(color: string, size: Place3, at: Place3, tilt = 0): BufferGeometry {
  return colored(new BoxGeometry(...size).rotateX(tilt).translate(...at), color);
}

function rod(color: string, radius: number, from: Place3, to: Place3): BufferGeometry {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(dx, dy, dz);
  return colored(
    new CylinderGeometry(radius, radius, length, 8)
      .rotateZ(-Math.atan2(dx, dy))
      .rotateX(Math.atan2(dz, Math.hypot(dx, dy)))
      .translate((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2),
    color,
  );
}

function disc(color: string, top: number, bottom: number, high: number, y: number): BufferGeometry {
  return colored(new CylinderGeometry(top, bottom, high, 20).translate(0, y, 0), color);
}

function legs(color: string, radius: number, spread: number, top: number, high: number): BufferGeometry[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => rod(color, radius, [x * spread, 0, z * spread], [x * top, high, z * top])),
  );
}

const MODELS: Record<string, () => BufferGeometry[]> = {
  barstool: () => [
    ...legs(STEEL, 0.035, 0.34, 0.16, 1.15),
    disc("#b3262e", 0.33, 0.3, 0.13, 1.2),
    disc(STEEL, 0.34, 0.34, 0.03, 1.12),
    colored(new CylinderGeometry(0.29, 0.29, 0.03, 20, 1, true).translate(0, 0.42, 0), STEEL),
  ],
  chair: () => [
    ...legs(WOOD, 0.04, 0.32, 0.32, 0.62),
    box("#3f6d4e", [0.78, 0.1, 0.78], [0, 0.66, 0]),
    box(WOOD, [0.08, 0.95, 0.08], [-0.34, 1.15, -0.34]),
    box(WOOD, [0.08, 0.95, 0.08], [0.34, 1.15, -0.34]),
    box(WOOD, [0.76, 0.14, 0.06], [0, 1.55, -0.34]),
    box(WOOD, [0.76, 0.1, 0.06], [0, 1.25, -0.34]),
    box(WOOD, [0.76, 0.1, 0.06], [0, 0.98, -0.34]),
  ],
  easel: () => [
    rod(WOOD, 0.045, [-0.55, 0, 0.3], [-0.08, 2.15, -0.05]),
    rod(WOOD, 0.045, [0.55, 0, 0.3], [0.08, 2.15, -0.05]),
    rod(WOOD, 0.045, [0, 0, -0.6], [0, 2.1, -0.08]),
    box(WOOD, [1.15, 0.07, 0.16], [0, 0.82, 0.24]),
    box("#f8f5ec", [1.05, 1.0, 0.05], [0, 1.36, 0.16], -0.15),
    box("#d0662f", [0.4, 0.3, 0.02], [-0.2, 1.5, 0.17], -0.15),
    box("#2e6fa7", [0.9, 0.22, 0.02], [0, 1.12, 0.23], -0.15),
  ],
  hatrack: () => [
    disc(DARK, 0.36, 0.42, 0.08, 0.04),
    rod(DARK, 0.05, [0, 0, 0], [0, 2.25, 0]),
    ...[0, 1, 2, 3].map((i) => {
      const [x, z] = [Math.cos((i * Math.PI) / 2), Math.sin((i * Math.PI) / 2)];
      return rod(DARK, 0.035, [0, 1.75, 0], [x * 0.38, 2.08, z * 0.38]);
    }),
    ...[0, 1, 2, 3].map((i) => {
      const [x, z] = [Math.cos(((i + 0.5) * Math.PI) / 2), Math.sin(((i + 0.5) * Math.PI) / 2)];
      return rod(DARK, 0.03, [0, 1.35, 0], [x * 0.28, 1.55, z * 0.28]);
    }),
    // A hat, or nobody would know what it is for.
    colored(new CylinderGeometry(0.3, 0.3, 0.04, 18).translate(0.36, 2.1, 0), "#5b3d8f"),
    colored(new CylinderGeometry(0.16, 0.18, 0.2, 18).translate(0.36, 2.2, 0), "#5b3d8f"),
  ],
  lamp: () => [
    disc(DARK, 0.3, 0.34, 0.07, 0.04),
    rod("#c9a24a", 0.035, [0, 0, 0], [0, 1.75, 0]),
    colored(new ConeGeometry(0.5, 0.62, 24, 1, true).translate(0, 1.95, 0), "#ffe9b0"),
    colored(new SphereGeometry(0.14, 12, 10).translate(0, 1.8, 0), "#fff8dc"),
  ],
  sofa: () => [
    box("#7b2f3b", [1.7, 0.36, 0.82], [0, 0.34, 0]),
    box("#8d3a47", [0.72, 0.16, 0.66], [-0.38, 0.58, 0.06]),
    box("#8d3a47", [0.72, 0.16, 0.66], [0.38, 0.58, 0.06]),
    box("#7b2f3b", [1.7, 0.66, 0.22], [0, 0.82, -0.36]),
    box("#6a2732", [0.22, 0.62, 0.84], [-0.86, 0.48, 0]),
    box("#6a2732", [0.22, 0.62, 0.84], [0.86, 0.48, 0]),
    ...legs(DARK, 0.04, 0.34, 0.34, 0.18),
  ],
};

/** A stand with the kind's name on all four sides. */
function sign(group: Group, kind: string): void {
  const foot = [
    box(DARK, [0.5, 0.08, 0.5], [0, 0.04, 0]),
    box(kindColor("object", kind), [0.3, 0.8, 0.3], [0, 0.45, 0]),
  ];
  group.add(new Mesh(mergeGeometries(foot), paint));
  const map = new CanvasTexture(signPainting(kind));
  map.colorSpace = SRGBColorSpace;
  const cube = new Mesh(new BoxGeometry(0.95, 0.95, 0.95), new MeshLambertMaterial({ map }));
  cube.position.y = 1.35;
  group.add(cube);
}
