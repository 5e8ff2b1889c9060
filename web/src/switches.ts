// The switches of the guide: whose style it speaks in, and what decides between
// sentences. Which styles there are, the server says.

import { html } from "./html";

/** What the guide understands. */
export interface Choices {
  style?: string;
  choose?: "fluent" | "safe";
}

/** The usual first; then what people read for it. */
const CHOICES: [string, string][] = [
  ["", "safest to follow"],
  ["fluent", "most like people"],
];

export class Switches {
  private style: HTMLSelectElement;
  private choose: HTMLSelectElement;

  constructor(container: HTMLElement, onChange: () => void) {
    this.style = this.field(container, "Style", [["", "any"]], onChange);
    this.choose = this.field(container, "Sentences", CHOICES, onChange);
  }

  /** The authors whose style there is. */
  offer(styles: string[]): void {
    const { value } = this.style;
    this.style.replaceChildren(
      html("option", { value: "" }, "any"),
      ...styles.map((style) => html("option", { value: style }, style)),
    );
    this.set({ style: value });
  }

  /** What is not as usual. */
  get chosen(): Choices {
    const { style, choose } = this;
    return {
      ...(style.value ? { style: style.value } : {}),
      ...(choose.value ? { choose: choose.value as "fluent" } : {}),
    };
  }

  /** Sets what an address asks for; the server says if it knows no such style. */
  set(options: Record<string, string>): void {
    const { style, choose } = options;
    if (style && ![...this.style.options].some((option) => option.value === style)) {
      this.style.append(html("option", { value: style }, style));
    }
    if (style !== undefined) this.style.value = style;
    if (CHOICES.some(([value]) => value === choose)) this.choose.value = choose ?? "";
  }

  private field(
    container: HTMLElement,
    label: string,
    values: [string, string][],
    onChange: () => void,
  ): HTMLSelectElement {
    const select = html("select", {}, ...values.map(([value, text]) => html("option", { value }, text)));
    select.addEventListener("change", onChange);
    container.append(html("label", { class: "field" }, html("span", {}, label), select));
    return select;
  }
}
