// The negative control: in a browser that cannot draw in 3-D the view is
// blank, the test for blankness says so, and everything else works.

import { colors } from "./pixels";
import { expect, test } from "./served";

test("without 3-D the view is blank and the directions are there", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".steps li").first()).toBeVisible();
  await expect(page.locator("#seen")).toContainText("no 3-D pictures");
  await page.locator(".pad").evaluate((pad) => pad.remove());
  expect(await colors(page.locator("#view"))).toBeLessThan(10);
  expect(await colors(page.locator("#plan"))).toBeGreaterThan(25);
});
