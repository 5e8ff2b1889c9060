// The study at work: asks the server which step comes next, shows it, and
// brings back what was done there.

import { byId } from "../html";
import { Drawer } from "./drawer";
import { type Letter, Outbox, sendKept } from "./outbox";
import type { Page } from "./page";
import { Progress } from "./progress";
import { Recorder } from "./recorder";
import { type About, Refused, Server, type State } from "./server";
import { check, type Facts } from "./steps/check";
import { consent } from "./steps/consent";
import { cancelled, closed, declined, elsewhere, lost, thanks, trouble } from "./steps/endings";
import { practice } from "./steps/practice";
import { preview } from "./steps/preview";
import { survey } from "./steps/survey";
import { task } from "./steps/task";
import { newId, visit } from "./visit";

export class Study {
  private who = visit(location.search);
  private drawer = new Drawer(this.who.name);
  private server = new Server();
  private progress = new Progress();
  private about: About | undefined;
  private page: Page | undefined;
  /** This page, for as long as it is the one the study goes on in. */
  private load = "";
  private outbox: Outbox | undefined;
  /** Where the participant is, as far as the server has said. */
  private state: State | undefined;
  /** There is something left to do. */
  private isUnderWay = false;
  private restarts = 0;

  async start(): Promise<void> {
    this.server.onReach = (reach) => this.progress.reach(reach);
    this.drawer.watch("load", (load) => {
      if (load !== this.load && this.isUnderWay) this.yield();
    });
    await this.attend();
  }

  /** From now on the study goes on in this page. */
  private attend(): Promise<void> {
    return this.safely(async () => {
      this.about ??= await this.server.ask<About>("");
      byId("study-title").textContent = this.about.title;
      if (this.who.isPreview) return this.show(preview(this.about));
      this.outbox?.close();
      this.load = newId();
      // Told to other tabs first, so that none of them takes it back.
      this.drawer.keep("load", this.load);
      this.outbox = new Outbox(this.server, this.drawer, this.load);
      this.outbox.onRefused = (refusal, letter) => this.unsent(refusal, letter);
      this.outbox.onChange = () => this.progress.save(this.outbox?.isEmpty ?? true);
      this.server.token = this.drawer.get<string>("token");
      if (!this.server.token) await this.open();
      try {
        await this.resume();
      } catch (error) {
        // A token of another study, or one that is no longer known.
        if (!(error instanceof Refused) || error.status !== 401) throw error;
        await this.open();
        await this.resume();
      }
    });
  }

  private async open(): Promise<void> {
    this.server.token = undefined;
    const { parameters, isTest } = this.who;
    const { token } = await this.server.ask<{ token: string }>("/sessions", { parameters, test: isTest });
    this.server.token = token;
    this.drawer.keep("token", token);
  }

  private async resume(): Promise<void> {
    const impossible = await sendKept(this.server, this.drawer);
    const state = await this.server.ask<State>("/attend", { load: this.load });
    this.state = state;
    if (impossible !== undefined && isWalk(state)) this.lose(impossible);
    else this.go(state);
  }

  /** Asks for something that leads to another state. */
  private step(path: string, body: unknown): Promise<void> {
    return this.safely(async () => this.go(await this.server.ask<State>(path, body)));
  }

