// On foot through a building: from a room upstairs to a hall on the ground floor
// by lift, with the keys in the picture, and once more in words.

import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { building, poseOf, walkRoute, walkTo } from "./hotel";
import { expect, test } from "./served";

/** The id of the building on the server. */
async function idOf(request: APIRequestContext): Promise<string> {
  if (!building.isFile) return building.world;
  const data = readFileSync(building.world);
  const headers = { "Content-Type": "application/octet-stream" };
  const answer = await request.post("/api/worlds?name=hotel.building.yaml", { data, headers });
  return (await answer.json()).id;
}

async function open(page: Page, id: string): Promise<void> {
  const query = new URLSearchParams({ world: id, from: building.from, to: building.to });
  await page.goto(`/?${query}`);
  await expect(page.locator("#view")).toHaveAttribute("data-level", building.upstairs);
}

test("one walks from upstairs to the hall by keys and lift, and what goes wrong is said", async ({ page, request }) => {
  const id = await idOf(request);
  const ends = new URLSearchParams({ from: building.from, to: building.to });
  const route = await (await request.get(`/api/worlds/${id}/route?${ends}`)).json();
  await open(page, id);
  const view = page.locator("#view");
  const canvas = page.locator("#view canvas");
  await canvas.focus();
  // Against a wall of the room, whichever way one looks.
  await page.keyboard.down("ArrowUp");
  await expect(page.locator("#caption")).toHaveText(/in the way|left the route/);
  await page.keyboard.up("ArrowUp");
  await page.locator("#restart").click();
  await walkRoute(page, view, route.poses, route.levels);
  await expect(view).toHaveAttribute("data-level", building.below);
  const [x, y] = route.poses[route.poses.length - 1];
  await walkTo(page, view, x, y, 1);
  await expect(view).toHaveClass(/arrived/);
  await expect(page.locator("#caption")).toHaveText("You have arrived.");
  // Nobody walks through walls: all of it was on the way.
  const [endX = 0, endY = 0] = await poseOf(view);
  expect(Math.hypot(endX - x, endY - y)).toBeLessThan(1.5);
});

test("the same way in words, with the keyboard, and the picture comes along", async ({ page, request }) => {
  const id = await idOf(request);
  await open(page, id);
  await page.getByText("The same walk in words").click();
  const words = page.locator(".in-words");
  const said = words.locator(".said");
  const step = (name: string | RegExp) => words.getByRole("button", { name, exact: true });
  const can = async (name: RegExp) => (await words.getByRole("button", { name }).count()) > 0;
  await expect(said).toContainText("You are in:");
  const press = async (name: string) => {
    const before = await said.textContent();
    await step(name).focus();
    await page.keyboard.press("Enter");
    await expect(said).not.toHaveText(before ?? "");
  };
  test.skip(!building.isFile, "these are the steps through the hotel");
  await press("through door 1");
  await press("right");
  for (let steps = 0; steps < 12 && !(await can(/lift to Level 1/)); steps++) await press("forward");
  await words.getByRole("button", { name: /lift to Level 1/ }).first().focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText("Level 1");
  await expect(page.locator("#view")).toHaveAttribute("data-level", building.below);
  await press("left");
  const door = words.locator("li").filter({ hasText: /door “restaurant”/ });
  for (let steps = 0; steps < 8 && (await door.count()) === 0; steps++) await press("forward");
  await press(`through door ${await door.first().getAttribute("value")}`);
  await expect(said).toContainText("restaurant");
});
