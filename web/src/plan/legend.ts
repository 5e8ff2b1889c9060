// What the signs of the plan mean, and what people call the things.

import { html } from "../html";
import { kindsUsed, kindColor, otherWords, pictureIcon } from "../world/kinds";
import { floorPainting } from "../world/textures";
import type { KindClass, World } from "../world/world";
import { objectMark } from "./plan";
import { svg } from "./svg";

const TITLES: Record<KindClass, string> = { floor: "Floors", wall: "Pictures", object: "Objects" };

/** One list for each class of things the world has. */
export function legend(world: World): HTMLElement[] {
  const used = kindsUsed(world);
  return (Object.keys(TITLES) as KindClass[])
    .filter((kindClass) => used[kindClass].length > 0)
    .map((kindClass) => {
      const items = used[kindClass].map((kind) => {
        const others = otherWords(world, kind);
        const aside = html("small", { title: others.join(", ") }, others[0] ?? "");
        return html("li", {}, swatch(kindClass, kind), html("span", {}, kind, ...(others.length ? [" ", aside] : [])));
      });
      return html("div", {}, html("h3", {}, TITLES[kindClass]), html("ul", {}, ...items));
    });
}

function swatch(kindClass: KindClass, kind: string): Element {
  if (kindClass === "floor") {
    const image = html("img", { src: floorPainting(kind).toDataURL(), alt: "", width: "30", height: "18" });
    image.className = "swatch";
    return image;
  }
  const icon = svg("svg", { viewBox: "-12 -12 24 24", class: "swatch", "aria-hidden": "true" });
  if (kindClass === "object") icon.append(objectMark(kind, 0, 9));
  else {
    icon.classList.add("pictures");
    icon.append(svg("path", { d: pictureIcon(kind), transform: "scale(10)", fill: kindColor("wall", kind) }));
  }
  return icon;
}
