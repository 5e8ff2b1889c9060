// The pictures of the page in docs/, taken from the real page:
// `npm run pictures` while `cicerone serve` runs on its usual address.

import { chromium } from "@playwright/test";

const url = process.env.URL ?? "http://127.0.0.1:8080/";
const docs = new URL("../../docs/", import.meta.url).pathname;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const desk = { width: 1360, height: 850 };
const hand = { width: 390, height: 844 };

const pictures = [
  { name: "playground", viewport: desk, colorScheme: "light", search: "?world=office&from=0,0,90&to=14,8" },
  { name: "playground-dark", viewport: desk, colorScheme: "dark", search: "?world=gallery&from=-8.66,-5&to=4,12" },
  { name: "playground-phone", viewport: hand, colorScheme: "light", search: "?world=hospital" },
];

for (const { name, viewport, colorScheme, search } of pictures) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(url + search);
  if (!search.includes("from")) await page.getByRole("button", { name: "Another route" }).click();
  await page.locator("#view[data-pose]").waitFor({ timeout: 120_000 });
  await page.locator(".steps .word").nth(2).hover();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${docs}${name}.png`, fullPage: viewport === hand });
  await page.close();
}
await browser.close();
