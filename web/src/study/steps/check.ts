// Whether this browser can take part: it draws in 3-D, there are keys or
// fingers to walk with, the window is large enough. Each is tried, not guessed.
// A browser that keeps nothing can take part too, but should know.

import { html } from "../../html";
import type { WorldView } from "../../walk/view";
import { World } from "../../world/world";
import { cancelButton } from "../cancel";
import { keepsThings } from "../drawer";
import { actions, button, once, reading, type Page } from "../page";
import type { About } from "../server";

export type Facts = Record<string, string | number | boolean>;

/** The smallest window in which one can read and see at once. */
const LEAST = { width: 320, height: 400 };
/** How long the view is tried, in milliseconds. */
const TRIAL = 1200;

/** A warning does not keep anybody from going on. */
type Found = "open" | "fine" | "warning" | "fault";
type Name = "picture" | "input" | "window" | "memory";

const QUESTIONS: Record<Name, string> = {
  picture: "3-D pictures",
  input: "Keys or touch",
  window: "Size of the window",
  memory: "Memory of the browser",
};

export interface CheckEvents {
  onPass: (facts: Facts) => Promise<void>;
  onCancel: (reason: string) => Promise<void>;
}

export function check(about: About, { onPass, onCancel }: CheckEvents): Page {
  const results = new Map<Name, { found: Found; say: HTMLElement }>();
  const items = (Object.keys(QUESTIONS) as Name[]).map((name) => {
    const say = html("span", { class: "finding" });
    results.set(name, { found: "open", say });
    return html("li", { "data-check": name }, html("b", {}, QUESTIONS[name]), say);
  });
  const list = html("ul", { class: "checks" }, ...items);
  const stage = html("div", { class: "view trial", "aria-hidden": "true" });
  const tap = html("button", { type: "button", class: "button" }, "Tap here");
  const go = button("Continue", "strong", once(() => onPass({ ...facts(), ...tried })));
  const outcome = html("p", { role: "status", class: "outcome" });
  const cancel = cancelButton({
    onCancel: (reason) => {
      outcome.textContent = "Cancelling…";
      return onCancel(reason);
    },
  });
  const tried: Facts = {};

  const find = (name: Name, found: Found, text: string) => {
    const result = results.get(name);
    if (!result) return;
    result.found = found;
    result.say.textContent = text;
    const item = result.say.parentElement;
    if (item) item.dataset["found"] = found;
    const all = new Set([...results.values()].map((one) => one.found));
    go.disabled = all.has("open") || all.has("fault");
    if (all.has("fault")) outcome.textContent = "Something is missing; see above.";
    else if (all.has("open")) outcome.textContent = "";
    else if (all.has("warning")) outcome.textContent = "You can continue; please mind what is said above.";
    else outcome.textContent = "Everything works. You can continue.";
  };

  const measure = () => {
    const { innerWidth: width, innerHeight: height } = window;
    const isFine = width >= LEAST.width && height >= LEAST.height;
    find("window", isFine ? "fine" : "fault", isFine ? "large enough" : "too small: please make the window larger, or turn your device");
  };
  const use = (input: string) => {
    tried["input"] = input;
    tap.hidden = true;
    find("input", "fine", input === "keyboard" ? "your keys work" : "works");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp") return;
    event.preventDefault();
    use("keyboard");
  };
  tap.addEventListener("click", (event) => use(event.pointerType || "button"));
  addEventListener("resize", measure);
  addEventListener("keydown", onKey);

  find("picture", "open", "being tried…");
  find("input", "open", "press the arrow up key ↑, or tap the button");
  measure();
  tried["keeps_things"] = keepsThings();
  if (tried["keeps_things"]) find("memory", "fine", "works");
  else find("memory", "warning", "this browser lets pages keep nothing: if you reload or close the page you will have to start this task again");
  results.get("input")?.say.after(tap);
  let view: WorldView | undefined;
  let isGone = false;
  void draw(stage, about, tried, () => isGone)
    .then((drawn) => {
      view = drawn;
      find("picture", "fine", "work");
    })
    .catch(() => {
      stage.remove();
      find("picture", "fault", "this browser draws no 3-D pictures (WebGL): please switch on hardware acceleration, or use another browser");
    });

  const page = reading(
    "Does it work on your device?",
    html("p", {}, "A quick look at your browser. In the picture you should see a corridor turning."),
    html("div", { class: "checking" }, list, stage),
    outcome,
    actions(go, button("Check again", "quiet", () => location.reload()), cancel),
  );
  const leave = () => {
    isGone = true;
    removeEventListener("resize", measure);
    removeEventListener("keydown", onKey);
    view?.dispose();
  };
  return { ...page, leave };
}

/** Turns about in the practice world for a moment, and looks at the picture. */
async function draw(stage: HTMLElement, about: About, tried: Facts, isGone: () => boolean): Promise<WorldView> {
  const { WorldView } = await import("../../walk/view");
  const world = new World(about.practice.world);
  const { ground, start } = about.practice;
  const { x, y, heading } = start;
  const level = Math.max(0, world.building.levels.findIndex(({ id }) => id === start.level));
  let frames = 0;
  let colors = 0;
  const view: WorldView = new WorldView(stage, {
    onMove: () => {
      frames++;
      // Only just after it was drawn can a picture be read.
      if (frames % 5 === 2) colors = Math.max(colors, colorsOf(view.canvas));
    },
  });
  view.canvas.tabIndex = -1;
  if (ground) view.roam(world, ground, { x, y, heading, level });
  else view.enter(world, { place: world.nearest({ x, y }, level)?.index ?? 0, heading }, { settle: false, speed: 0.25 });
  await new Promise((done) => setTimeout(done, 100));
  const began = performance.now();
  view.press("right");
  for (let waited = 0; waited < 40 && !isGone(); waited++) {
    await new Promise((done) => setTimeout(done, TRIAL));
    if (colors > 0) break;
  }
  const seconds = (performance.now() - began) / 1000;
  view.release();
  tried["frames_per_second"] = Math.round((frames / seconds) * 10) / 10;
  tried["webgl"] = view.graphics;
  if (colors < 8) {
    view.dispose();
    throw new Error("the picture is blank");
  }
  return view;
}

/** How many colours a picture has, coarsely. */
function colorsOf(picture: HTMLCanvasElement): number {
  const small = html("canvas", { width: "48", height: "32" });
  const brush = small.getContext("2d");
  if (!brush) return 0;
  brush.drawImage(picture, 0, 0, 48, 32);
  const { data } = brush.getImageData(0, 0, 48, 32);
  const seen = new Set<number>();
  for (let i = 0; i < data.length; i += 4) {
    seen.add((((data[i] ?? 0) >> 4) << 8) | (((data[i + 1] ?? 0) >> 4) << 4) | ((data[i + 2] ?? 0) >> 4));
  }
  return seen.size;
}

/** What the browser says about itself. */
function facts(): Facts {
  return {
    user_agent: navigator.userAgent,
    language: navigator.language,
    screen: `${screen.width}x${screen.height}`,
    viewport: `${innerWidth}x${innerHeight}`,
    pixel_ratio: devicePixelRatio,
    touch_points: navigator.maxTouchPoints,
    coarse_pointer: matchMedia("(pointer: coarse)").matches,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    time_zone_offset: new Date().getTimezoneOffset(),
  };
}
