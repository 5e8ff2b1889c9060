// What goes to the server in order, one at a time, and is kept in this browser
// until the server has it: nothing is lost when the page closes, the browser
// crashes or the network drops.

import type { Drawer } from "./drawer";
import { Refused, type Server } from "./server";

export interface Letter {
  path: "/pieces" | "/finish" | "/cancel";
  body: { load: string; [more: string]: unknown };
}

const KEPT = "letter ";

export class Outbox {
  /** The server refused a letter: nothing more goes out from here. */
  onRefused: (refusal: Refused, letter: Letter) => void = () => {};
  onChange: () => void = () => {};
  private queue: { key: string; letter: Letter; sent: Promise<unknown>; done: (answer: unknown) => void }[] = [];
  private began = Date.now();
  private written = 0;
  private isOpen = true;
  private isSending = false;

  constructor(
    private server: Server,
    private drawer: Drawer,
    /** This visit of the page; letters of another one are left alone. */
    private load: string,
  ) {}

  get isEmpty(): boolean {
    return this.queue.length === 0;
  }

  /** Begins a letter: `keep` it as it grows, then `send` it. */
  begin(): string {
    const order = String(this.written++).padStart(6, "0");
    return `${KEPT}${this.began} ${this.load} ${order}`;
  }

  /** Keeps a letter that is still being written. */
  keep(key: string, letter: Letter): void {
    if (this.isOpen) this.drawer.keep(key, letter);
  }

  /** Sends a letter after those before it. Resolves with the server's answer;
   * never, if the server refuses it or the outbox is closed. */
  send(key: string, letter: Letter): Promise<unknown> {
    let done: (answer: unknown) => void = () => {};
    const sent = new Promise<unknown>((resolve) => (done = resolve));
    if (!this.isOpen) return sent;
    this.keep(key, letter);
    this.queue.push({ key, letter, sent, done });
    this.onChange();
    void this.deliver();
    return sent;
  }

  /** Resolves when the server has everything sent so far. */
  async drained(): Promise<void> {
    const last = this.queue[this.queue.length - 1];
    if (last) await last.sent;
  }

  /** Sends nothing more. What is kept stays for whoever goes on. */
  close(): void {
    this.isOpen = false;
    this.queue = [];
  }

  private async deliver(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    for (let first = this.queue[0]; first && this.isOpen; first = this.queue[0]) {
      try {
        const { path, body } = first.letter;
        const answer = await this.server.ask(path, body, () => this.isOpen);
        if (!this.isOpen) return;
        this.drawer.forget(first.key);
        this.queue.shift();
        this.onChange();
        first.done(answer);
      } catch (error) {
        if (!this.isOpen || !(error instanceof Refused)) return;
        this.close();
        // Another tab may be about to send it, or we will with another token.
        // Otherwise it is of no use; of the rest the server judges one by one.
        if (error.code !== "elsewhere" && error.status !== 401) this.drawer.forget(first.key);
        return this.onRefused(error, first.letter);
      }
    }
    this.isSending = false;
  }
}

/** Sends what an earlier visit could not, each letter just as it was. What the
 * server refuses it either has already or can never use; resolves with its
 * words if a piece could never be. */
export async function sendKept(server: Server, drawer: Drawer): Promise<string | undefined> {
  let impossible: string | undefined;
  for (const key of drawer.keys(KEPT)) {
    const letter = drawer.get<Letter>(key);
    try {
      if (letter) await server.ask(letter.path, letter.body);
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401) throw error;
      // A conflict is about what is over, elsewhere or stored, or follows
      // from a piece that was refused before.
      if (letter?.path === "/pieces" && error.status !== 409) impossible ??= error.message;
    }
    drawer.forget(key);
  }
  return impossible;
}
