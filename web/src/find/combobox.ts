// A field in which one finds a place by typing: arrows go through what is found,
// Enter takes it, Escape leaves things as they are.

import { html } from "../html";

/** Something to choose. */
export interface Choice {
  /** What the field says when it is chosen. */
  text: string;
  /** What tells it from others of its name. */
  aside: string;
  place: number;
}

/** So long after a key is waited for the next, in milliseconds. */
const PAUSE = 120;

export class Combobox {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private list: HTMLElement;
  private choices: Choice[] = [];
  private active = -1;
  /** What was chosen last: what the field goes back to. */
  private chosen = "";
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    name: string,
    label: string,
    private search: (text: string) => Promise<Choice[]>,
    private onChoose: (choice: Choice) => void,
  ) {
    const id = `find-${name}`;
    this.input = html("input", {
      id,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": `${id}-list`,
      placeholder: "Type a name, number or kind",
    });
    this.list = html("ul", { id: `${id}-list`, role: "listbox", "aria-label": label, class: "choices" });
    this.list.hidden = true;
    this.root = html("div", { class: `combobox ${name}` }, html("label", { for: id }, label), this.input, this.list);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => this.input.select());
    this.input.addEventListener("click", () => void this.ask(this.input.value === this.chosen ? "" : this.input.value));
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("blur", () => this.close());
  }

  /** Says what is chosen. */
  set(text: string): void {
    this.chosen = text;
    this.input.value = text;
  }

  private typed(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.ask(this.input.value), PAUSE);
  }

  private async ask(text: string): Promise<void> {
    const asked = ++this.asked;
    const found = await this.search(text).catch(() => undefined);
    // Only the last question counts, and only while somebody is here.
    if (asked !== this.asked || document.activeElement !== this.input) return;
    this.choices = found ?? [];
    const items = this.choices.map(({ text, aside }, number) => {
      const item = html("li", { role: "option", id: `${this.input.id}-${number}`, "aria-selected": "false" }, html("span", {}, text), html("small", {}, aside));
      // Before the field loses the focus, which would close the list.
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.take(number);
      });
      return item;
    });
    const words = found ? "Nothing here is called that." : "The server does not answer.";
    const none = html("li", { class: "none", role: "option", "aria-disabled": "true", "aria-selected": "false" }, words);
    this.list.replaceChildren(...(items.length > 0 ? items : [none]));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark(items.length > 0 && text !== "" ? 0 : -1);
  }

  private mark(number: number): void {
    this.active = number;
    [...this.list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === number));
      if (index !== number) return;
      const { offsetTop, offsetHeight } = item as HTMLElement;
      const { scrollTop, clientHeight } = this.list;
      if (offsetTop < scrollTop) this.list.scrollTop = offsetTop;
      else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = offsetTop + offsetHeight - clientHeight;
    });
    if (number < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${this.input.id}-${number}`);
  }

  private onKey(event: KeyboardEvent): void {
    const isOpen = !this.list.hidden;
    const count = this.choices.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return void this.ask(this.input.value === this.chosen ? "" : this.input.value);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count > 0) this.mark((Math.max(this.active, step < 0 ? 0 : -1) + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen && this.active >= 0) this.take(this.active);
      else if (this.input.value !== this.chosen) void this.takeFirst();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  /** Takes what is found first, for those who type faster than the answer. */
  private async takeFirst(): Promise<void> {
    clearTimeout(this.waiting);
    await this.ask(this.input.value);
    if (this.choices.length > 0) this.take(0);
  }

  private take(number: number): void {
    const choice = this.choices[number];
    if (!choice) return;
    this.set(choice.text);
    this.close();
    this.onChoose(choice);
  }

  private close(): void {
    clearTimeout(this.waiting);
    this.asked++;
    this.list.hidden = true;
    this.choices = [];
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.input.value = this.chosen;
  }
}
