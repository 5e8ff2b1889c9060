// What participants do, and what happens to them: from consent to the code,
// with refreshes, second tabs and lost networks on the way.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { colors } from "./pixels";
import { expect, test, type Stored } from "./studied";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const view = (page: Page) => page.locator(".view");
const saving = (page: Page) => page.locator("#saving");
const pose = async (page: Page) => (await view(page).getAttribute("data-pose"))!.split(",").map(Number);

/** The walk is there, and keys move one. */
async function arrived(page: Page): Promise<void> {
  await expect(view(page)).toHaveAttribute("data-pose", /.+/);
  await expect(page.locator(".view canvas")).toBeFocused();
}

/** Walks one passage by keys, turning until there is one ahead. */
async function walkOn(page: Page): Promise<void> {
  const [x, y] = await pose(page);
  const place = new RegExp(`^${x},${y},`);
  for (let turns = 0; turns < 12; turns++) {
    await page.keyboard.press("ArrowUp");
    const isWall = await page.getByText("No way on here").isVisible();
    if (!isWall) return expect(view(page)).not.toHaveAttribute("data-pose", place);
    await page.keyboard.down("ArrowRight");
    await page.waitForTimeout(350);
    await page.keyboard.up("ArrowRight");
  }
  throw new Error("there is no way anywhere");
}

/** A key until what it should reach has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole("button", { name });
  for (let presses = 0; presses < 30; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
};

/** The events of somebody's walks, as they were stored. */
function events({ runs, events }: Stored, participant: string, kind: string): Stored["events"] {
  const mine = runs.filter((run) => run["participant"] === participant && run["kind"] === kind).map((run) => run["run"]);
  return events.filter((event) => mine.includes(event.run));
}

const runOf = ({ runs }: Stored, participant: string) =>
  runs.find((run) => run["participant"] === participant && run["kind"] === "task");

/** That a record makes sense: enters first, time never falls, every leaving
 * has its arrival. */
function expectWhole(walk: Stored["events"]): void {
  const loads = [...new Set(walk.map((event) => event["load"]))];
  for (const load of loads) {
    const part = walk.filter((event) => event["load"] === load);
    expect(part[0]?.kind).toBe("enter");
    part.forEach((event, i) => expect(event.t).toBeGreaterThanOrEqual(part[i - 1]?.t ?? 0));
  }
  const moves = walk.filter(({ kind }) => kind === "leave" || kind === "arrive");
  moves.forEach((move, i) => expect(move.kind).toBe(i % 2 === 0 ? "leave" : "arrive"));
}

test("from consent to the code by keyboard alone, and all of it is stored", async ({ page, studied, baseURL }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL!)) faults.push(request.url());
  });
  await page.goto(studied.address("keys"));
  await expect(page.getByRole("button", { name: /I agree/ })).toBeVisible();
  await expect(page.locator("h1")).toBeFocused();
  await press(page, /I agree/);
  await expect(heading(page, /work on your device/)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Continue" })).toBeEnabled();
  await press(page, "Continue");
  await expect(heading(page, "Practice")).toBeVisible();
  await arrived(page);
  await expect(page.getByRole("timer")).toContainText(/second|now/);
  await walkOn(page);
  await expect(page.getByRole("button", { name: "Start the task" })).toBeEnabled();
  await press(page, "Start the task");
  await expect(heading(page, /task/)).toBeVisible();
  await arrived(page);
  await walkOn(page);
  await walkOn(page);
  const end = await pose(page);
  await press(page, "Finish task");
  await expect(page.getByRole("dialog")).toContainText("Are you where");
  await page.keyboard.press("Escape");
  await expect(page.locator(".view canvas")).toBeFocused();
  await press(page, "Finish task");
  await press(page, "Yes, finish");

  await expect(heading(page, "A few questions")).toBeFocused();
  await press(page, "Send the answers");
  const questions = page.getByRole("group");
  await expect(questions.first()).toContainText("Please choose an answer");
  await expect(questions.first().getByRole("radio").first()).toBeFocused();
  const count = await questions.count();
  const chosen: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    const radio = questions.nth(i).getByRole("radio", { checked: true });
    chosen[(await radio.getAttribute("name"))!] = (await radio.getAttribute("value"))!;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Nice <b>pictures</b>, \"truly\" äöü.");
  await press(page, "Send the answers");
  await expect(heading(page, "Thank you")).toBeFocused();
  await expect(page.locator(".code")).toHaveText(/\S{6,}/);

  const stored = studied.stored();
  const walk = events(stored, "keys", "task");
  expectWhole(walk);
  expectWhole(events(stored, "keys", "practice"));
  expect(events(stored, "keys", "practice").length).toBeGreaterThan(3);
  const arrivals = walk.filter(({ kind }) => kind === "arrive");
  expect(arrivals.length).toBe(2);
  expect(arrivals.map(({ x, y }) => [x, y]).at(-1)).toEqual(end.slice(0, 2));
  const presses = walk.filter(({ kind, key }) => kind === "key" && key === "ArrowUp");
  expect(presses.map(({ down }) => down)).toEqual(presses.map((_, i) => i % 2 === 0));
  expect(walk.filter(({ kind, what }) => kind === "look" && what === "finish").map(({ open }) => open)).toEqual([true, false, true, false]);
  const run = runOf(stored, "keys")!;
  expect(run["outcome"]).toBe("finished");
  expect(run["finished"]).toBeGreaterThanOrEqual(walk.at(-1)!.t);
  const answers = stored.answers.find((row) => row["run"] === run["run"])!;
  expect(answers["answers"]).toEqual(chosen);
  expect(answers["comments"]).toBe("Nice <b>pictures</b>, \"truly\" äöü.");
  expect(faults).toEqual([]);
});

