// The switch between levels: the highest on top, as in a lift.

import { html } from "../html";
import type { Level } from "../world/building";

export class LevelSwitcher {
  readonly root = html("div", { class: "levels", role: "group", "aria-label": "Levels" });
  private buttons: HTMLButtonElement[] = [];

  constructor(private onChoose: (level: number) => void) {}

  show(levels: Level[]): void {
    this.buttons = levels.map(({ index, name, shortName }) => {
      const text = shortName.length > 12 ? `${shortName.slice(0, 11)}…` : shortName;
      const button = html("button", { type: "button", title: name, "aria-label": name, "aria-pressed": "false" }, text);
      button.addEventListener("click", () => this.onChoose(index));
      return button;
    });
    this.root.hidden = levels.length < 2;
    this.root.replaceChildren(...[...this.buttons].reverse());
  }

  /** The level that is shown. */
  mark(level: number): void {
    this.buttons.forEach((button, index) => {
      button.setAttribute("aria-pressed", String(index === level));
      if (index === level) this.root.scrollTop = button.offsetTop - this.root.clientHeight / 2;
    });
  }

  /** The levels that the route is on. */
  dot(levels: Set<number>): void {
    this.buttons.forEach((button, index) => button.classList.toggle("on-route", levels.has(index)));
  }
}
