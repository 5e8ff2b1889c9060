// The picture of a level on the screen. It is drawn with something around what is
// in sight; whoever moves the plan moves a picture that is there already, which a
// browser does without drawing anything, with a graphics card or without one.

import { html } from "../html";
import type { Camera } from "./camera";
import type { Frame } from "./paint";

/** How much more than what is in sight is drawn, each way. */
const AROUND = 1.7;
/** The plan rests when it has not moved for so long, in milliseconds. */
const REST = 150;

/** Draws all of a frame; false if there is nothing to draw yet. */
export type Paint = (context: CanvasRenderingContext2D, frame: Frame, density: number) => boolean;

/** Something that stands on the plan and is moved by itself. */
interface Figure {
  element: SVGElement;
  at: { x: number; y: number; heading?: number } | undefined;
}

export class Sheet {
  readonly canvas = html("canvas", { "aria-hidden": "true" });
  private drawn: (Frame & { density: number }) | undefined;
  private figures: Figure[] = [];
  private isAsked = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private camera: Camera,
    private paint: Paint,
    private onShown: () => void,
  ) {}

  /** What is on it has changed. */
  renew(): void {
    this.drawn = undefined;
    this.move();
  }

  /** What is in sight has changed, or a figure has moved. */
  move(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.show();
    });
  }

  /** Puts a figure somewhere, or takes it away. */
  stand(element: SVGElement, at: Figure["at"]): void {
    const known = this.figures.find((figure) => figure.element === element);
    if (known) known.at = at;
    else this.figures.push({ element, at });
    this.move();
  }

  private show(): void {
    const { camera, canvas } = this;
    if (camera.width <= 1) return;
    if (!this.mayStay()) this.draw();
    const { drawn } = this;
    if (!drawn) return;
    const zoom = camera.scale / drawn.scale;
    const corner = camera.toScreen({ x: drawn.x - drawn.width / 2 / drawn.scale, y: drawn.y - drawn.height / 2 / drawn.scale });
    // On whole pixels, as it was drawn: between them it would blur.
    const whole = (at: number) => (zoom === 1 ? Math.round(at * drawn.density) / drawn.density : at);
    canvas.style.transform = `translate(${whole(corner.x)}px, ${whole(corner.y)}px) scale(${zoom})`;
    for (const { element, at } of this.figures) {
      element.style.display = at ? "" : "none";
      if (!at) continue;
      const { x, y } = camera.toScreen(at);
      element.style.transform = `translate(${x}px, ${y}px) rotate(${at.heading ?? 0}deg)`;
    }
    clearTimeout(this.resting);
    if (!this.isCentred(drawn)) this.resting = setTimeout(() => this.renew(), REST);
    this.onShown();
  }

  /** True if what was drawn shows what is in sight well enough for now. */
  private mayStay(): boolean {
    const { camera, drawn } = this;
    if (!drawn || drawn.density !== densityNow()) return false;
    const zoom = camera.scale / drawn.scale;
    const [dx, dy] = [Math.abs(camera.x - drawn.x) * camera.scale, Math.abs(camera.y - drawn.y) * camera.scale];
    // While somebody zooms, the picture in another size is good enough.
    if (zoom !== 1) return zoom > 0.6 && zoom < 2.5 && dx < (drawn.width * zoom) / 2 && dy < (drawn.height * zoom) / 2;
    return dx <= (drawn.width - camera.width) / 2 && dy <= (drawn.height - camera.height) / 2;
  }

  /** True if there is still half of what was drawn around, in the right size. */
  private isCentred(drawn: Frame): boolean {
    const { camera } = this;
    const [dx, dy] = [Math.abs(camera.x - drawn.x) * camera.scale, Math.abs(camera.y - drawn.y) * camera.scale];
    return camera.scale === drawn.scale && dx <= (drawn.width - camera.width) / 4 && dy <= (drawn.height - camera.height) / 4;
  }

  private draw(): void {
    const { canvas, camera } = this;
    const density = densityNow();
    const { x, y, scale } = camera;
    const frame = { x, y, scale, width: Math.ceil(camera.width * AROUND), height: Math.ceil(camera.height * AROUND) };
    const [width, height] = [Math.ceil(frame.width * density), Math.ceil(frame.height * density)];
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      [canvas.style.width, canvas.style.height] = [`${frame.width}px`, `${frame.height}px`];
    }
    const context = canvas.getContext("2d");
    if (context && this.paint(context, frame, density)) this.drawn = { ...frame, density };
  }
}

function densityNow(): number {
  return Math.min(devicePixelRatio || 1, 2);
}
