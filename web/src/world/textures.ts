// Floors and wall pictures, painted in code. Plan, legend and first-person
// view show the same paintings, so that one knows again what one saw.

import { hash, kindColor, pictureIcon } from "./kinds";

/** Pixels of a painting's side; a floor's repeats without a seam. */
const SIZE = 256;

type Brush = CanvasRenderingContext2D;

const paintings = new Map<string, HTMLCanvasElement>();

/** A floor's painting. */
export function floorPainting(kind: string): HTMLCanvasElement {
  return painted(`floor ${kind}`, (brush, random) => (FLOORS[kind] ?? plainFloor(kind))(brush, random));
}

/** A picture in its frame. */
export function wallPainting(kind: string): HTMLCanvasElement {
  return painted(`wall ${kind}`, (brush) => framedPicture(brush, kind));
}

/** The floor of places, where passages meet. */
export function placePainting(): HTMLCanvasElement {
  return painted("place", (brush, random) => {
    fill(brush, "#dcd7cc");
    speckle(brush, random, 900, ["#d2ccbf", "#e4dfd5"], 2);
    brush.strokeStyle = "#c9c2b4";
    brush.lineWidth = 3;
    brush.strokeRect(0, 0, SIZE, SIZE);
  });
}

/** A wall with a skirting board, tinted by what hangs on it. */
export function plasterPainting(tint: string): HTMLCanvasElement {
  return painted(`plaster ${tint}`, (brush) => {
    fill(brush, tint);
    brush.fillStyle = "#00000012";
    brush.fillRect(0, SIZE * 0.7, SIZE, SIZE * 0.3);
    brush.fillStyle = "#00000026";
    brush.fillRect(0, SIZE * 0.7 - 3, SIZE, 3);
    brush.fillStyle = "#4d463c";
    brush.fillRect(0, SIZE * 0.945, SIZE, SIZE * 0.055);
  });
}

/** A kind without a drawing of its own is a sign with its name. */
export function signPainting(text: string): HTMLCanvasElement {
  return painted(`sign ${text}`, (brush) => {
    fill(brush, kindColor("object", text));
    brush.fillStyle = "#fffdf8";
    brush.fillRect(12, 12, SIZE - 24, SIZE - 24);
    writeName(brush, text, SIZE / 2, SIZE / 2, SIZE - 48);
  });
}

