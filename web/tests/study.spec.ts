// What participants do, and what happens to them: from consent to the code,
// with refreshes, second tabs and lost networks on the way.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { colors } from "./pixels";
import { expect, runsOf, test, type Happened, type Stored } from "./studied";

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

/** The events of these runs, of tasks or of practice, as they were stored. */
function walkOf({ events }: Stored, runs: Set<string>, practice = false): Happened[] {
  return events.filter((event) => runs.has(event.run) && event.practice === practice);
}

const taskOf = (stored: Stored, runs: Set<string>) => stored.runs.find(({ run }) => runs.has(run))!;
const kinds = (walk: Happened[], wanted: string) => walk.filter(({ kind }) => kind === wanted);
const places = (walk: Happened[], wanted: string) => kinds(walk, wanted).map(({ x, y }) => [x, y]);

/** That a record makes sense: enters first, time never falls, every leaving
 * has its arrival. */
function expectWhole(walk: Happened[]): void {
  const loads = [...new Set(walk.map((event) => event.load))];
  for (const load of loads) {
    const part = walk.filter((event) => event.load === load);
    expect(part[0]?.kind).toBe("enter");
    part.forEach((event, i) => expect(event.t).toBeGreaterThanOrEqual(part[i - 1]?.t ?? 0));
  }
  const moves = walk.filter(({ kind }) => kind === "leave" || kind === "arrive");
  moves.forEach((move, i) => expect(move.kind).toBe(i % 2 === 0 ? "leave" : "arrive"));
}

test("from consent to the code by keyboard alone, and all of it is stored", async ({ page, context, studied, baseURL }) => {
  const runs = runsOf(context);
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
  const walk = walkOf(stored, runs);
  const practised = walkOf(stored, runs, true);
  expectWhole(walk);
  expectWhole(practised);
  expect(places(practised, "arrive").length).toBe(1);
  expect(places(walk, "arrive").length).toBe(2);
  expect(places(walk, "arrive").at(-1)).toEqual(end.slice(0, 2));
  const presses = kinds(walk, "key").filter(({ detail }) => detail.startsWith("ArrowUp"));
  expect(presses.map(({ detail }) => detail)).toEqual(presses.map((_, i) => `ArrowUp ${i % 2 === 0 ? "down" : "up"}`));
  const asked = kinds(walk, "look").filter(({ detail }) => detail.startsWith("finish"));
  expect(asked.map(({ detail }) => detail)).toEqual(["finish open", "finish closed", "finish open", "finish closed"]);
  const run = taskOf(stored, runs);
  expect(run).toMatchObject({ status: "complete", walked: 2, end_x: end[0], end_y: end[1] });
  expect(run.finished_at).toMatch(/^\d{4}-/);
  expect(run.seconds * 1000).toBeGreaterThanOrEqual(walk.at(-1)!.t - walk[0]!.t - 1);
  expect(run.comments).toBe("Nice <b>pictures</b>, \"truly\" äöü.");
  const answers = stored.answers.filter((answer) => answer.run === run.run);
  expect(Object.fromEntries(answers.map(({ question, value }) => [question, value]))).toEqual(chosen);
  expect(Object.keys(chosen).length).toBe(count);
  expect(stored.audit.filter(({ action }) => action === "refuse")).toEqual([]);
  expect(faults).toEqual([]);
});

test("a refresh resumes every step where it was", async ({ page, context, studied, request }) => {
  const runs = runsOf(context);
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

  const walk = walkOf(studied.stored(), runs);
  expectWhole(walk);
  expect(kinds(walk, "enter").length).toBe(2);
  expect(kinds(walk, "arrive").length).toBe(1);
});

