// The switches of the guide: whose style it speaks in, and how it looks for
// words. What there is to choose from, the server says.

import { html } from "./html";

/** What the guide understands. */
export interface Choices {
  style?: string;
  search?: "greedy" | "beam" | "consensus";
}

/** The usual first; then the others and what people read for them. */
const SEARCHES: [string, string][] = [
  ["", "greedy + beam"],
  ["greedy", "greedy"],
  ["beam", "wide beam"],
  ["consensus", "consensus"],
];

export class Switches {
  private style: HTMLSelectElement;
  private search: HTMLSelectElement;

  constructor(container: HTMLElement, onChange: () => void) {
    this.style = this.field(container, "Style", [["", "any"]], onChange);
    this.search = this.field(container, "Words by", SEARCHES, onChange);
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
    const { style, search } = this;
    return {
      ...(style.value ? { style: style.value } : {}),
      ...(search.value ? { search: search.value as "greedy" | "beam" | "consensus" } : {}),
    };
  }

  /** Sets what an address asks for; the server says if it knows no such style. */
  set(options: Record<string, string>): void {
    const { style, search } = options;
    if (style && ![...this.style.options].some((option) => option.value === style)) {
      this.style.append(html("option", { value: style }, style));
    }
    if (style !== undefined) this.style.value = style;
    if (SEARCHES.some(([value]) => value === search)) this.search.value = search ?? "";
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
