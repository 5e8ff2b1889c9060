// The directions: the instruction as people read it, step by step, and behind
// every step how it came about.

import type { Instruction, Step } from "../api/client";
import type { components } from "../api/schema";
import { html } from "../html";
import { marked, metres, minutes, percent } from "./figures";
import { chevron, manoeuvreIcon } from "./icons";
import { heat, words, type Alignment } from "./words";

type Alternative = components["schemas"]["Alternative"];

/** Less attention than this is not worth a word. */
const LITTLE = 0.08;

export interface DirectionsEvents {
  /** A step is looked at, or none. */
  onLook: (step: Step | undefined) => void;
  /** A step was chosen: go there. */
  onChoose: (step: Step) => void;
}

export class Directions {
  private list = html("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" });
  private more = html("button", { type: "button", class: "more" });
  private focus = html("div", { class: "attention", "aria-live": "polite" });
  private steps: { step: Step; item: HTMLElement }[] = [];
  private chosen: Step | undefined;

  constructor(
    private container: HTMLElement,
    private events: DirectionsEvents,
  ) {
    this.list.addEventListener("scroll", () => this.tellMore(), { passive: true });
    new ResizeObserver(() => this.tellMore()).observe(this.list);
    this.more.addEventListener("click", () => {
      this.list.scrollBy({ top: this.list.clientHeight * 0.8, behavior: "smooth" });
    });
  }

  /** Shows an instruction. */
  show(instruction: Instruction): void {
    this.chosen = undefined;
    this.steps = instruction.steps.map((step, number) => ({ step, item: this.item(step, number) }));
    let level: string | undefined;
    for (const { step, item } of this.steps) {
      const name = step.from_level?.name;
      if (name !== undefined && name !== level) item.prepend(html("h3", { class: "floor-heading" }, name));
      level = name ?? level;
    }
    this.list.replaceChildren(...this.steps.map(({ item }) => item));
    this.list.scrollTop = 0;
    this.rest();
    const has = instruction.steps.some((step) => step.alignment.weights.length > 0);
    const summary = html("p", { class: "summary" }, ...summaryOf(instruction));
    this.container.replaceChildren(summary, this.list, this.more, ...(has ? [this.focus] : []));
    this.container.removeAttribute("aria-busy");
    this.tellMore();
  }

  /** Says how many steps are below what is in sight. */
  private tellMore(): void {
    const end = this.list.scrollTop + this.list.clientHeight + 12;
    const below = this.steps.filter(({ item }) => item.offsetTop - this.list.offsetTop + item.offsetHeight > end).length;
    this.more.hidden = below === 0;
    this.more.textContent = below === 1 ? "1 more step" : `${below} more steps`;
  }

  /** Marks the step that a pose of the route belongs to, as if it were looked at. */
  point(pose: number | undefined): Step | undefined {
    const step = pose === undefined ? undefined : this.steps.find((one) => pose >= one.step.begin && pose < one.step.end)?.step;
    for (const one of this.steps) one.item.classList.toggle("pointed", one.step === step);
    return step;
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
    const isLearnt = step.alignment.weights.length > 0;
    if (!isLearnt) sentence.append(...marked(step.text, step.landmarks.map(({ name }) => name)));
    for (const word of isLearnt ? words(step.text, step.tokens, step.alignment) : []) {
      const span = html("span", {}, word.text);
      const { row } = word;
      if (row !== undefined) {
        span.className = "word";
        span.addEventListener("pointerenter", () => this.attend(step.alignment, row, word.text, cas));
      }
      sentence.append(span, " ");
    }
    const behind = this.behind(step, cas);
    const meta = html("p", { class: "meta" }, figures(step));
    // Lengths mean something in metres only.
    meta.hidden = step.seconds === null || step.seconds === undefined;
    const item = html(
      "li",
      {},
      html("span", { class: "manoeuvre", title: step.manoeuvre }, manoeuvreIcon(step.manoeuvre)),
      html("div", { class: "said" }, sentence, meta, behind),
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
    const chips = step.alignment.tokens.map((token) => html("span", { class: "token" }, token));
    return html("div", { class: "tokens" }, ...chips);
  }

  /** What unfolds under a step. */
  private behind(step: Step, cas: HTMLElement): HTMLElement {
    const parts: HTMLElement[] = [
      html("h3", {}, "Command"),
      cas,
      html("p", { class: "figure" }, `${percent(step.probability)} likely to be meant by it`),
    ];
    if (step.confidence !== null && step.confidence !== undefined) {
      parts.push(html("p", { class: "figure" }, `${percent(step.confidence)} of simulated followers end up right`));
    }
    if (step.alignment.weights.length > 0) parts.push(html("h3", {}, "Attention"), heatMap(step));
    parts.push(html("h3", {}, "Candidates"), candidates(step));
    return html("details", {}, html("summary", {}, chevron(), html("span", {}, "How it came about")), ...parts);
  }

  /** Lights the tokens a word attends to, here and under its step. */
  private attend(alignment: Alignment, row: number, word: string, cas: HTMLElement): void {
    const shares = heat(alignment, row);
    // The few that count; all of them glow in the command under the sentence.
    const chips = shares.flatMap((share, i) => {
      const weight = alignment.weights[row]?.[i] ?? 0;
      if (weight < LITTLE && share < 1) return [];
      const chip = html("span", { class: "token" }, `${alignment.tokens[i] ?? ""} ${percent(weight)}`);
      chip.style.setProperty("--heat", share.toFixed(3));
      return [chip];
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
  }

  private rest(cas?: HTMLElement): void {
    for (const chip of cas?.children ?? []) (chip as HTMLElement).style.removeProperty("--heat");
    this.focus.replaceChildren(
      html("span", { class: "attention-verb" }, "Point at a word to see which part of the command it comes from."),
    );
  }
}

/** How far, how long, over which levels, and how surely. */
function summaryOf({ distance, confidence, doubt, steps }: Instruction): (Node | string)[] {
  const seconds = steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
  const parts: string[] = [];
  if (seconds > 0) parts.push(metres(distance), minutes(seconds));
  const levels = steps.flatMap((step) => [step.from_level?.name, step.to_level?.name]).filter((name) => name !== undefined);
  const passed = levels.filter((name, number) => name !== levels[number - 1]);
  if (passed.length > 1) parts.push(passed.join(" → "));
  if (steps.some((step) => step.step_free === false)) parts.push("with steps");
  else if (seconds > 0) parts.push("step-free");
  const sure = confidence === null || confidence === undefined ? [] : [`${percent(confidence)} of simulated readers arrive`];
  const unsure = doubt === null || doubt === undefined ? [] : [html("strong", {}, ` Step ${doubt + 1} is the one most likely to go wrong.`)];
  return [[...parts, ...sure].join(" · "), ...unsure];
}

function figures(step: Step): string {
  const parts = [];
  if (step.distance >= 1) parts.push(metres(step.distance));
  if (step.seconds) parts.push(minutes(step.seconds));
  return parts.join(", ");
}

function candidates(step: Step): HTMLElement {
  const titles = ["Sentence", "Log-probability", "Perplexity", "Why not"];
  const head = html("tr", {}, ...titles.map((title) => html("th", { scope: "col" }, title)));
  const row = (one: Step | Alternative, why: string, properties = {}) => {
    const figures = [one.log_probability, one.perplexity].map((value) => html("td", {}, number(value)));
    return html("tr", properties, html("td", {}, one.text), ...figures, html("td", {}, why));
  };
  const others = step.alternatives.map((other) => row(other, whyNot(other)));
  const rows = [row(step, "said", { class: "said-one" }), ...others];
  const table = html("table", { class: "candidates" }, html("thead", {}, head), html("tbody", {}, ...rows));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Candidates" }, table);
}

/** The verdict in words. */
function whyNot({ verdict }: Alternative): string {
  if (verdict === "good") return "less fluent";
  if (typeof verdict === "string") return verdict;
  if ("unknown_word" in verdict) return `unknown word “${verdict.unknown_word}”`;
  return "says something else";
}

/** Words across, tokens down; the darker, the more attention. */
function heatMap({ tokens: words, alignment }: Step): HTMLElement {
  const titles = words.map((word) => html("th", { scope: "col" }, html("span", {}, word)));
  const head = html("tr", {}, html("td"), ...titles);
  const rows = alignment.tokens.map((token, column) => {
    const cells = words.map((_, row) => {
      const weight = alignment.weights[row]?.[column] ?? 0;
      const cell = html("td", { title: percent(weight) });
      cell.style.setProperty("--heat", weight.toFixed(3));
      return cell;
    });
    return html("tr", {}, html("th", { scope: "row" }, token), ...cells);
  });
  const table = html("table", { class: "heat" }, html("thead", {}, head), html("tbody", {}, ...rows));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Attention" }, table);
}

function number(value: number | null | undefined): string {
  return typeof value === "number" ? value.toFixed(2) : "–";
}
