// A study of its own on a free port, for as long as the tests of a file need
// it, and what it has stored.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, type APIRequestContext, type BrowserContext } from "@playwright/test";

const binary = process.env["CICERONE"] ?? "../target/debug/cicerone";

/** A run as it is exported, of a task. */
export interface Run {
  run: string;
  scenario: string;
  status: string;
  finished_at: string | null;
  seconds: number;
  end_x: number;
  end_y: number;
  end_level: string | null;
  distance: number | null;
  condition: string;
  walked: number;
  comments: string;
}

/** An event as it is exported. */
export interface Happened {
  run: string;
  practice: boolean;
  load: string;
  t: number;
  kind: string;
  x: number | null;
  y: number | null;
  level: string | null;
  piece: number;
  detail: string;
}

/** A scenario as the study's files have it. */
export interface Scenario {
  id: string;
  path: [x: number, y: number, heading: number][];
  levels: string[];
  instructions: Record<string, string>;
}

export interface Stored {
  runs: Run[];
  events: Happened[];
  answers: { run: string; question: string; value: string }[];
  audit: { action: string; detail: string }[];
}

/** The runs that the pages of somebody tell about: exports have no names. */
export function runsOf(context: BrowserContext): Set<string> {
  const runs = new Set<string>();
  context.on("request", (request) => {
    if (/pieces$/.test(request.url())) runs.add(request.postDataJSON().run);
  });
  return runs;
}

export class Studied {
  constructor(
    readonly url: string,
    private folder: string,
  ) {}

  /** What the study has stored, as the people who run it get it. */
  stored(): Stored {
    const out = mkdtempSync(join(tmpdir(), "cicerone-export-"));
    const study = join(this.folder, "study");
    execFileSync(binary, ["study", "export", study, "--format", "json", "--out", out], { stdio: "pipe" });
    const read = (name: string) => JSON.parse(readFileSync(join(out, `${name}.json`), "utf8"));
    const stored = { runs: read("runs"), events: read("events"), answers: read("answers"), audit: read("audit") };
    rmSync(out, { recursive: true });
    return stored;
  }

  /** The scenarios as the study's files have them. */
  scenarios(): Scenario[] {
    const lines = readFileSync(join(this.folder, "study", "scenarios.jsonl"), "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Scenario);
  }

  /** What the report prints. */
  report(): string {
    return execFileSync(binary, ["study", "report", join(this.folder, "study")], { stdio: "pipe" }).toString();
  }

  /** The address for somebody: a name, or what a platform sends along. */
  address(who: string | Record<string, string>): string {
    return `/?${new URLSearchParams(parametersOf(who))}`;
  }

  /** Brings somebody to a step without a page, as quickly as it goes. */
  async bring(
    request: APIRequestContext,
    who: string | Record<string, string>,
    to: "check" | "practice" | "task" | "survey",
  ): Promise<void> {
    const ask = async (path: string, data: object, token?: string) => {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
      const answer = await request.post(`/api/study/${path}`, { data, headers });
      if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const { token } = await ask("sessions", { parameters: parametersOf(who), test: false });
    const load = "brought-here";
    await ask("attend", { load }, token);
    await ask("consent", { agreed: true }, token);
    if (to === "check") return;
    const { practice } = await ask("check", { facts: { brought: true } }, token);
    if (to === "practice") return;
    await new Promise((done) => setTimeout(done, practice.seconds_left * 1000 + 50));
    const { task } = await ask("practised", { load }, token);
    if (to === "task") return;
    const events = [{ t: 1, kind: "enter", ...task.at }];
    await ask("pieces", { run: task.run, number: 0, load, events }, token);
    await ask("finish", { run: task.run, load, pieces: 1, t: 2 }, token);
  }
}

function parametersOf(who: string | Record<string, string>): Record<string, string> {
  return typeof who === "string" ? { participant: who, session: "1" } : who;
}

/** Makes a study, serves it and gives it to `use`; afterwards nothing is left. */
export async function served(init: string[], use: (studied: Studied) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cicerone-study-"));
  const study = join(folder, "study");
  execFileSync(binary, ["study", "init", study, "--practice", "2", ...init], { stdio: "pipe" });
  const server = spawn(binary, ["study", "serve", study, "--listen", "127.0.0.1:0", "--rate", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = createInterface({ input: server.stdout });
  const url = await new Promise<string>((tell, fail) => {
    lines.once("line", tell);
    server.once("error", fail);
    server.once("exit", () => fail(new Error(`${binary} study serve ended at once`)));
  });
  await use(new Studied(url, folder));
  server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

export const test = base.extend<object, { studied: Studied }>({
  studied: [
    async ({}, use) => served(["--count", "6", "--world", "office", "--world", "gallery"], use),
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ studied }, use) => use(studied.url),
});

export { expect } from "@playwright/test";
