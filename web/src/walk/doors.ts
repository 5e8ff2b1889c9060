// Doors that open as one comes near and close behind one.

import { BoxGeometry, Group, Mesh, MeshLambertMaterial } from "three";
import type { Door } from "../world/building";
import { headingFrom, type Point } from "../world/heading";
import type { Spot } from "./mover";

/** One comes near within so many metres. */
const NEAR = 1.9;
/** Seconds that a door takes. */
const SECONDS = 0.45;
const wood = new MeshLambertMaterial({ color: "#9a7448" });
const steel = new MeshLambertMaterial({ color: "#b7bfc6" });

/** One wing of a door. */
export interface Leaf {
  model: Group;
  /** Opens or closes for somebody who is there; true while it moves. */
  swing(spot: Spot, seconds: number): boolean;
}

/** True if there is a wing, and not only an opening. */
export function isDoor({ kind }: Door): boolean {
  return kind !== "opening" && kind !== "gate";
}

export function doorLeaves(door: Door, high: number): Leaf[] {
  const [from, to] = door.line;
  const isDouble = door.kind === "double-hinged" || door.kind === "double-sliding" || door.kind === "revolving";
  const slides = door.kind === "sliding" || door.kind === "double-sliding";
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const wings: [Point, Point][] = isDouble ? [[from, middle], [to, middle]] : [[from, to]];
  return wings.map(([hinge, end], number) => wing(hinge, end, middle, slides, number === 0 ? 1 : -1, high));
}

function wing(hinge: Point, end: Point, middle: Point, slides: boolean, turn: number, high: number): Leaf {
  const width = Math.hypot(end.x - hinge.x, end.y - hinge.y);
  const body = new Mesh(new BoxGeometry(0.045, high, Math.max(0.01, width - 0.01)), slides ? steel : wood);
  // Its hinge is at the origin, and it points where the other jamb is.
  body.position.set(0, high / 2, -width / 2);
  const model = new Group();
  model.add(body);
  const heading = headingFrom(hinge, end);
  let open = 0;
  const show = () => {
    const angle = slides ? heading : heading + turn * open * 88;
    const share = slides ? open * 0.92 : 0;
    model.rotation.y = (-angle * Math.PI) / 180;
    model.position.set(hinge.x - (end.x - hinge.x) * share, 0, hinge.y - (end.y - hinge.y) * share);
  };
  show();
  return {
    model,
    swing({ x, y }, seconds) {
      const isNear = Math.hypot(middle.x - x, middle.y - y) < NEAR;
      const wanted = isNear ? 1 : 0;
      if (open === wanted) return false;
      const step = seconds / SECONDS;
      open = isNear ? Math.min(1, open + step) : Math.max(0, open - step);
      show();
      return open !== wanted;
    },
  };
}
