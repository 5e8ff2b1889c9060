// In a browser that cannot draw in 3-D the study says so before it begins.

import { expect, test } from "./studied";

test("without 3-D the check says what is missing and goes no further", async ({ page, studied, request }) => {
  await studied.bring(request, "blank", "check");
  await page.goto(studied.address("blank"));
  await expect(page.locator('[data-check="picture"]')).toContainText("draws no 3-D pictures");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator('[data-check="input"]')).toContainText("your keys work");
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
});
