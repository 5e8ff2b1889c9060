// The real server on a free port, for as long as the tests of a file need it.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";

export const binary = process.env["CICERONE"] ?? "../target/debug/cicerone";

interface Served {
  url: string;
  process: ChildProcess;
}

export const test = base.extend<object, { served: Served }>({
  served: [
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), "cicerone-"));
      const server = spawn(binary, ["serve", "--listen", "127.0.0.1:0", "--timeout", "300", "--data", data], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const lines = createInterface({ input: server.stdout });
      const url = await new Promise<string>((tell, fail) => {
        lines.once("line", tell);
        server.once("error", fail);
        server.once("exit", () => fail(new Error(`${binary} ended at once`)));
      });
      await use({ url, process: server });
      server.kill("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ served }, use) => use(served.url),
});

export { expect } from "@playwright/test";