test("of two tabs the later one goes on, and the first can take it back", async ({ page, context, studied, request }) => {
  const runs = runsOf(context);
  await studied.bring(request, "tabs", "task");
  await page.goto(studied.address("tabs"));
  await arrived(page);
  // What the first tab cannot send, the second one sends for it.
  await page.route("**/api/study/pieces", (route) => route.abort());
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
  await page.unroute("**/api/study/pieces");
  await page.getByRole("button", { name: "Continue here" }).click();
  await arrived(page);
  expect((await pose(page)).slice(0, 2)).toEqual(next.slice(0, 2));
  await expect(heading(second, /another tab/)).toBeVisible();
  await second.close();
  await expect(saving(page)).toHaveText("Saved");
  await expect.poll(() => kinds(walkOf(studied.stored(), runs), "enter").length).toBe(3);
  const walk = walkOf(studied.stored(), runs);
  expectWhole(walk);
  expect(kinds(walk, "arrive").length).toBe(2);
});

test("what one does without a network is sent when it is back", async ({ page, context, studied, request }) => {
  const runs = runsOf(context);
  await studied.bring(request, "offline", "task");
  await page.goto(studied.address("offline"));
  await arrived(page);
  // First an answer is lost, then the server has no room, then it is busy,
  // then nothing is reached.
  let requests = 0;
  let status = 200;
  await page.route("**/api/study/pieces", async (route) => {
    requests++;
    if (requests === 1) {
      await route.fetch();
      await route.abort();
    } else if (status !== 200) {
      await route.fulfill({ status, headers: { "Retry-After": "1" }, json: { status, title: "later" } });
    } else await route.continue();
  });
  await walkOn(page);
  await expect.poll(() => requests).toBeGreaterThan(1);
  status = 507;
  await page.keyboard.press("ArrowLeft");
  await expect(saving(page)).toContainText("cannot store anything just now: your work is kept here");
  status = 503;
  await expect(saving(page)).toContainText("busy: your work is kept here");
  status = 200;
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
  const stored = studied.stored();
  const walk = walkOf(stored, runs);
  expectWhole(walk);
  expect(places(walk, "arrive").length).toBe(2);
  expect(places(walk, "arrive").at(-1)).toEqual(end.slice(0, 2));
  expect(taskOf(stored, runs)).toMatchObject({ status: "answering", walked: 2 });
});

test("who comes again gets another task, no second consent and no second practice; a preview creates nothing", async ({ page, context, studied, request }) => {
  const turk = (assignmentId: string) =>
    ({ workerId: "turk", assignmentId, hitId: "h", turkSubmitTo: "https://workersandbox.mturk.com" });
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const runs = runsOf(context);
  await page.goto(studied.address(turk("ASSIGNMENT_ID_NOT_AVAILABLE")));
  await expect(page.getByText("This is a preview")).toBeVisible();
  await expect(view(page)).toHaveAttribute("data-pose", /.+/);
  expect(posts).toEqual([]);
  const before = new Set(studied.stored().runs.map(({ run }) => run));
  await studied.bring(request, turk("first"), "survey");
  await page.goto(studied.address(turk("second")));
  await expect(heading(page, /work on your device/)).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(heading(page, /task/)).toBeVisible();
  await arrived(page);
  await page.getByRole("button", { name: "Finish task" }).click();
  await page.getByRole("button", { name: "Yes, finish" }).click();
  await expect(heading(page, "A few questions")).toBeVisible();
  for (const question of await page.getByRole("group").all()) await question.locator("label").first().click();
  await page.getByRole("button", { name: "Send the answers" }).click();
  await expect(heading(page, "Thank you")).toBeVisible();
  const form = page.locator("form");
  await expect(form).toHaveAttribute("action", "https://workersandbox.mturk.com/mturk/externalSubmit");
  await expect(form.locator("[name=assignmentId]")).toHaveValue("second");
  await expect(form.locator("[name=code]")).toHaveValue((await page.locator(".code").textContent())!);
  const [first, second, ...more] = studied.stored().runs.filter(({ run }) => !before.has(run));
  expect(more).toEqual([]);
  expect([first!.status, second!.status]).toEqual(["answering", "complete"]);
  expect(runs.has(second!.run)).toBe(true);
  expect(second!.scenario).not.toBe(first!.scenario);
});