  /** Says what else can come of it than what was meant. */
  private async safely(act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof Refused) return this.refused(error);
      console.error(error);
      this.halt(trouble("The page has a fault.", () => this.attend()));
    }
  }

  /** The server will not have a letter, and none was sent after it. */
  private unsent(refusal: Refused, { path }: Letter): void {
    const { code, status, message } = refusal;
    if (status === 401 || code === "elsewhere" || code === "over") return this.refused(refusal);
    if (path === "/cancel") return this.halt(trouble(message, () => this.attend()));
    this.lose(message);
  }

  /** A part of the record cannot be stored, nor what came after it. One goes
   * on from before that, but not by itself: that could go round in circles. */
  private lose(why: string): void {
    const onGoOn = () => this.attend();
    const onCancel = (reason: string) => this.step("/cancel", this.cancellation(reason));
    this.halt(lost(why, this.about?.contact ?? null, { onGoOn, onCancel }));
  }

  /** Ends it for good, once all that was done before is stored. */
  private async cancel(outbox: Outbox, reason: string, more: object = {}): Promise<void> {
    const body = { ...this.cancellation(reason), ...more };
    this.go((await outbox.send(outbox.begin(), { path: "/cancel", body })) as State);
  }

  private cancellation(reason: string): Letter["body"] {
    const { state } = this;
    // Before the first task there is no run to name.
    const run = state?.step === "task" ? state.task.run : state?.step === "survey" ? state.survey.run : undefined;
    return { load: this.load, ...(run === undefined ? {} : { run }), ...(reason ? { reason } : {}) };
  }

  private refused(refusal: Refused): void {
    const { code, message } = refusal;
    if (code === "closed" || code === "done_before") return this.show(closed(message, this.about?.contact ?? null));
    if (code === "elsewhere" || this.drawer.get("load") !== this.load) return this.yield();
    // The server knows better how far we are; go on from there, but do not
    // run in circles.
    if (this.restarts++ < 3) {
      setTimeout(() => this.restarts--, 60_000);
      void this.attend();
    } else this.halt(trouble(message, () => this.attend()));
  }

  /** Another tab has the study now. */
  private yield(): void {
    this.halt(elsewhere(() => this.attend()));
  }

  /** The study does not go on here until somebody says so. */
  private halt(page: Page): void {
    this.outbox?.close();
    this.progress.rest();
    this.show(page);
  }

  private go(state: State): void {
    const { about, outbox } = this;
    if (!about || !outbox) return;
    const whom = about.contact;
    const onNext = this.who.isAnonymous ? () => this.begin() : undefined;
    this.state = state;
    byId("test").hidden = !state.test;
    this.progress.reached(state.step);
    this.isUnderWay = !["done", "cancelled", "declined"].includes(state.step);
    switch (state.step) {
      case "consent":
        return this.show(consent(about, (agreed) => this.step("/consent", { agreed })));
      case "check":
        return this.check(about, outbox);
      case "practice":
        return this.practise(state.practice, about, outbox);
      case "task":
        return this.walk(state.task, outbox);
      case "survey":
        return this.survey(state.survey.run, about, outbox);
      case "done":
        return this.show(thanks(state.code, state.return, whom, onNext));
      case "cancelled":
        return this.show(cancelled(whom, onNext));
      case "declined":
        return this.show(declined(whom, onNext));
    }
  }

  /** Somebody else begins, of whom this browser knows nothing. */
  private begin(): void {
    this.drawer.empty();
    location.reload();
  }

  private check(about: About, outbox: Outbox): void {
    const onPass = (facts: Facts) => this.step("/check", { facts });
    const onCancel = (reason: string) => this.cancel(outbox, reason);
    this.show(check(about, { onPass, onCancel }));
  }

  private practise(given: Extract<State, { step: "practice" }>["practice"], about: About, outbox: Outbox): void {
    const recorder = new Recorder(outbox, this.load, given.run, given.next);
    const onPass = async () => {
      recorder.close();
      await outbox.drained();
      // Too early by the server's clock, one goes on practising.
      await this.step("/practised", { load: this.load });
    };
    const onCancel = (reason: string) => {
      recorder.close();
      return this.cancel(outbox, reason);
    };
    this.show(practice(about, given, recorder, { onPass, onCancel }));
  }

  private walk(given: Extract<State, { step: "task" }>["task"], outbox: Outbox): void {
    const recorder = new Recorder(outbox, this.load, given.run, given.next);
    const end = () => {
      recorder.close();
      return { pieces: recorder.pieces, t: recorder.now() };
    };
    const onFinish = async () => {
      const body = { run: given.run, load: this.load, ...end() };
      this.go((await outbox.send(outbox.begin(), { path: "/finish", body })) as State);
    };
    const onCancel = (reason: string) => this.cancel(outbox, reason, end());
    this.show(task(given, recorder, { onFinish, onCancel }));
  }

  private survey(run: string, about: About, outbox: Outbox): void {
    const onAnswer = async (given: object): Promise<string | undefined> => {
      try {
        this.go(await this.server.ask<State>("/survey", { run, ...given }));
      } catch (error) {
        if (error instanceof Refused && error.status === 422) return error.message;
        await this.safely(() => {
          throw error;
        });
      }
      return undefined;
    };
    const onCancel = (reason: string) => this.cancel(outbox, reason);
    this.show(survey(about, run, this.drawer, { onAnswer, onCancel }));
  }

  private show(page: Page): void {
    this.page?.leave?.();
    this.page = page;
    for (const open of document.querySelectorAll("dialog")) open.close();
    byId("step").replaceChildren(page.element);
    document.title = `${page.title} – ${this.about?.title ?? "Study"}`;
    scrollTo(0, 0);
    (page.focus ?? page.element).focus({ preventScroll: true });
  }
}

/** Something is recorded in this step. */
function isWalk({ step }: State): boolean {
  return step === "practice" || step === "task";
}
