// Small arrows that say at a glance what a step does.

import { svg } from "../plan/svg";

const ARROWS: [RegExp, string][] = [
  [/around|u-?turn|back/, "M6 19V9a5 5 0 0 1 10 0v7m-4-4 4 4 4-4"],
  [/left/, "M18 20v-7a4 4 0 0 0-4-4H5m4-5L4 9l5 5"],
  [/right/, "M6 20v-7a4 4 0 0 1 4-4h9m-4-5 5 5-5 5"],
  [/arrive|end|stop/, "M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9.5a2 2 0 1 0 0-.01"],
  [/depart|start|face|orient|turn/, "M12 3l3.5 9-3.5 9-3.5-9ZM3 12h3m12 0h3"],
];
const AHEAD = "M12 21V4m-6 6 6-6 6 6";

/** The arrow for a manoeuvre's name. */
export function manoeuvreIcon(name: string): SVGElement {
  return icon(ARROWS.find(([pattern]) => pattern.test(name))?.[1] ?? AHEAD);
}

/** Points down to what can be unfolded. */
export function chevron(): SVGElement {
  return icon("m6 9 6 6 6-6");
}

function icon(path: string): SVGElement {
  const element = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  element.append(svg("path", { d: path }));
  return element;
}