test("on a tablet one walks by touch; the task can be cancelled, after a question", async ({ browser, baseURL, studied, request }) => {
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage({ ...tablet, baseURL: baseURL! });
  const runs = runsOf(page.context());
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
  const stored = studied.stored();
  expect(taskOf(stored, runs)).toMatchObject({ status: "cancelled", comments: "the phone rings" });
  expect(kinds(walkOf(stored, runs), "key").map(({ detail }) => detail)).toEqual(["touch-right down", "touch-right up"]);
  await page.close();
});

test("what the server cannot use is lost, but nothing before it; the practice can be cancelled, too", async ({ page, context, studied, request }) => {
  const runs = runsOf(context);
  await studied.bring(request, "refused", "practice");
  await page.goto(studied.address("refused"));
  await arrived(page);
  const start = await pose(page);
  await expect.poll(() => runs.size).toBe(1);
  await expect(saving(page)).toHaveText("Saved");
  await page.route("**/api/study/pieces", (route) => route.fulfill({ status: 422, json: { status: 422, detail: "nobody walks that fast" } }));
  await page.keyboard.press("ArrowLeft");
  await expect(heading(page, "Something went wrong with the recording")).toBeFocused();
  await expect(page.getByText("nobody walks that fast")).toBeVisible();
  await expect(saving(page)).toHaveText("");
  // Nothing of it comes back, and one goes on from what is stored.
  await page.unroute("**/api/study/pieces");
  await page.getByRole("button", { name: "Go on" }).click();
  await arrived(page);
  expect(await pose(page)).toEqual(start);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".view canvas")).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(heading(page, /cancelled/)).toBeFocused();
  const practised = walkOf(studied.stored(), runs, true);
  expectWhole(practised);
  expect(kinds(practised, "enter").length).toBe(2);
  expect(kinds(practised, "key")).toEqual([]);
  const asked = kinds(practised, "look").filter(({ detail }) => detail.startsWith("cancel"));
  expect(asked.map(({ detail }) => detail)).toEqual(["cancel open", "cancel closed", "cancel open", "cancel closed"]);
});

test("where nobody is known, somebody else can begin after the end", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /I agree/ }).click();
  await expect(heading(page, /work on your device/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(heading(page, /cancelled/)).toBeVisible();
  await page.reload();
  await expect(heading(page, /cancelled/)).toBeVisible();
  await page.getByRole("button", { name: "Somebody else takes part here" }).click();
  await page.getByRole("button", { name: "I do not agree" }).click();
  await page.getByRole("button", { name: "I do not take part" }).click();
  await expect(heading(page, /not to take part/)).toBeVisible();
  await page.getByRole("button", { name: "Somebody else takes part here" }).click();
  await expect(page.getByRole("button", { name: /I agree/ })).toBeVisible();
});

test("who cannot take part reads why, in the server's words", async ({ page, studied }) => {
  for (const [code, detail] of [["closed", "All places are taken."], ["done_before", "You took part on Monday."]] as const) {
    await page.route("**/api/study/sessions", (route) =>
      route.fulfill({ status: 409, contentType: "application/problem+json", json: { status: 409, title: "Conflict", detail, code } }),
    );
    await page.goto(studied.address(`late ${code}`));
    await expect(heading(page, "You cannot take part just now")).toBeFocused();
    await expect(page.getByText(detail)).toBeVisible();
  }
});

test("a browser that keeps nothing is warned and can take part", async ({ page, studied }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("not allowed", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
  });
  await page.goto(studied.address("forgetful"));
  await page.getByRole("button", { name: /I agree/ }).click();
  await expect(page.locator('[data-check="memory"]')).toContainText("you will have to start this task again");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Continue" })).toBeEnabled();
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
