// The walk in words: what one sees, as `cicerone walk` prints it, and the steps
// one can take as buttons. Who cannot see the picture walks here; both are one
// walk.

import { html } from "../html";
import type { Walked } from "./server";

const SIDES = ["ahead", "right", "behind", "left"];

export class WordWalk {
  readonly element = html("details", { class: "in-words" });
  private said = html("p", { class: "said", role: "status" });
  private scene = html("div", { class: "scene" });

  constructor(private onStep: (step: string) => void) {
    this.element.append(html("summary", {}, "The same walk in words"), this.said, this.scene);
  }

  /** True while somebody reads it. */
  get isOpen(): boolean {
    return this.element.open;
  }

  show({ said, trouble, scene }: Walked): void {
    const level = scene.level ? `, ${scene.level}` : "";
    const where = `You are in: ${scene.area}${level}.`;
    this.said.textContent = [said, trouble, where].filter(Boolean).join(" ");
    const free = SIDES.map((side, i) => {
      const metres = scene.free[i];
      if (typeof metres !== "number") return `${side} no way`;
      const { farther } = scene;
      const bend = i === 0 && farther
        ? ` (${farther.metres.toFixed(1)} m at ${Math.abs(farther.degrees).toFixed(0)} degrees to the ${farther.degrees > 0 ? "right" : "left"})`
        : "";
      return `${side} ${metres.toFixed(1)} m${bend}`;
    });
    const things = scene.sees.map(({ number, what, name, side, metres, along, hand }) => {
      const called = name ? ` “${name}”` : "";
      const beside = hand ? `on your ${hand}` : "before you";
      const passed = typeof along === "number" ? `, ${beside} after ${along.toFixed(1)} m` : "";
      return html("li", { value: String(number) }, `${what}${called}: ${side}, ${metres.toFixed(1)} m away${passed}`);
    });
    const steps = scene.can
      .filter((step) => step !== "stop" && !step.endsWith(" K"))
      .map((step) => step.replace(/ \[.*\]$/, ""));
    const buttons = steps.map((step) => {
      const button = html("button", { type: "button", class: "button", "data-step": step }, step);
      button.addEventListener("click", () => this.onStep(step));
      return button;
    });
    // Whoever pressed a button goes on with the keyboard where they were.
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["step"] : undefined;
    this.scene.replaceChildren(
      html("p", {}, `Free to walk: ${free.join(", ")}.`),
      html("ol", {}, ...things),
      html("div", { class: "steps", role: "group", "aria-label": "What you can do" }, ...buttons),
    );
    if (focused !== undefined) (buttons.find((one) => one.dataset["step"] === focused) ?? buttons[0])?.focus();
  }

  /** In one sentence or two, for the line below the picture. */
  static short({ scene }: Walked): string {
    const level = scene.level ? `, ${scene.level}` : "";
    const near = scene.sees
      .filter(({ metres }) => metres <= 8)
      .slice(0, 4)
      .map(({ what, name, side, metres }) => `${what}${name ? ` “${name}”` : ""} ${side}, ${Math.round(metres)} m`);
    const ahead = scene.free[0];
    const free = typeof ahead === "number" ? `${ahead.toFixed(1)} m free ahead.` : "No way ahead.";
    return `${scene.area}${level}. ${free}${near.length > 0 ? ` ${near.join("; ")}.` : ""}`;
  }
}
