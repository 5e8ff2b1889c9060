// A route on one page of paper: the plan with numbered steps, the text beside
// it, and a sign that brings it to a telephone.

import type { Instruction } from "./api/client";
import { metres, minutes } from "./directions/figures";
import { html } from "./html";
import { signOf } from "./share";

/** How large a page is that everything has to fit, in pixels of paper. */
const WIDTH = 330;
const HEIGHT = 820;

export interface Printed {
  title: string;
  instruction: Instruction;
  /** What the plans are called, and a plan of that size, its steps numbered. */
  plans: { name: string; draw: (width: number, height: number, numbers: StepNumber[]) => HTMLImageElement }[];
}

/** The pose that a step begins at, and its number. */
export interface StepNumber {
  pose: number;
  text: string;
}

/** Puts the page together; the browser's own print shows nothing else. */
export function layOut(sheet: HTMLElement, { title, instruction, plans }: Printed): void {
  const numbers = instruction.steps.map((step, number) => ({ pose: step.begin, text: String(number + 1) }));
  const height = Math.min(WIDTH, Math.floor(HEIGHT / Math.max(plans.length, 1)) - 30);
  const pictures = plans.map(({ name, draw }) => html("figure", {}, html("figcaption", {}, name), draw(WIDTH, height, numbers)));
  const seconds = instruction.steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
  const figures = seconds > 0 ? `${metres(instruction.distance)}, ${minutes(seconds)}` : "";
  const steps = instruction.steps.map((step) => html("li", {}, step.text));
  const sign = html("img", { src: signOf(location.href), alt: "QR code of the link to this route", width: "110", height: "110" });
  // Many steps in small letters rather than on a second page.
  const size = Math.max(9, Math.min(13, 150 / Math.max(steps.length, 1) + 6));
  const list = html("ol", {}, ...steps);
  list.style.fontSize = `${size}px`;
  sheet.replaceChildren(
    html("header", {}, html("div", {}, html("h1", {}, title), html("p", {}, figures)), sign),
    html("div", { class: "columns" }, html("div", { class: "plans" }, ...pictures), list),
  );
}
