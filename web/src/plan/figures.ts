// What stands on a plan and moves by itself.

import { svg } from "./svg";

/** Somebody who walks, as the parts of a figure that looks up. */
export function walkerShape(): SVGElement[] {
  return [
    svg("path", { d: "M0 0L-15-30A34 34 0 0 1 15-30Z", class: "sight" }),
    svg("path", { d: "M0-11L8 9L0 5L-8 9Z", class: "arrow" }),
  ];
}

export function walkerFigure(): SVGElement {
  const figure = svg("svg", { class: "walker", "aria-hidden": "true" });
  figure.append(...walkerShape());
  return figure;
}

/** Where the keyboard is, or what is dragged. */
export function cursorFigure(): SVGElement {
  const figure = svg("svg", { class: "cursor", "aria-hidden": "true" });
  const d = "M-15 0H15M0-15V15M9 0A9 9 0 1 1-9 0A9 9 0 1 1 9 0";
  figure.append(svg("path", { d, class: "ground" }), svg("path", { d }));
  return figure;
}
