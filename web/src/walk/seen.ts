// What one sees at a pose, in a few words.

import type { ViewRecord } from "../api/client";

export function describeView(view: ViewRecord): string {
  const { front, left, right } = view.here;
  const parts: string[] = [];
  const here = view.ahead[0]?.object;
  if (here) parts.push(`You are at ${article(here)}.`);
  parts.push(front ? `Ahead: ${front.floor} floor${pictures(front.wall)}${onward(view)}.` : "Ahead: a wall.");
  const sides = [left && `${left.floor} floor to the left`, right && `${right.floor} floor to the right`];
  const open = sides.filter(Boolean).join(", ");
  if (open) parts.push(`${open.charAt(0).toUpperCase()}${open.slice(1)}.`);
  return parts.join(" ");
}

function onward(view: ViewRecord): string {
  const next = view.ahead.findIndex((place, i) => i > 0 && place.object);
  const object = view.ahead[next]?.object;
  if (!object) return "";
  return `, ${article(object)} ${next === 1 ? "at the next place" : `${next} places on`}`;
}

function pictures(wall: string | null | undefined): string {
  return wall ? ` with ${wall} pictures` : "";
}

function article(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
