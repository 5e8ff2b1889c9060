// A study of its own on a free port, for as long as the tests of a file need
// it, and what it has stored.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, type APIRequestContext } from "@playwright/test";

const binary = process.env["CICERONE"] ?? "../target/debug/cicerone";

type Row = Record<string, unknown>;

export interface Stored {
  runs: Row[];
  events: (Row & { run: string; kind: string; t: number })[];
  answers: Row[];
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
    const stored = { runs: read("runs"), events: read("events"), answers: read("answers") };
    rmSync(out, { recursive: true });
    return stored;
  }

  /** The address for a participant. */
  address(participant: string): string {
    return `/?participant=${participant}&session=${participant}-1`;
  }

  /** Brings a participant to a step without a page, as quickly as it goes. */
  async bring(request: APIRequestContext, participant: string, to: "check" | "practice" | "task" | "survey"): Promise<void> {
    const ask = async (path: string, data: object, token?: string) => {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
      const answer = await request.post(`/api/study/${path}`, { data, headers });
      if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const parameters = { participant, session: `${participant}-1` };
    const { token } = await ask("sessions", { parameters, test: false });
    const load = "brought";
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

export const test = base.extend<object, { studied: Studied }>({
  studied: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "cicerone-study-"));
      const study = join(folder, "study");
      execFileSync(binary, ["study", "init", study, "--practice", "2"], { stdio: "pipe" });
      const server = spawn(binary, ["study", "serve", study, "--listen", "127.0.0.1:0"], {
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
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ studied }, use) => use(studied.url),
});

export { expect } from "@playwright/test";
