// The directions: the instruction as people read it, step by step, and behind
// every step how it came about.

import { html } from "../html";
import { chevron, manoeuvreIcon } from "./icons";
import { heat, words, type Alignment } from "./words";

/** A sentence that was not chosen. */
export interface Alternative {
  text: string;
  log_probability: number;
  perplexity?: number | null;
}

export interface Step {
  text: string;
  manoeuvre: string;
  /** Poses of the route it covers. */
  begin: number;
  end: number;
  landmark?: string | null;
  command: string;
  probability: number;
  alternatives: Alternative[];
  alignment?: Alignment | null;
}

export interface Instruction {
  text: string;
  steps: Step[];
}

export interface DirectionsEvents {
  /** A step is looked at, or none. */
  onLook: (step: Step | undefined) => void;
  /** A step was chosen: go there. */
  onChoose: (step: Step) => void;
}

export class Directions {
  private list = html("ol", { class: "steps" });
  private focus = html("div", { class: "attention", "aria-live": "polite" });
  private steps: { step: Step; item: HTMLElement }[] = [];
  private chosen: Step | undefined;

  constructor(
    private container: HTMLElement,
    private events: DirectionsEvents,
  ) {}

  /** Shows an instruction. */
  show(instruction: Instruction): void {
    this.chosen = undefined;
    this.steps = instruction.steps.map((step, number) => ({ step, item: this.item(step, number) }));
    this.list.replaceChildren(...this.steps.map(({ item }) => item));
    this.rest();
    const has = instruction.steps.some((step) => step.alignment);
    this.container.replaceChildren(this.list, ...(has ? [this.focus] : []));
    this.container.removeAttribute("aria-busy");
  }

  /** Shows a message instead. */
  say(text: string, kind: "hint" | "problem" | "busy"): void {
    this.steps = [];
    const role = kind === "problem" ? "alert" : "status";
    this.container.replaceChildren(html("p", { class: `message ${kind}`, role }, text));
  }

  /** Marks the step that is walked just now. */
  walk(pose: number): Step | undefined {
    const now = this.steps.find(({ step }) => pose >= step.begin && pose < step.end);
    for (const { step, item } of this.steps) {
      item.classList.toggle("walked", step === now?.step);
      if (step === now?.step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    return now?.step;
  }

  private item(step: Step, number: number): HTMLElement {
    const sentence = html("button", { class: "sentence", type: "button" });
    const cas = this.command(step);
    for (const word of words(step.text, step.alignment)) {
      const span = html("span", {}, word.text);
      const { row } = word;
      if (row !== undefined && step.alignment) {
        const { alignment } = step;
        span.className = "word";
        span.addEventListener("pointerenter", () => this.attend(step, row, alignment, word.text, cas));
      }
      sentence.append(span, " ");
    }
    const behind = this.behind(step, cas);
    const item = html(
      "li",
      {},
      html("span", { class: "manoeuvre", title: step.manoeuvre }, manoeuvreIcon(step.manoeuvre)),
      html("div", { class: "said" }, sentence, behind),
    );
    item.dataset["step"] = String(number);
    const look = () => this.events.onLook(step);
    const away = () => {
      this.rest(cas);
      this.events.onLook(this.chosen);
    };
    item.addEventListener("pointerenter", look);
    item.addEventListener("pointerleave", away);
    item.addEventListener("focusin", look);
    item.addEventListener("focusout", away);
    sentence.addEventListener("click", () => {
      this.chosen = this.chosen === step ? undefined : step;
      for (const other of this.steps) {
        other.item.classList.toggle("chosen", other.step === this.chosen);
      }
      this.events.onLook(step);
      this.events.onChoose(step);
    });
    return item;
  }

  /** The command in tokens that can glow. */
  private command(step: Step): HTMLElement {
    const tokens = step.alignment?.tokens ?? [step.command];
    const chips = tokens.map((token) => html("span", { class: "token" }, token));
    return html("div", { class: "tokens" }, ...chips);
  }

  /** What unfolds under a step. */
  private behind(step: Step, cas: HTMLElement): HTMLElement {
    const parts: HTMLElement[] = [
      html("h4", {}, "Command"),
      cas,
      html("p", { class: "figure" }, `${percent(step.probability)} likely to be meant by it`),
    ];
    if (step.alignment) parts.push(html("h4", {}, "Attention"), heatMap(step.alignment));
    if (step.alternatives.length > 0) {
      parts.push(html("h4", {}, "Candidates"), candidates(step));
    }
    return html("details", {}, html("summary", {}, chevron(), html("span", {}, "How it came about")), ...parts);
  }

  /** Lights the tokens a word attends to, here and under its step. */
  private attend(step: Step, row: number, alignment: Alignment, word: string, cas: HTMLElement): void {
    const shares = heat(alignment, row);
    const chips = shares.map((share, i) => {
      const chip = html("span", { class: "token" }, alignment.tokens[i] ?? "");
      chip.style.setProperty("--heat", share.toFixed(3));
      return chip;
    });
    shares.forEach((share, i) => {
      (cas.children[i] as HTMLElement | undefined)?.style.setProperty("--heat", share.toFixed(3));
    });
    const text = word.replace(/[.,]$/, "");
    this.focus.replaceChildren(
      html("span", { class: "attention-word" }, `“${text}”`),
      html("span", { class: "attention-verb" }, "attends to"),
      html("span", { class: "tokens" }, ...chips),
    );
    this.focus.dataset["step"] = step.text;
  }

  private rest(cas?: HTMLElement): void {
    for (const chip of cas?.children ?? []) (chip as HTMLElement).style.removeProperty("--heat");
    this.focus.replaceChildren(
      html("span", { class: "attention-verb" }, "Point at a word to see which part of the command it comes from."),
    );
  }
}

function candidates(step: Step): HTMLElement {
  const hasPerplexity = step.alternatives.some((other) => typeof other.perplexity === "number");
  const titles = ["Sentence", "Log-probability", ...(hasPerplexity ? ["Perplexity"] : [])];
  const head = html("tr", {}, ...titles.map((title) => html("th", { scope: "col" }, title)));
  const rows = step.alternatives.map((other) => {
    const cells = [html("td", {}, other.text), html("td", {}, number(other.log_probability))];
    if (hasPerplexity) cells.push(html("td", {}, number(other.perplexity)));
    const isSaid = same(other.text, step.text);
    return html("tr", isSaid ? { class: "said-one" } : {}, ...cells);
  });
  const table = html("table", { class: "candidates" }, html("thead", {}, head), html("tbody", {}, ...rows));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Candidates" }, table);
}

/** Words across, tokens down; the darker, the more attention. */
function heatMap(alignment: Alignment): HTMLElement {
  const head = html("tr", {}, html("td"), ...alignment.words.map((word) => html("th", { scope: "col" }, html("span", {}, word))));
  const rows = alignment.tokens.map((token, column) => {
    const cells = alignment.words.map((_, row) => {
      const weight = alignment.weights[row]?.[column] ?? 0;
      const cell = html("td", { title: `${percent(weight)}` });
      cell.style.setProperty("--heat", weight.toFixed(3));
      return cell;
    });
    return html("tr", {}, html("th", { scope: "row" }, token), ...cells);
  });
  const table = html("table", { class: "heat" }, html("thead", {}, head), html("tbody", {}, ...rows));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Attention" }, table);
}

function same(a: string, b: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return bare(a) === bare(b);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.0995 || share === 0 ? 0 : 1)} %`;
}

function number(value: number | null | undefined): string {
  return typeof value === "number" ? value.toFixed(2) : "–";
}