test("a refresh resumes every step where it was", async ({ page, studied, request }) => {
  await page.goto(studied.address("again"));
  await expect(page.getByRole("button", { name: /I agree/ })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: /I agree/ }).dblclick();
  await expect(heading(page, /work on your device/)).toBeVisible();
  await page.reload();
  await expect(heading(page, /work on your device/)).toBeVisible();
  // The page is closed while somebody practises.
  await page.goto("about:blank");
  await studied.bring(request, "again", "practice");
  await page.goto(studied.address("again"));
  await arrived(page);
  await walkOn(page);
  const practised = await pose(page);
  await page.reload();
  await expect(heading(page, "Practice")).toBeVisible();
  await arrived(page);
  expect((await pose(page)).slice(0, 2)).toEqual(practised.slice(0, 2));
  await page.getByRole("button", { name: "Start the task" }).click();
  await expect(heading(page, /task/)).toBeVisible();
  await arrived(page);
  await walkOn(page);
  const walked = await pose(page);
  // At once: the last events are still in the browser alone.
  await page.reload();
  await expect(heading(page, /task/)).toBeVisible();
  await arrived(page);
  expect((await pose(page)).slice(0, 2)).toEqual(walked.slice(0, 2));
  await page.getByRole("button", { name: "Finish task" }).click();
  await page.getByRole("button", { name: "Yes, finish" }).dblclick();
  await expect(heading(page, "A few questions")).toBeVisible();
  const questions = page.getByRole("group");
  await questions.nth(1).locator("label").first().click();
  await page.getByLabel(/optional/).fill("kept");
  await page.reload();
  await expect(questions.nth(1).getByRole("radio").first()).toBeChecked();
  await expect(page.getByLabel(/optional/)).toHaveValue("kept");
  for (const question of await questions.all()) await question.locator("label").last().click();
  await page.getByRole("button", { name: "Send the answers" }).dblclick();
  await expect(heading(page, "Thank you")).toBeVisible();
  const code = await page.locator(".code").textContent();
  await page.reload();
  await expect(page.locator(".code")).toHaveText(code!);

  const walk = events(studied.stored(), "again", "task");
  expectWhole(walk);
  expect(walk.filter(({ kind }) => kind === "enter").length).toBe(2);
  expect(walk.filter(({ kind }) => kind === "arrive").length).toBe(1);
});

test("of two tabs the later one goes on, and the first can take it back", async ({ page, context, studied, request }) => {
  await studied.bring(request, "tabs", "task");
  await page.goto(studied.address("tabs"));
  await arrived(page);
  await walkOn(page);
  const first = await pose(page);
  const second = await context.newPage();
  await second.goto(studied.address("tabs"));
  await arrived(second);
  expect((await pose(second)).slice(0, 2)).toEqual(first.slice(0, 2));
  await expect(heading(page, /another tab/)).toBeVisible();
  await walkOn(second);
  const next = await pose(second);
  await page.bringToFront();
  await page.getByRole("button", { name: "Continue here" }).click();
  await arrived(page);
  expect((await pose(page)).slice(0, 2)).toEqual(next.slice(0, 2));
  await expect(heading(second, /another tab/)).toBeVisible();
  await second.close();
  await expect(saving(page)).toHaveText("Saved");
  await expect.poll(() => events(studied.stored(), "tabs", "task").filter(({ kind }) => kind === "enter").length).toBe(3);
  const walk = events(studied.stored(), "tabs", "task");
  expectWhole(walk);
  expect(walk.filter(({ kind }) => kind === "arrive").length).toBe(2);
});

