// What is kept: in the browser, or in the page where the browser takes nothing,
// or nothing more.

import { expect, test } from "@playwright/test";
import { Drawer } from "../src/study/drawer";

/** What a page finds under `localStorage`; nothing, and it may not even look. */
function browserHas(storage: Partial<Storage> | undefined): void {
  const get = () => storage ?? raise();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get });
}

function raise(): never {
  throw new DOMException("not allowed", "SecurityError");
}

test("where nothing may be kept, things are there as long as the page is", () => {
  browserHas(undefined);
  const drawer = new Drawer("here");
  drawer.keep("letter 1", { text: "one" });
  drawer.keep("letter 2", { text: "two" });
  drawer.keep("token", "secret");
  expect(drawer.get("letter 1")).toEqual({ text: "one" });
  expect(drawer.keys("letter ")).toEqual(["letter 1", "letter 2"]);
  drawer.forget("letter 1");
  expect(drawer.get("letter 1")).toBeUndefined();
  drawer.empty();
  expect(drawer.get("token")).toBeUndefined();
});

test("when there is no more room, the newer value counts", () => {
  const kept = new Map<string, string>();
  let isFull = false;
  browserHas({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => (isFull ? raise() : void kept.set(key, value)),
    removeItem: (key) => void kept.delete(key),
  });
  const drawer = new Drawer("here");
  drawer.keep("draft", "older");
  isFull = true;
  drawer.keep("draft", "newer");
  expect(drawer.get("draft")).toBe("newer");
  isFull = false;
  drawer.keep("draft", "newest");
  expect(new Drawer("here").get("draft")).toBe("newest");
  drawer.forget("draft");
  expect(drawer.get("draft")).toBeUndefined();
});