function painted(key: string, paint: (brush: Brush, random: () => number) => void): HTMLCanvasElement {
  const known = paintings.get(key);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const brush = canvas.getContext("2d");
  if (brush) paint(brush, randomFrom(hash(key)));
  paintings.set(key, canvas);
  return canvas;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function fill(brush: Brush, color: string): void {
  brush.fillStyle = color;
  brush.fillRect(0, 0, SIZE, SIZE);
}

/** Draws at a point and wherever it would stick out across the border. */
function wrapped(x: number, y: number, reach: number, draw: (x: number, y: number) => void): void {
  for (const dx of [-SIZE, 0, SIZE]) {
    for (const dy of [-SIZE, 0, SIZE]) {
      const [u, v] = [x + dx, y + dy];
      if (u > -reach && v > -reach && u < SIZE + reach && v < SIZE + reach) draw(u, v);
    }
  }
}

function speckle(brush: Brush, random: () => number, count: number, colors: string[], size: number): void {
  for (let i = 0; i < count; i++) {
    brush.fillStyle = colors[i % colors.length] ?? "#888";
    const radius = size * (0.4 + random());
    wrapped(random() * SIZE, random() * SIZE, radius, (x, y) => {
      brush.beginPath();
      brush.arc(x, y, radius, 0, 7);
      brush.fill();
    });
  }
}

const FLOORS: Record<string, (brush: Brush, random: () => number) => void> = {
  blue(brush, random) {
    fill(brush, "#2f559c");
    const tile = SIZE / 4;
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        brush.fillStyle = `hsl(${216 + random() * 8} 56% ${54 + random() * 9}%)`;
        brush.fillRect(column * tile + 3, row * tile + 3, tile - 6, tile - 6);
        brush.fillStyle = "#ffffff30";
        brush.fillRect(column * tile + 8, row * tile + 8, tile - 24, 5);
      }
    }
  },
  brick(brush, random) {
    fill(brush, "#d9c7b8");
    const [wide, high] = [SIZE / 4, SIZE / 8];
    for (let row = 0; row < 8; row++) {
      for (let column = -1; column < 4; column++) {
        // The brick that leaves on the right enters on the left.
        const shade = hash(`${row} ${(column + 4) % 4}`) % 100;
        brush.fillStyle = `hsl(${9 + (shade % 9)} ${48 + (shade % 12)}% ${40 + (shade % 13)}%)`;
        brush.fillRect(column * wide + (row % 2) * (wide / 2) + 3, row * high + 3, wide - 5, high - 5);
      }
    }
    speckle(brush, random, 300, ["#00000016", "#ffffff12"], 2);
  },
  concrete(brush, random) {
    fill(brush, "#c2c2bb");
    speckle(brush, random, 1500, ["#b5b5ae", "#cfcfc9", "#a9a9a3"], 2);
    brush.strokeStyle = "#9a9a94";
    brush.lineWidth = 3;
    brush.strokeRect(1, 1, SIZE - 2, SIZE - 2);
  },
  flower(brush, random) {
    fill(brush, "#f0b3ca");
    speckle(brush, random, 200, ["#eba5c0", "#f5c3d6"], 4);
    for (let i = 0; i < 16; i++) {
      const [x, y] = [((i % 4) + 0.5) * 64 + random() * 16 - 8, (Math.floor(i / 4) + 0.5) * 64];
      const turn = random() * 6;
      const petal = i % 2 ? "#c2306c" : "#fff3f7";
      wrapped(x, y, 24, (u, v) => {
        for (let leaf = 0; leaf < 5; leaf++) {
          const angle = turn + (leaf * Math.PI * 2) / 5;
          brush.fillStyle = petal;
          brush.beginPath();
          brush.ellipse(u + Math.cos(angle) * 11, v + Math.sin(angle) * 11, 10, 7, angle, 0, 7);
          brush.fill();
        }
        brush.fillStyle = "#f2c53d";
        brush.beginPath();
        brush.arc(u, v, 6, 0, 7);
        brush.fill();
      });
    }
  },
  grass(brush, random) {
    fill(brush, "#5f9c45");
    brush.lineCap = "round";
    for (let i = 0; i < 1500; i++) {
      const [lean, tall] = [random() * 10 - 5, 8 + random() * 14];
      brush.strokeStyle = `hsl(${92 + random() * 26} 45% ${30 + random() * 26}%)`;
      brush.lineWidth = 1.5 + random() * 1.5;
      wrapped(random() * SIZE, random() * SIZE, 24, (x, y) => {
        brush.beginPath();
        brush.moveTo(x, y);
        brush.quadraticCurveTo(x, y - tall / 2, x + lean, y - tall);
        brush.stroke();
      });
    }
  },
  gravel(brush, random) {
    fill(brush, "#34343a");
    for (let i = 0; i < 420; i++) {
      const radius = 5 + random() * 10;
      const light = 30 + random() * 22;
      const [flat, turn] = [0.65 + random() * 0.3, random() * 3];
      wrapped(random() * SIZE, random() * SIZE, 18, (x, y) => {
        brush.fillStyle = `hsl(240 5% ${light}%)`;
        brush.beginPath();
        brush.ellipse(x, y, radius, radius * flat, turn, 0, 7);
        brush.fill();
        brush.strokeStyle = "#1f1f2488";
        brush.lineWidth = 1.5;
        brush.stroke();
      });
    }
  },
  wood(brush, random) {
    fill(brush, "#6e4a28");
    const plank = SIZE / 4;
    for (let column = 0; column < 4; column++) {
      const left = column * plank;
      brush.save();
      brush.beginPath();
      brush.rect(left + 1.5, 0, plank - 3, SIZE);
      brush.clip();
      fill(brush, `hsl(${28 + random() * 6} 40% ${46 + random() * 9}%)`);
      for (let grain = 0; grain < 9; grain++) {
        const x = left + random() * plank;
        brush.strokeStyle = `hsl(26 42% ${30 + random() * 14}% / .45)`;
        brush.lineWidth = 1 + random() * 1.5;
        brush.beginPath();
        brush.moveTo(x, 0);
        brush.bezierCurveTo(x + 8, SIZE / 3, x - 8, (SIZE * 2) / 3, x, SIZE);
        brush.stroke();
      }
      brush.restore();
      brush.fillStyle = "#4e331a";
      brush.fillRect(left, (column * 97 + 40) % SIZE, plank, 3);
    }
  },
  yellow(brush) {
    fill(brush, "#a98f25");
    // Two columns and four rows of hexagons repeat without a seam.
    const [wide, high] = [SIZE / 4, SIZE / 4];
    for (let row = -1; row <= 5; row++) {
      for (let column = -1; column <= 4; column++) {
        const [x, y] = [(column + (row % 2 ? 0.5 : 0)) * wide, row * high];
        const shade = hash(`${(row + 4) % 4} ${(column + 4) % 4}`) % 8;
        brush.fillStyle = `hsl(${48 + (shade % 4)} 68% ${57 + shade}%)`;
        brush.beginPath();
        for (let corner = 0; corner < 6; corner++) {
          const angle = (corner * Math.PI) / 3 + Math.PI / 6;
          brush.lineTo(x + Math.cos(angle) * wide * 0.52, y + Math.sin(angle) * high * 0.6);
        }
        brush.fill();
      }
    }
  },
};

