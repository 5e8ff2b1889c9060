// Small signs that say at a glance what a step does.

import { svg } from "../plan/svg";

const LEFT = "M18 20v-7a4 4 0 0 0-4-4H5m4-5L4 9l5 5";
const RIGHT = "M6 20v-7a4 4 0 0 1 4-4h9m-4-5 5 5-5 5";
const AHEAD = "M12 21V4m-6 6 6-6 6 6";
const DOOR = "M6 21V4h9v17M3 21h18M12 12v1";

/** One for each manoeuvre the server tells of. */
const SIGNS: Record<string, string> = {
  depart: "M12 3l3.5 9-3.5 9-3.5-9ZM3 12h3m12 0h3",
  continue: AHEAD,
  "slight-left": "M15 21v-7L7 6m0 6V6h6",
  "turn-left": LEFT,
  "sharp-left": "M17 20V8L7 17m0-6v6h6",
  "slight-right": "M9 21v-7l8-8m-6 0h6v6",
  "turn-right": RIGHT,
  "sharp-right": "M7 20V8l10 9m-6 0h6v-6",
  "turn-around": "M6 19V9a5 5 0 0 1 10 0v7m-4-4 4 4 4-4",
  "pass-door": DOOR,
  gate: "M4 21V5m16 16V5M4 9h16M4 15h16M9 9v6m6-6v6",
  "enter-room": "M11 21h9V4h-9M3 12h11m-4-4 4 4-4 4",
  "leave-room": "M13 21H4V4h9M9 12h12m-4-4 4 4-4 4",
  "enter-building": "M11 21h9V4l-9 3ZM2 13h10m-4-4 4 4-4 4",
  "leave-building": "M13 21H4V4l9 3ZM10 13h11m-4-4 4 4-4 4",
  stairs: "M3 20h5v-5h5v-5h5V5h3",
  escalator: "M3 19h4L17 7h4M14 15l4 4m0-4v4h-4",
  lift: "M5 3h14v18H5Zm4 7 3-4 3 4m-6 4 3 4 3-4",
  ramp: "M3 19h18L3 8Z",
  arrive: "M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9.5a2 2 0 1 0 0-.01",
};

/** The sign of a manoeuvre. */
export function manoeuvreIcon(name: string): SVGElement {
  return icon(SIGNS[name] ?? AHEAD);
}

/** Points down to what can be unfolded. */
export function chevron(): SVGElement {
  return icon("m6 9 6 6 6-6");
}

export function icon(path: string): SVGElement {
  const element = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  element.append(svg("path", { d: path }));
  return element;
}
