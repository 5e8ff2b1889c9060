// How far one is, and whether what one did is stored.

import { byId, html } from "../html";
import type { Reach, State } from "./server";

const STEPS: [name: State["step"], title: string][] = [
  ["consent", "Consent"],
  ["check", "Check"],
  ["practice", "Practice"],
  ["task", "Walk"],
  ["survey", "Questions"],
];

const TROUBLE: Record<Exclude<Reach, "here">, string> = {
  away: "No connection: your work is kept here and sent when it is back",
  later: "The study is busy: your work is kept here and sent again",
  full: "The study cannot store anything just now: your work is kept here and sent again",
};

/** Saving that takes no longer is not worth a word. */
const QUIET = 2000;

export class Progress {
  private list = byId("progress");
  private status = byId("saving");
  private isWalking = false;
  private isSaved = true;
  private reach_: Reach = "here";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The study is at that step. */
  reached(step: State["step"]): void {
    const at = STEPS.findIndex(([name]) => name === step);
    this.list.hidden = at < 0;
    const items = STEPS.map(([, title], i) => {
      const state = i < at ? "past" : i === at ? "now" : "ahead";
      return html("li", { "data-state": state, ...(i === at ? { "aria-current": "step" } : {}) }, title);
    });
    this.list.replaceChildren(...items);
    this.isWalking = step === "practice" || step === "task";
    this.tell();
  }

  /** Nothing is being stored for now. */
  rest(): void {
    this.isWalking = false;
    this.save(true);
  }

  save(isSaved: boolean): void {
    this.isSaved = isSaved;
    clearTimeout(this.timer);
    if (isSaved) this.tell();
    else this.timer = setTimeout(() => this.tell(), QUIET);
  }

  reach(reach: Reach): void {
    if (this.reach_ === reach) return;
    this.reach_ = reach;
    this.tell();
  }

  private tell(): void {
    const { reach_: reach, isSaved } = this;
    if (reach !== "here") this.say(TROUBLE[reach]);
    else if (!isSaved) this.say("Saving…");
    else this.say(this.isWalking ? "Saved" : "");
    this.status.dataset["state"] = reach !== "here" ? "lost" : isSaved ? "saved" : "saving";
  }

  /** Only what is new is said, or it would be read aloud every second. */
  private say(text: string): void {
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
