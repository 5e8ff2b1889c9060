// The study's server: what one can ask it, what it answers, and how one keeps
// asking when it cannot be reached.

import type { GroundFile } from "../walk/ground";
import type { WorldFile } from "../world/world";

/** Where one is, and which way one looks there. */
export interface At {
  x: number;
  y: number;
  heading: number;
  /** The id of the level, in a building of several. */
  level?: string;
}

export interface Question {
  id: string;
  text: string;
  kind: "choice" | "rating" | "number" | "text";
  options: { value: string; label: string }[];
  range: [number, number] | null;
  optional: boolean;
}

/** What the study is, the same for everybody. */
export interface About {
  title: string;
  consent: string[];
  practice: { seconds: number; world: WorldFile; ground?: GroundFile; start: At };
  survey: Question[];
  comments: string | null;
  tasks: number;
  contact: string | null;
}

export interface Practice {
  run: string;
  at: At;
  next: number;
  seconds_left: number;
}

export interface Task {
  run: string;
  number: number;
  of: number;
  instruction: string;
  world: WorldFile;
  /** Where one can walk freely, in a building with walls. */
  ground?: GroundFile;
  at: At;
  next: number;
}

/** The way back to where the participant came from. */
export interface Return {
  url: string;
  method: "GET" | "POST";
  fields: Record<string, string> | null;
}

/** Where a participant is in the study. */
export type State = { test: boolean } & (
  | { step: "consent" | "check" | "cancelled" | "declined" }
  | { step: "practice"; practice: Practice }
  | { step: "task"; task: Task }
  | { step: "survey"; survey: { run: string } }
  | { step: "done"; code: string; return?: Return }
);

/** The server will not do it, and says why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    detail: string,
  ) {
    super(detail);
  }
}

/** How things stand with the server: it does what it is asked, says that it
 * cannot just now or has no room to store anything, or does not answer. */
export type Reach = "here" | "later" | "full" | "away";

/** The server was not reached, or cannot do it just now. */
export class Unreached extends Error {
  constructor(
    readonly reach: Exclude<Reach, "here">,
    /** It may ask for so many seconds of patience. */
    readonly patience = 0,
  ) {
    super("the server cannot be reached");
  }
}

/** An answer that takes longer will not come. */
const PATIENCE = 20_000;
/** Seconds to wait after each failure; the last from then on. */
const WAITS = [0.5, 1, 2, 4, 8, 15];
const LATER = [408, 425, 429];
/** No room to store anything. */
const FULL = 507;

export class Server {
  token: string | undefined;
  /** Told with every answer, and whenever there is none. */
  onReach: (reach: Reach) => void = () => {};

  /** Asks until there is an answer; throws only what the server refuses. */
  async ask<T>(path: string, body?: unknown, isWanted: () => boolean = () => true): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await this.once<T>(path, body);
        this.onReach("here");
        return answer;
      } catch (error) {
        this.onReach(error instanceof Unreached ? error.reach : "here");
        if (!(error instanceof Unreached)) throw error;
        const usual = WAITS[Math.min(failures, WAITS.length - 1)] ?? 15;
        // Not all at the same moment, when a server comes back.
        await moment(Math.max(error.patience, usual * (0.75 + Math.random() / 2)));
        if (!isWanted()) throw error;
      }
    }
  }

  private async once<T>(path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response: Response;
    try {
      response = await fetch(`/api/study${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers,
        signal: AbortSignal.timeout(PATIENCE),
        cache: "no-store",
        // What is under way when the page closes still arrives.
        keepalive: body !== undefined,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Unreached("away");
    }
    if (response.status >= 500 || LATER.includes(response.status)) {
      const patience = Number(response.headers.get("Retry-After")) || 0;
      throw new Unreached(response.status === FULL ? "full" : "later", patience);
    }
    // Whoever does not answer in JSON is somebody else on the way.
    const answer: unknown = await response.json().catch(() => Promise.reject(new Unreached("away")));
    if (response.ok) return answer as T;
    const { code, detail } = answer as { code?: string; detail?: string };
    throw new Refused(response.status, code, detail ?? `The server answered ${response.status}.`);
  }
}

/** So many seconds, or until the network is back. */
function moment(seconds: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, seconds * 1000);
    addEventListener("online", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    }
  });
}