test("what one does without a network is sent when it is back", async ({ page, context, studied, request }) => {
  await studied.bring(request, "offline", "task");
  await page.goto(studied.address("offline"));
  await arrived(page);
  // First an answer is lost, then the server is busy, then nothing is reached.
  let requests = 0;
  await page.route("**/api/study/pieces", async (route) => {
    requests++;
    if (requests === 1) {
      await route.fetch();
      await route.abort();
    } else if (requests === 2) {
      await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, json: { status: 503, title: "busy" } });
    } else await route.continue();
  });
  await walkOn(page);
  await expect.poll(() => requests).toBeGreaterThan(2);
  await expect(saving(page)).toHaveText("Saved");
  await context.setOffline(true);
  await walkOn(page);
  await expect(saving(page)).toContainText("No connection");
  const end = await pose(page);
  await page.getByRole("button", { name: "Finish task" }).click();
  await page.getByRole("button", { name: "Yes, finish" }).click();
  await expect(page.getByText("Storing your walk")).toBeVisible();
  await expect(heading(page, /task/)).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, "A few questions")).toBeVisible();
  const walk = events(studied.stored(), "offline", "task");
  expectWhole(walk);
  const arrivals = walk.filter(({ kind }) => kind === "arrive");
  expect(arrivals.length).toBe(2);
  expect(arrivals.map(({ x, y }) => [x, y]).at(-1)).toEqual(end.slice(0, 2));
  expect(runOf(studied.stored(), "offline")!["outcome"]).toBe("finished");
});

test("somebody who comes again gets another task and no second consent; a preview creates nothing", async ({ page, studied, request }) => {
  const address = (assignment: string) => `/?workerId=turk&assignmentId=${assignment}&hitId=h&turkSubmitTo=https%3A%2F%2Fexample.org`;
  const sessions: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sessions.push(request.url());
  });
  await page.goto(address("ASSIGNMENT_ID_NOT_AVAILABLE"));
  await expect(page.getByText("This is a preview")).toBeVisible();
  await expect(view(page)).toHaveAttribute("data-pose", /.+/);
  expect(sessions).toEqual([]);
  for (const assignment of ["a1", "a2"]) {
    await page.goto(address(assignment));
    if (assignment === "a1") await page.getByRole("button", { name: /I agree/ }).click();
    await expect(heading(page, /work on your device/)).toBeVisible();
    const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(" token")));
    const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)!), keys.find((key) => key.includes(assignment))!);
    const headers = { Authorization: `Bearer ${token}` };
    await request.post("/api/study/check", { headers, data: { facts: {} } });
    await request.post("/api/study/attend", { headers, data: { load: "l" } });
    await page.waitForTimeout(2100);
    const { task } = await (await request.post("/api/study/practised", { headers, data: { load: "l" } })).json();
    expect(task.number).toBe(1);
  }
  const mine = studied.stored().runs.filter((run) => run["participant"] === "turk" && run["kind"] === "task");
  expect(mine.length).toBe(2);
  expect(mine[0]!["scenario"]).not.toBe(mine[1]!["scenario"]);
});

test("on a tablet one walks by touch; the task can be cancelled, after a question", async ({ browser, baseURL, studied, request }) => {
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage({ ...tablet, baseURL: baseURL! });
  await studied.bring(request, "away", "task");
  await page.goto(studied.address("away"));
  await arrived(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const { x, y } = (await page.getByRole("button", { name: "Turn right" }).boundingBox())!;
  const fingers = await page.context().newCDPSession(page);
  const before = await pose(page);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 20, y: y + 20 }] });
  await page.waitForTimeout(400);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(async () => (await pose(page))[2]).not.toBe(before[2]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "No, go on" }).click();
  await expect(heading(page, /task/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel(/Why/).fill("the phone rings");
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(heading(page, /cancelled/)).toBeVisible();
  await page.reload();
  await expect(heading(page, /cancelled/)).toBeVisible();
  const run = runOf(studied.stored(), "away")!;
  expect(run["outcome"]).toBe("cancelled");
  expect(run["reason"]).toBe("the phone rings");
  const keys = events(studied.stored(), "away", "task").filter(({ kind }) => kind === "key");
  expect(keys.map(({ key, down }) => [key, down])).toEqual([["touch-right", true], ["touch-right", false]]);
  await page.close();
});

test("axe finds no serious fault, light or dark, and the walk is not blank", async ({ page, studied, request }) => {
  const check = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`)).toEqual([]);
    }
  };
  await page.goto(studied.address("seen"));
  await expect(page.getByRole("button", { name: /I agree/ })).toBeVisible();
  await check();
  await studied.bring(request, "seen", "task");
  await page.reload();
  await arrived(page);
  await expect(page.locator(".guide img").last()).toBeVisible();
  await page.waitForTimeout(500);
  expect(await colors(page.locator(".view canvas"))).toBeGreaterThan(40);
  await check();
  await page.getByRole("button", { name: "Finish task" }).click();
  await page.getByRole("button", { name: "Yes, finish" }).click();
  await page.getByRole("button", { name: "Send the answers" }).click();
  await expect(page.getByText("Please choose").first()).toBeVisible();
  await check();
});
