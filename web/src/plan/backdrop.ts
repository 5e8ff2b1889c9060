// A level drawn once, with something around what is in sight, so that moving the
// plan moves a picture.

import { html } from "../html";
import { Painter, type Colors, type Frame } from "./paint";
import type { LevelShapes } from "./shapes";

/** How much more than what is in sight is drawn, each way. */
const AROUND = 1.7;

export class Backdrop {
  readonly frame: Frame;
  /** Two pictures, for the route goes between the floor and the names. */
  readonly floors: HTMLCanvasElement;
  readonly names: HTMLCanvasElement;

  constructor(
    readonly shapes: LevelShapes,
    { x, y, scale, width, height }: Frame,
    colors: Colors,
    readonly density: number,
  ) {
    this.frame = { x, y, scale, width: Math.ceil(width * AROUND), height: Math.ceil(height * AROUND) };
    const picture = (paint: (painter: Painter) => void) => {
      const size = { width: String(this.frame.width * density), height: String(this.frame.height * density) };
      const canvas = html("canvas", size);
      const context = canvas.getContext("2d");
      if (context) paint(new Painter(context, this.frame, colors, density));
      return canvas;
    };
    this.floors = picture((painter) => painter.level(shapes));
    this.names = picture((painter) => painter.names(shapes));
  }

  /** True if it has all that is in sight, as large as it should be. */
  serves(frame: Frame): boolean {
    if (Math.abs(frame.scale / this.frame.scale - 1) > 1e-6) return false;
    const [dx, dy] = [Math.abs(frame.x - this.frame.x), Math.abs(frame.y - this.frame.y)].map((off) => off * frame.scale);
    return dx! <= (this.frame.width - frame.width) / 2 && dy! <= (this.frame.height - frame.height) / 2;
  }

  /** True if it shows most of it, in another size. */
  nearlyServes(frame: Frame): boolean {
    const zoom = frame.scale / this.frame.scale;
    return Math.abs(zoom - 1) > 1e-6 && zoom > 0.6 && zoom < 2.5;
  }
}
