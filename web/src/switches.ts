// The switches of the guide: each a choice between a few ways to speak.

import { html } from "./html";

interface Choice {
  name: string;
  label: string;
  /** Value and what people read; the first is the default. */
  values: [string, string][];
}

export const CHOICES: Choice[] = [];

export class Switches {
  private selects = new Map<string, HTMLSelectElement>();

  constructor(container: HTMLElement, onChange: () => void) {
    for (const { name, label, values } of CHOICES) {
      const options = values.map(([value, text]) => html("option", { value }, text));
      const select = html("select", {}, ...options);
      select.addEventListener("change", onChange);
      this.selects.set(name, select);
      container.append(html("label", { class: "field" }, html("span", {}, label), select));
    }
  }

  /** What is not at its default. */
  get chosen(): Record<string, string> {
    const chosen: Record<string, string> = {};
    for (const [name, select] of this.selects) {
      if (select.selectedIndex > 0) chosen[name] = select.value;
    }
    return chosen;
  }

  /** Sets what is known; anything else is left alone. */
  set(options: Record<string, string>): void {
    for (const [name, select] of this.selects) {
      const value = options[name];
      const isKnown = [...select.options].some((option) => option.value === value);
      if (value !== undefined && isKnown) select.value = value;
    }
  }
}
