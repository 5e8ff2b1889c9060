// The page of a walk: the view, and beside it what one needs at hand.

import { html } from "../html";
import type { Page } from "./page";
import type { RecordedWalk } from "./recorded-walk";
import type { Looked, Recorder } from "./recorder";

export interface Walking {
  title: string;
  walk: RecordedWalk;
  words: HTMLElement[];
  /** None in buildings, where things have their names beside them. */
  legend: HTMLElement | undefined;
  foot: HTMLElement[];
  leave: () => void;
}

export function walking({ title, walk, words, legend, foot, leave }: Walking): Page {
  const heading = html("h1", { tabindex: "-1" }, title);
  const element = html(
    "article",
    { class: "walking" },
    html("section", { class: "card words" }, heading, ...words),
    walk.element,
    html("section", { class: "card foot", "aria-label": "What you can do" }, ...foot),
    ...(legend ? [html("section", { class: "card", "data-card": "legend", "aria-label": "Legend" }, legend)] : []),
  );
  walk.enter().catch(() => {
    walk.element.append(html("p", { class: "blank", role: "alert" }, "This browser shows no 3-D pictures (WebGL)."));
  });
  const goes = () => {
    leave();
    walk.leave();
  };
  return { title, element, focus: heading, leave: goes };
}

/** The keys of a walk, and what they do. */
export function keys(isFree: boolean, hasLevels: boolean): HTMLElement {
  const rows: [string, string][] = [
    ["↑", isFree ? "walks, as long as you hold it; doors open by themselves" : "walks on to the next place; held, it goes on walking"],
    ["← →", "turn, as long as you hold them"],
  ];
  if (hasLevels) rows.push(["1 2 …", "take the lift or the stairs beside you, as the buttons in the picture say"]);
  return html("dl", { class: "keys" }, ...rows.flatMap(([key, text]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, text)]));
}

/** Something to read that can be folded away; the record says when. */
export function panel(title: string, what: Looked, recorder: Recorder, ...content: HTMLElement[]): HTMLDetailsElement {
  const summary = html("summary", {}, html("h2", {}, title));
  const element = html("details", { class: "panel", "data-panel": what }, summary, ...content);
  element.open = true;
  recorder.look(what, element.open);
  element.addEventListener("toggle", () => recorder.look(what, element.open));
  return element;
}
