// Words in the view: boards on walls, and labels that always face one.

import {
  CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from "three";

const HIGH = 64;
const FONT = `600 ${HIGH * 0.6}px system-ui, sans-serif`;

interface Writing {
  map: CanvasTexture;
  /** How many times as wide as high. */
  wide: number;
}

const known = new Map<string, Writing>();

function writing(text: string, ink: string, paper: string): Writing {
  const key = `${text} ${paper}`;
  let found = known.get(key);
  if (found) return found;
  const short = text.length > 34 ? `${text.slice(0, 33)}…` : text;
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d");
  // A canvas forgets its font with its size.
  canvas.height = HIGH;
  if (brush) brush.font = FONT;
  canvas.width = Math.ceil((brush?.measureText(short).width ?? HIGH) + HIGH * 0.6);
  if (brush) {
    brush.fillStyle = paper;
    brush.beginPath();
    brush.roundRect(0, 0, canvas.width, HIGH, HIGH * 0.2);
    brush.fill();
    brush.font = FONT;
    brush.fillStyle = ink;
    brush.textBaseline = "middle";
    brush.fillText(short, HIGH * 0.3, HIGH * 0.54);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  found = { map, wide: canvas.width / HIGH };
  known.set(key, found);
  return found;
}

/** What a thing is called, over it, facing whoever looks. */
export function label(text: string): Group {
  const { map, wide } = writing(text, "#1d2a33", "#ffffffd9");
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: true, transparent: true, fog: true }));
  sprite.scale.set(wide * 0.17, 0.17, 1);
  const group = new Group();
  group.add(sprite);
  return group;
}

/** A board that is read from the side it faces (+z). */
export function sign(text: string): Group {
  const { map, wide } = writing(text, "#ffffff", "#1f4e79");
  const high = Math.min(0.24, 1.6 / wide);
  const board = new Mesh(new PlaneGeometry(wide * high, high), new MeshBasicMaterial({ map, transparent: true }));
  const group = new Group();
  group.add(board);
  return group;
}
