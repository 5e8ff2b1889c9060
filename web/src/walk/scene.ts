// A world, or the part of it around somebody, as a three.js scene.

import {
  BufferGeometry,
  CanvasTexture,
  Color,
  ConeGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Fog,
  Group,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RepeatWrapping,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { Point } from "../world/heading";
import { normal, vector } from "../world/heading";
import { kindColor } from "../world/kinds";
import { floorPainting, placePainting, plasterPainting, wallPainting } from "../world/textures";
import type { Place, World } from "../world/world";
import { HALF, layout, type Corridor, type Junction, type Layout, WIDTH } from "./layout";
import type { Spot } from "./mover";
import { objectModel } from "./objects";
import type { Stage } from "./view";

export const HEIGHT = 4;
/** More places than anybody can see at once through the haze. */
const MOST_PLACES = 240;
const HAZE = "#e9e6df";
const BARE = "#e8e2d5";

/** Triangles of one material, gathered into one mesh. */
export class Sheet {
  private positions: number[] = [];
  private textures: number[] = [];

  /** Two triangles; corners in order, the first on the texture's lower left. */
  quad(corners: [Vector, Vector, Vector, Vector], wide: number, high: number): void {
    const [a, b, c, d] = corners;
    this.triangle(a, b, c, [0, 0, wide, 0, wide, high]);
    this.triangle(a, c, d, [0, 0, wide, high, 0, high]);
  }

  triangle(a: Vector, b: Vector, c: Vector, textures: number[]): void {
    this.positions.push(...a, ...b, ...c);
    this.textures.push(...textures);
  }

  mesh(material: Material): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("uv", new Float32BufferAttribute(this.textures, 2));
    geometry.computeVertexNormals();
    return new Mesh(geometry, material);
  }
}

export type Vector = [x: number, y: number, z: number];

const materials = new Map<string, Material>();

export function material(key: string, painting: () => HTMLCanvasElement): Material {
  let known = materials.get(key);
  if (!known) {
    const map: Texture = new CanvasTexture(painting());
    map.wrapS = map.wrapT = RepeatWrapping;
    map.colorSpace = SRGBColorSpace;
    map.anisotropy = 4;
    known = new MeshLambertMaterial({ map });
    materials.set(key, known);
  }
  return known;
}

/** What is nearer to one's eyes hides what one came to see. */
const TOO_NEAR = 1.1;

/** The scene around a place. */
export class WorldScene implements Stage {
  readonly scene = new Scene();
  readonly scale: number;
  readonly eyes = 1.75;
  /** One stands a little behind the middle, to see what is at one's own place. */
  readonly behind = 1.25;
  private objects: Group[] = [];
  private built = new Group();
  private places = new Set<number>();
  private goalMark: Group;
  private center = -1;

  constructor(readonly world: World) {
    this.scale = 10 / world.unit;
    this.scene.background = new Color(HAZE);
    this.scene.fog = new Fog(HAZE, 18, 85);
    this.scene.add(new HemisphereLight("#ffffff", "#d8cfc0", 3));
    const sun = new DirectionalLight("#fff4e0", 0.7);
    sun.position.set(0.4, 1, 0.25);
    this.scene.add(sun, this.built);
    this.goalMark = pin();
    this.scene.add(this.goalMark);
    this.goalMark.visible = false;
  }

  /** Shows a pin over a place, or none. */
  mark(place: number | undefined): void {
    this.goalMark.visible = place !== undefined;
    if (place === undefined) return;
    const { x, y } = this.world.place(place);
    this.goalMark.position.set(x * this.scale, 0, y * this.scale);
  }

  /** Makes sure that what can be seen is there; what is too near to see
   * anything else makes way. The pin floats. */
  surround({ x, y, heading, level }: Spot, seconds: number): boolean {
    this.goalMark.position.y = Math.sin(seconds * 2.2) * 0.08;
    this.goalMark.rotation.y = seconds;
    const place = this.world.nearest({ x, y }, level);
    if (place) this.buildAround(place.index);
    const ahead = vector(heading);
    const eyes = { x: x * this.scale - ahead.x * this.behind, y: y * this.scale - ahead.y * this.behind };
    for (const object of this.objects) {
      const off = { x: object.position.x - eyes.x, y: object.position.z - eyes.y };
      object.visible = Math.hypot(off.x, off.y) > TOO_NEAR;
    }
    return false;
  }

