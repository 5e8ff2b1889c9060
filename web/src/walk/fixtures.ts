// What stands about in buildings, as simple shapes: one for each sort of thing,
// told by the words of its kind, in a colour of its own.

import { BoxGeometry, type BufferGeometry, ConeGeometry, CylinderGeometry, Group, Mesh, SphereGeometry } from "three";
import { kindColor } from "../world/kinds";
import { paint } from "./paint";

/** The sorts there are, by words that kinds of that sort have in their names;
 * the first that fits counts. */
const SORTS: [RegExp, Sort][] = [
  [/plant|tree|flower/i, "plant"],
  [/sofa|couch|bench|settee/i, "sofa"],
  [/chair|stool|seat/i, "chair"],
  [/bed|stretcher|gurney|trolley/i, "bed"],
  [/table|desk|counter|reception|bar\b/i, "table"],
  [/vending|fridge|refrigerator|cabinet|locker|wardrobe|shel|book|cupboard|rack|atm|kiosk|machine/i, "cupboard"],
  [/sign|board|poster|painting|picture|map|screen|monitor|tv|television|clock/i, "board"],
  [/lamp|light|stand|pole|pillar|column|statue|sculpture/i, "post"],
  [/bin|trash|barrel|fountain|sink|basin|toilet|wc/i, "bin"],
];

type Sort = "plant" | "sofa" | "chair" | "bed" | "table" | "cupboard" | "board" | "post" | "bin" | "box";

const WOOD = "#8a6a42";
const STEEL = "#9aa3ab";
const GREEN = "#4f8a4b";

type Part = { shape: BufferGeometry; color: string | undefined };

const box = (wide: number, high: number, deep: number, x = 0, y = 0, z = 0, color?: string): Part => ({
  shape: new BoxGeometry(wide, high, deep).translate(x, y + high / 2, z),
  color,
});

/** Each sort as it is about a metre wide; parts without a colour have the
 * kind's own. */
const PARTS: Record<Sort, () => Part[]> = {
  plant: () => [
    { shape: new CylinderGeometry(0.2, 0.15, 0.35, 10).translate(0, 0.18, 0), color: "#a4563a" },
    { shape: new SphereGeometry(0.38, 10, 8).translate(0, 0.85, 0), color: GREEN },
  ],
  sofa: () => [box(1, 0.4, 0.6), box(1, 0.45, 0.16, 0, 0.35, -0.26), box(0.12, 0.6, 0.6, -0.48), box(0.12, 0.6, 0.6, 0.48)],
  chair: () => [
    box(0.5, 0.07, 0.5, 0, 0.42, 0),
    box(0.5, 0.5, 0.06, 0, 0.45, -0.22),
    ...[-0.2, 0.2].flatMap((x) => [-0.2, 0.2].map((z) => box(0.05, 0.42, 0.05, x, 0, z, STEEL))),
  ],
  bed: () => [box(0.9, 0.3, 2, 0, 0.2, 0, WOOD), box(0.86, 0.16, 1.9, 0, 0.48, 0), box(0.6, 0.1, 0.35, 0, 0.62, -0.7, "#ffffff")],
  table: () => [
    box(1.1, 0.06, 0.7, 0, 0.7, 0),
    ...[-0.48, 0.48].flatMap((x) => [-0.28, 0.28].map((z) => box(0.06, 0.7, 0.06, x, 0, z, WOOD))),
  ],
  cupboard: () => [box(0.8, 1.8, 0.5), box(0.7, 0.8, 0.02, 0, 0.9, 0.26, "#f2efe8")],
  board: () => [box(0.06, 1.3, 0.06, 0, 0, 0, STEEL), box(0.8, 0.6, 0.05, 0, 1.1, 0.02)],
  post: () => [
    { shape: new CylinderGeometry(0.22, 0.26, 0.08, 12).translate(0, 0.04, 0), color: STEEL },
    { shape: new CylinderGeometry(0.05, 0.05, 1.5, 8).translate(0, 0.8, 0), color: STEEL },
    { shape: new ConeGeometry(0.26, 0.3, 14).translate(0, 1.6, 0), color: undefined },
  ],
  bin: () => [{ shape: new CylinderGeometry(0.26, 0.22, 0.75, 14).translate(0, 0.38, 0), color: undefined }],
  box: () => [box(0.7, 0.8, 0.7)],
};

const HEIGHTS: Record<Sort, number> = {
  plant: 1.25, sofa: 0.85, chair: 0.95, bed: 0.75, table: 0.8, cupboard: 1.85, board: 1.75, post: 1.8, bin: 0.8, box: 0.85,
};
const WIDTHS: Record<Sort, number> = {
  plant: 0.76, sofa: 1.1, chair: 0.5, bed: 2, table: 1.1, cupboard: 0.8, board: 0.8, post: 0.5, bin: 0.52, box: 0.7,
};

const shapes = new Map<Sort, Part[]>();

/** The model of a kind, its foot at the origin, and how high it is. Sizes are
 * kept to what lets one pass. */
export function fixtureModel(kind: string, size: number | undefined): { model: Group; high: number } {
  const sort = SORTS.find(([words]) => words.test(kind.replace(/([a-z])([A-Z])/g, "$1 $2")))?.[1] ?? "box";
  let parts = shapes.get(sort);
  if (!parts) shapes.set(sort, (parts = PARTS[sort]()));
  const model = new Group();
  for (const { shape, color } of parts) model.add(new Mesh(shape.clone(), paint(color ?? kindColor("object", kind))));
  const wide = size === undefined ? 1 : Math.min(1.8, Math.max(0.6, size / WIDTHS[sort]));
  model.scale.set(wide, Math.min(1.15, Math.max(0.8, wide)), wide);
  return { model, high: HEIGHTS[sort] * model.scale.y };
}

/** The front of a lift: one gets off toward -z. */
export function liftModel(): Group {
  const group = new Group();
  const parts = [
    box(0.12, 2.2, 0.25, -0.66, 0, 0, STEEL),
    box(0.12, 2.2, 0.25, 0.66, 0, 0, STEEL),
    box(1.44, 0.14, 0.25, 0, 2.1, 0, STEEL),
    box(0.58, 2.1, 0.05, -0.3, 0, 0.05, "#c9d2d9"),
    box(0.58, 2.1, 0.05, 0.3, 0, 0.05, "#c9d2d9"),
    box(0.09, 0.2, 0.03, 0.66, 1.05, -0.14, "#e0a526"),
  ];
  for (const { shape, color } of parts) group.add(new Mesh(shape, paint(color ?? STEEL)));
  return group;
}

/** A few steps: one gets off toward -z, so they lie behind, up or down. */
export function stairsModel(up: boolean): Group {
  const group = new Group();
  for (let step = 0; step < 6; step++) {
    const high = up ? 0.17 * (step + 1) : Math.max(0.03, 0.12 - step * 0.02);
    const { shape, color } = box(1.3, high, 0.28, 0, 0, 0.3 + step * 0.28, step % 2 ? "#a89d8b" : "#8f8575");
    group.add(new Mesh(shape, paint(color ?? STEEL)));
  }
  return group;
}