/** Any other kind: quiet checks in its own colour. */
function plainFloor(kind: string): (brush: Brush) => void {
  return (brush) => {
    fill(brush, kindColor("floor", kind));
    brush.fillStyle = "#ffffff24";
    const half = SIZE / 2;
    brush.fillRect(0, 0, half, half);
    brush.fillRect(half, half, half, half);
  };
}

function framedPicture(brush: Brush, kind: string): void {
  fill(brush, "#3b2d1f");
  brush.fillStyle = "#8a6b3f";
  brush.fillRect(8, 8, SIZE - 16, SIZE - 16);
  const paint = PICTURES[kind];
  brush.save();
  brush.beginPath();
  brush.rect(22, 22, SIZE - 44, SIZE - 44);
  brush.clip();
  if (paint) {
    paint(brush);
  } else {
    fill(brush, "#f7f2e7");
    brush.fillStyle = kindColor("wall", kind);
    shape(brush, pictureIcon(kind), SIZE / 2, SIZE * 0.4, 56);
    writeName(brush, kind, SIZE / 2, SIZE * 0.78, SIZE - 70);
  }
  brush.restore();
}

const PICTURES: Record<string, (brush: Brush) => void> = {
  butterfly(brush) {
    fill(brush, "#f3ecfa");
    for (const side of [-1, 1]) {
      brush.save();
      brush.translate(SIZE / 2, SIZE / 2);
      brush.scale(side, 1);
      blob(brush, "#7d3aa0", 40, -34, 44, 36, -0.6);
      blob(brush, "#c98be0", 42, -36, 25, 19, -0.6);
      blob(brush, "#5d2480", 32, 36, 32, 27, 0.6);
      blob(brush, "#f4b942", 34, 38, 14, 12, 0.6);
      brush.strokeStyle = "#2b1638";
      brush.lineWidth = 4;
      brush.beginPath();
      brush.moveTo(2, -36);
      brush.quadraticCurveTo(6, -66, 24, -76);
      brush.stroke();
      brush.restore();
    }
    blob(brush, "#2b1638", SIZE / 2, SIZE / 2, 8, 44, 0);
  },
  fish(brush) {
    fill(brush, "#bfe6ee");
    brush.fillStyle = "#7cc4d3";
    for (let wave = 0; wave < 4; wave++) brush.fillRect(0, 60 + wave * 48, SIZE, 9);
    brush.fillStyle = "#e8702a";
    shape(brush, pictureIcon("fish"), SIZE / 2, SIZE / 2, 84);
    brush.strokeStyle = "#fff6ea";
    brush.lineWidth = 9;
    for (const x of [96, 130]) {
      brush.beginPath();
      brush.moveTo(x, 92);
      brush.quadraticCurveTo(x + 14, SIZE / 2, x, 164);
      brush.stroke();
    }
    blob(brush, "#fff", 68, 118, 9, 9, 0);
    blob(brush, "#10222b", 66, 118, 5, 5, 0);
  },
  tower(brush) {
    fill(brush, "#f4dcc0");
    brush.fillStyle = "#e9b98a";
    brush.fillRect(0, SIZE * 0.62, SIZE, SIZE);
    brush.fillStyle = "#37343a";
    shape(brush, pictureIcon("tower"), SIZE / 2, SIZE * 0.5, 92);
    brush.fillRect(SIZE / 2 - 26, SIZE * 0.52, 52, 8);
    brush.fillRect(SIZE / 2 - 40, SIZE * 0.67, 80, 9);
  },
};

function blob(brush: Brush, color: string, x: number, y: number, wide: number, high: number, turn: number): void {
  brush.fillStyle = color;
  brush.beginPath();
  brush.ellipse(x, y, wide, high, turn, 0, 7);
  brush.fill();
}

function shape(brush: Brush, path: string, x: number, y: number, size: number): void {
  const drawing = new Path2D();
  drawing.addPath(new Path2D(path), new DOMMatrix([size, 0, 0, size, x, y]));
  brush.fill(drawing);
}

function writeName(brush: Brush, text: string, x: number, y: number, width: number): void {
  brush.fillStyle = "#1e2126";
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  const size = Math.min(64, (width / Math.max(text.length, 1)) * 1.8);
  brush.font = `600 ${Math.max(size, 12)}px system-ui, sans-serif`;
  brush.fillText(text, x, y, width);
}
