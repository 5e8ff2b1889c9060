// The hotel of Open-RMF's demonstrations, where its map is found, and the
// embedded hospital otherwise: a way from a room upstairs to a hall on the ground
// floor, by lift.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

const file = [process.env["CICERONE_BUILDINGS"], "../../shared/buildings"]
  .filter((folder) => folder !== undefined)
  .map((folder) => resolve(folder, "rmf/hotel.building.yaml"))
  .find((path) => existsSync(path));

export const building = file
  ? { world: file, isFile: true, from: "room 1@L3", to: "restaurant", upstairs: "L3", below: "L1" }
  : { world: "hospital", isFile: false, from: "Maternity", to: "Café", upstairs: "2", below: "1" };

/** Turns and walks by keys until one stands within reach of a point; `view` is
 * where the page says where one is. */
export async function walkTo(page: Page, view: Locator, x: number, y: number, reach = 0.5): Promise<void> {
  if (await getsTo(page, view, x, y, reach)) return;
  throw new Error(`nobody gets to ${x},${y} from ${await view.getAttribute("data-pose")}`);
}

/** False where a wall is in the way. */
async function getsTo(page: Page, view: Locator, x: number, y: number, reach: number): Promise<boolean> {
  let stuck = 0;
  for (let tries = 0; tries < 60 && stuck < 3; tries++) {
    const [atX = 0, atY = 0, heading = 0] = await poseOf(view);
    const far = Math.hypot(x - atX, y - atY);
    if (far < reach) return true;
    const wanted = (Math.atan2(x - atX, -(y - atY)) * 180) / Math.PI;
    const off = ((((wanted - heading) % 360) + 540) % 360) - 180;
    // A busy machine lets keys go late: so a little less than it takes.
    const near = Math.max(3, (Math.atan2(reach, far) * 180 * 0.6) / Math.PI);
    if (Math.abs(off) > near) await hold(page, off > 0 ? "ArrowRight" : "ArrowLeft", (Math.abs(off) / 0.11) * 0.85);
    else {
      await hold(page, "ArrowUp", Math.max(30, (far - reach / 2) * 500 * 0.85));
      const [nowX = 0, nowY = 0] = await poseOf(view);
      stuck = Math.hypot(nowX - atX, nowY - atY) < 0.05 ? stuck + 1 : 0;
    }
  }
  return false;
}

export async function poseOf(view: Locator): Promise<number[]> {
  return ((await view.getAttribute("data-pose")) ?? "").split(",").map(Number);
}

export async function hold(page: Page, key: string, milliseconds: number): Promise<void> {
  await page.keyboard.down(key);
  await page.waitForTimeout(milliseconds);
  await page.keyboard.up(key);
}

/** Along the places of a route by keys, and by lift where it leads to another
 * level. */
export async function walkRoute(
  page: Page,
  view: Locator,
  path: [x: number, y: number, heading: number][],
  levels: string[],
  steps = Infinity,
): Promise<void> {
  for (let i = 1; i < path.length && i <= steps; i++) {
    const [[x, y], level] = [path[i]!, levels[i]!];
    if (level !== levels[i - 1]) {
      const way = Number(level.replace(/\D/g, "")) > Number(levels[i - 1]!.replace(/\D/g, "")) ? "up" : "down";
      const ride = page.locator("[data-ride]").filter({ hasText: new RegExp(`${level.replace(/\D/g, "")}$|: ${way}$`) });
      await ride.first().click();
      await expect(view).toHaveAttribute("data-level", level);
    } else if (!(await getsTo(page, view, x, y, 0.5))) {
      // Who cut a corner goes back to where the way is clear.
      const [backX, backY] = path[i - 1]!;
      await walkTo(page, view, backX, backY, 0.2);
      await walkTo(page, view, x, y);
    }
  }
}