  private buildAround(place: number): void {
    if (this.center === place) return;
    const isThere = [...this.world.around(place, 40)].every((near) => this.places.has(near));
    if (isThere) return;
    this.center = place;
    this.places = this.world.around(place, MOST_PLACES);
    this.dispose();
    this.build(layout(this.world, this.places));
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    for (const child of this.built.children) {
      if (child instanceof Mesh) (child as Mesh).geometry.dispose();
    }
    this.built.clear();
    this.objects = [];
  }

  private build(plan: Layout): void {
    const sheets = new Map<string, { sheet: Sheet; material: Material }>();
    const sheet = (key: string, painting: () => HTMLCanvasElement): Sheet => {
      let entry = sheets.get(key);
      if (!entry) {
        entry = { sheet: new Sheet(), material: material(key, painting) };
        sheets.set(key, entry);
      }
      return entry.sheet;
    };
    for (const corridor of plan.corridors) this.addCorridor(corridor, sheet);
    for (const junction of plan.junctions) this.addJunction(junction, sheet);
    for (const { sheet, material } of sheets.values()) this.built.add(sheet.mesh(material));
    for (const junction of plan.junctions) this.addObjects(junction);
  }

  private addCorridor(corridor: Corridor, sheet: SheetOf): void {
    const { floor, wall } = this.world.passage(corridor.passage);
    const [leftFrom, leftTo] = corridor.left;
    const [rightFrom, rightTo] = corridor.right;
    const length = Math.hypot(leftTo.x - leftFrom.x, leftTo.y - leftFrom.y);
    const floors = sheet(`floor ${floor}`, () => floorPainting(floor));
    floors.quad(
      [ground(leftFrom), ground(rightFrom), ground(rightTo), ground(leftTo)],
      1,
      Math.max(1, Math.round(length / WIDTH)),
    );
    sheet("ceiling", () => plasterless("#f6f3ec")).quad(
      [high(leftFrom), high(leftTo), high(rightTo), high(rightFrom)],
      1,
      1,
    );
    // Light from above in the middle of the way.
    const middle = (a: Point, b: Point, t: number): Point => ({
      x: a.x + (b.x - a.x) * t,
      y: a.y + (b.y - a.y) * t,
    });
    const at = (along: number, across: number): Vector => {
      const point = middle(middle(leftFrom, leftTo, along), middle(rightFrom, rightTo, along), across);
      return [point.x, HEIGHT - 0.02, point.y];
    };
    sheet("light", () => plasterless("#ffffff")).quad(
      [at(0.3, 0.35), at(0.7, 0.35), at(0.7, 0.65), at(0.3, 0.65)],
      1,
      1,
    );
    const tint = wall ? mixed(kindColor("wall", wall), BARE, 0.24) : BARE;
    const walls = sheet(`plaster ${tint}`, () => plasterPainting(tint));
    // Walls face inward, toward those who walk between them.
    for (const [from, to] of [[leftFrom, leftTo], [rightTo, rightFrom]] as const) {
      walls.quad([ground(from), ground(to), high(to), high(from)], length / HEIGHT, 1);
      if (wall) this.hang(wall, from, to, length, sheet);
    }
  }

  /** Pictures along a wall, evenly, at eye height. */
  private hang(kind: string, from: Point, to: Point, length: number, sheet: SheetOf): void {
    const pictures = sheet(`wall ${kind}`, () => wallPainting(kind));
    const count = Math.max(1, Math.floor(length / 3.4));
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    // Inward is to the right of one who walks from `from` to `to` along the left wall.
    const inward = { x: -along.y, y: along.x };
    const size = Math.min(1.7, length * 0.8);
    for (let i = 0; i < count; i++) {
      const middle = ((i + 0.5) / count) * length;
      const corner = (distance: number, height: number): Vector => [
        from.x + along.x * distance + inward.x * 0.04,
        height,
        from.y + along.y * distance + inward.y * 0.04,
      ];
      const [start, end] = [middle - size / 2, middle + size / 2];
      const [low, top] = [1.95 - size / 2, 1.95 + size / 2];
      pictures.quad([corner(start, low), corner(end, low), corner(end, top), corner(start, top)], 1, 1);
    }
  }

