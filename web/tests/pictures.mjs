// The pictures of the pages in docs/, taken from the real pages: `npm run
// pictures` while `cicerone serve` runs on its usual address. With STUDY, the
// address of a `cicerone study serve` with short practice, those of the study.
// With MAPS, a folder that has hotel.building.yaml, clinic.building.yaml and
// da_hbf.osm, those of real buildings, which are uploaded for it.

import { join } from "node:path";
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
  { name: "playground", viewport: desk, colorScheme: "light", step: 0, search: "?world=hospital&from=Main%20entrance&to=Ward%203" },
  { name: "playground-dark", viewport: desk, colorScheme: "dark", step: 1, search: "?world=gallery&from=-8.66,-5&to=4,12" },
  { name: "playground-phone", viewport: hand, colorScheme: "light", step: 0, search: "?world=hospital&from=Reception&to=X-ray" },
];

for (const { name, viewport, colorScheme, step, search } of process.env.STUDY ? [] : pictures) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(url + search);
  if (!search.includes("from")) await page.getByRole("button", { name: "Another route" }).click();
  await page.locator("#view[data-pose]").waitFor({ timeout: 120_000 });
  await page.locator(".steps .sentence").nth(step).hover();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${docs}${name}.png`, fullPage: viewport === hand });
  await page.close();
}
if (process.env.STUDY) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${process.env.STUDY}?test&participant=${Date.now()}`);
  await page.getByRole("button", { name: "I agree and take part" }).click();
  const go = page.getByRole("button", { name: "Continue" });
  await page.waitForTimeout(5000);
  await page.keyboard.press("ArrowUp");
  await go.click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Start the task" }).click({ timeout: 90_000 });
  await page.locator(".view[data-pose] canvas").waitFor({ timeout: 60_000 });
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${docs}study.png` });
}
const maps = [
  { name: "page-hotel", file: "hotel.building.yaml", from: "room 15@Level 3", to: "restaurant", step: 1 },
  { name: "page-clinic", file: "clinic.building.yaml", from: "sub waiting area 3", to: "left nurse center", step: 1 },
  { name: "page-da_hbf", file: "da_hbf.osm", from: "Bahnsteig Gleis 5+6", to: "Bahnsteig Gleis 11+12", step: 3 },
];
for (const { name, file, from, to, step } of process.env.MAPS ? maps : []) {
  const page = await browser.newPage({ viewport: desk });
  await page.goto(`${url}?world=office`);
  await page.locator("#upload").setInputFiles(join(process.env.MAPS, file));
  await page.getByText("is here.").waitFor({ timeout: 120_000 });
  await page.goto(`${url}?world=${new URL(page.url()).searchParams.get("world")}&from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`);
  await page.locator("#view[data-pose]").waitFor({ timeout: 120_000 });
  await page.locator(".steps .sentence").nth(step).hover();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${docs}${name}.png` });
  await page.close();
}
await browser.close();
