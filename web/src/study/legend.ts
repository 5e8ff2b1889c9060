// What the things one meets on a walk are called: each as it looks there, with
// the words that people use for it.

import { html } from "../html";
import { kindsUsed, objectIcon, otherWords } from "../world/kinds";
import { svg } from "../plan/svg";
import { floorPainting, wallPainting } from "../world/textures";
import type { KindClass, World } from "../world/world";

const TITLES: Record<KindClass, string> = { object: "Objects", floor: "Floors", wall: "Pictures on the walls" };

export function legend(world: World): HTMLElement {
  const used = kindsUsed(world);
  const element = html("div", { class: "guide" });
  const objects = new Map<string, HTMLElement>();
  for (const kindClass of Object.keys(TITLES) as KindClass[]) {
    if (used[kindClass].length === 0) continue;
    const items = used[kindClass].map((kind) => {
      const look = html("span", { class: "look" });
      if (kindClass === "object") {
        look.append(drawing(kind));
        objects.set(kind, look);
      } else {
        look.append(picture((kindClass === "floor" ? floorPainting(kind) : wallPainting(kind)).toDataURL()));
      }
      const others = otherWords(world, kind);
      const also = others.length > 0 ? [html("small", {}, others.join(", "))] : [];
      return html("li", {}, look, html("span", {}, html("b", {}, kind), ...also));
    });
    element.append(html("h3", {}, TITLES[kindClass]), html("ul", {}, ...items));
  }
  void show(objects);
  return element;
}

/** Objects as they stand there, once the part that draws them is loaded. */
async function show(looks: Map<string, HTMLElement>): Promise<void> {
  try {
    const { portraits } = await import("../walk/portrait");
    for (const [kind, address] of portraits([...looks.keys()])) looks.get(kind)?.replaceChildren(picture(address));
  } catch {
    // The drawings stay.
  }
}

function picture(address: string): HTMLElement {
  return html("img", { src: address, alt: "" });
}

function drawing(kind: string): Element {
  const icon = svg("svg", { viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true" });
  const path = objectIcon(kind);
  if (path) icon.append(svg("path", { d: path, class: "object" }));
  return icon;
}
