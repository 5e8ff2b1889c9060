// The same page in a hand.

import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./served";

test("fits a phone, and walks by touch", async ({ page }) => {
  await page.goto("/?world=practice&from=0,0,90&to=2,2");
  const view = page.locator("#view");
  await expect(view).toHaveAttribute("data-pose", "0,0,90");
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Walk on" }).tap();
  await expect(view).not.toHaveAttribute("data-pose", "0,0,90");
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id }) => id)).toEqual([]);
});
