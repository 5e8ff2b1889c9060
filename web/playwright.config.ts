// The page in a real Chromium, against the real server with the page in it.
//
// CICERONE names the binary, CHROMIUM the browser; `make test` sets both.
import { defineConfig, devices } from "@playwright/test";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Pictures in 3-D without a graphics card. */
const DRAWN = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** No pictures in 3-D at all: what a blank view looks like. */
const BLANK = ["--disable-gpu", "--disable-software-rasterizer"];

const browser = (args: string[]) => ({
  launchOptions: { executablePath: chromium, args: ["--headless=new", "--no-sandbox", ...args] },
});

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // A slow machine draws a picture in seconds, not in milliseconds.
  timeout: 240_000,
  expect: { timeout: 90_000 },
  workers: 1,
  reporter: "list",
  projects: [
    { name: "drawn", testMatch: /(playground|building|study|hotel-study|hotel-walk|walker|roamer|drawer)\.spec/, use: { ...browser(DRAWN), viewport: { width: 1280, height: 800 } } },
    { name: "phone", testMatch: /phone\.spec/, use: { ...devices["Pixel 7"], ...browser(DRAWN) } },
    { name: "blank", testMatch: /blank\.spec/, use: { ...browser(BLANK), viewport: { width: 1280, height: 800 } } },
  ],
});