  private addJunction(junction: Junction, sheet: SheetOf): void {
    const floors = sheet("place", placePainting);
    const ceiling = sheet("ceiling", () => plasterless("#f6f3ec"));
    const { center, outline } = junction;
    outline.forEach((from, i) => {
      const to = outline[(i + 1) % outline.length] ?? from;
      const texture = (point: Point) => [
        (point.x - center.x) / WIDTH + 0.5,
        (point.y - center.y) / WIDTH + 0.5,
      ];
      const textures = [center, to, from].flatMap(texture);
      floors.triangle(ground(center), ground(to), ground(from), textures);
      ceiling.triangle(high(center), high(from), high(to), textures);
    });
    const walls = sheet(`plaster ${BARE}`, () => plasterPainting(BARE));
    for (const [from, to] of junction.walls) {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      walls.quad([ground(from), ground(to), high(to), high(from)], length / HEIGHT, 1);
    }
  }

  /** Objects stand aside, out of the way of those who walk. */
  private addObjects(junction: Junction): void {
    const place = this.world.place(junction.place);
    const spots = freeSpots(place);
    place.objects.forEach((kind, number) => {
      const model = objectModel(kind);
      const { heading, distance } = spots[number % spots.length] ?? { heading: 0, distance: 0.8 };
      const aside = vector(heading);
      const along = vector(heading + 90);
      // More things than corners: they move up beside each other.
      const shift = Math.floor(number / spots.length) * 0.9;
      model.position.set(
        junction.center.x + aside.x * distance + along.x * shift,
        0,
        junction.center.y + aside.y * distance + along.y * shift,
      );
      // Its front looks at the middle of the place.
      model.rotation.y = (-heading * Math.PI) / 180;
      this.built.add(model);
      this.objects.push(model);
    });
  }
}

type SheetOf = (key: string, painting: () => HTMLCanvasElement) => Sheet;

/** Directions between the exits, the widest gap first. */
function freeSpots(place: Place): { heading: number; distance: number }[] {
  const { exits } = place;
  if (exits.length === 0) return [{ heading: 180, distance: 0.7 }];
  return exits
    .map((exit, i) => {
      const next = exits[(i + 1) % exits.length] ?? exit;
      const angle = normal(next.heading - exit.heading) || 360;
      const distance = angle >= 150 ? HALF * 0.62 : (HALF * 0.62) / Math.sin((angle * Math.PI) / 360);
      return { heading: exit.heading + angle / 2, angle, distance };
    })
    .sort((a, b) => b.angle - a.angle);
}

/** A pin that marks a goal. */
export function pin(): Group {
  const group = new Group();
  const paint = new MeshBasicMaterial({ color: "#d4145a" });
  const tip = new Mesh(new ConeGeometry(0.28, 0.75, 24), paint);
  tip.rotation.x = Math.PI;
  tip.position.y = 2.5;
  const ball = new Mesh(new SphereGeometry(0.34, 24, 16), paint);
  ball.position.y = 3;
  const eye = new Mesh(new SphereGeometry(0.16, 16, 12), new MeshBasicMaterial({ color: "#ffffff" }));
  eye.position.set(0, 3.05, 0.24);
  group.add(tip, ball, eye);
  return group;
}

function ground(point: Point): Vector {
  return [point.x, 0, point.y];
}

function high(point: Point): Vector {
  return [point.x, HEIGHT, point.y];
}

function plasterless(color: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 4;
  const brush = canvas.getContext("2d");
  if (brush) {
    brush.fillStyle = color;
    brush.fillRect(0, 0, 4, 4);
  }
  return canvas;
}

function mixed(color: string, base: string, share: number): string {
  return `#${new Color(base).lerp(new Color(color), share).getHexString()}`;
}
