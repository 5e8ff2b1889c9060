// A study of six scenarios in a building of several levels, through the real
// pages: people walk freely, take lifts, and every piece that the server has
// acknowledged is stored.
//
// `HOTEL_PARTICIPANTS=50 npx playwright test hotel-study` is the longer run.

import type { Browser, Page } from "@playwright/test";
import { building, walkRoute } from "./hotel";
import { expect, served, Studied, test as base, type Scenario } from "./studied";

const PARTICIPANTS = Number(process.env["HOTEL_PARTICIPANTS"] ?? 2);
/** So many take part at once. */
const AT_ONCE = 3;

const test = base.extend<object, { studied: Studied }>({
  studied: [
    async ({}, use) => served(["--world", building.world, "--count", "6", "--seed", "4", "--runs-per-cell", "5"], use),
    { scope: "worker", timeout: 120_000 },
  ],
});

interface Piece {
  run: string;
  number: number;
  events: { t: number; kind: string }[];
}

interface Taken {
  run: string;
  scenario: Scenario;
  arrives: boolean;
  acknowledged: Piece[];
}

/** One participant, from consent to the code. */
async function takePart(browser: Browser, studied: Studied, name: string, arrives: boolean): Promise<Taken> {
  const context = await browser.newContext({ baseURL: studied.url, viewport: { width: 420, height: 420 } });
  const page = await context.newPage();
  const acknowledged: Piece[] = [];
  page.on("response", (response) => {
    if (/\/pieces$/.test(response.url()) && response.ok()) acknowledged.push(response.request().postDataJSON() as Piece);
  });
  await page.goto(studied.address(name));
  await page.getByRole("button", { name: /I agree/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /work on your device/ })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Start the task" }).click();
  const view = page.locator(".view");
  await expect(view).toHaveAttribute("data-level", /.+/);
  const text = await page.locator(".instruction-text").textContent();
  const scenario = studied.scenarios().find(({ instructions }) => Object.values(instructions).includes(text ?? ""))!;
  await walkRoute(page, view, scenario.path, scenario.levels, arrives ? Infinity : 2);
  await page.getByRole("button", { name: "Finish task" }).click();
  await page.getByRole("button", { name: "Yes, finish" }).click();
  await answer(page);
  await expect(page.locator("output.code")).toHaveText(/.+/);
  await context.close();
  const run = acknowledged[acknowledged.length - 1]!.run;
  return { run, scenario, arrives, acknowledged };
}

async function answer(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "A few questions" })).toBeVisible();
  const questions = await page.locator("fieldset").all();
  for (const question of questions) await question.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Send the answers" }).click();
}

test("people walk through the building by keys and lifts, and all of it is stored and reported", async ({ browser, studied }) => {
  test.setTimeout(120_000 + PARTICIPANTS * 120_000);
  expect(studied.scenarios().filter(({ levels }) => new Set(levels).size > 1).length).toBeGreaterThan(1);
  const taken: Taken[] = [];
  for (let first = 0; first < PARTICIPANTS; first += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, PARTICIPANTS - first) }, (_, i) => first + i);
    // Every other one walks to the end.
    taken.push(...(await Promise.all(group.map((i) => takePart(browser, studied, `guest-${i}`, i % 2 === 0)))));
  }
  const stored = studied.stored();
  for (const { run, scenario, arrives, acknowledged } of taken) {
    const record = stored.runs.find((one) => one.run === run)!;
    expect(record.status).toBe("complete");
    expect(record.scenario).toBe(scenario.id);
    expect(record.distance === 0).toBe(arrives);
    if (arrives) expect(record.end_level).toBe(scenario.levels[scenario.levels.length - 1]);
    for (const piece of acknowledged) {
      const events = stored.events.filter((event) => event.run === piece.run && event.piece === piece.number);
      expect(events.map(({ t, kind }) => [t, kind])).toEqual(piece.events.map(({ t, kind }) => [t, kind]));
    }
    const rides = stored.events.filter((event) => event.run === run && event.kind === "ride");
    if (arrives) expect(rides.length > 0).toBe(new Set(scenario.levels).size > 1);
  }
  expect(stored.audit.filter(({ action }) => action === "refuse")).toEqual([]);
  const analysed = stored.runs.filter(({ status }) => status === "complete").length;
  expect(analysed).toBe(PARTICIPANTS);
  const report = studied.report();
  expect(report).toContain(`${PARTICIPANTS} runs of ${PARTICIPANTS} participants count`);
  // What the report says of each condition is what these people did.
  for (const condition of new Set(stored.runs.map((run) => run.condition))) {
    const runs = taken.filter(({ run }) => stored.runs.find((one) => one.run === run)?.condition === condition);
    const share = Math.round((100 * runs.filter(({ arrives }) => arrives).length) / runs.length);
    expect(report).toMatch(new RegExp(`^${condition}: ${runs.length} runs?, at distance 0, 1, 2, more: ${share}%`, "m"));
  }
  const pieces = taken.flatMap(({ acknowledged }) => acknowledged);
  const events = pieces.reduce((sum, piece) => sum + piece.events.length, 0);
  console.log(`${taken.length} participants, ${pieces.length} pieces acknowledged with ${events} events, all stored`);
});
