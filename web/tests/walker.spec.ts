// The rules of a walk, without any picture.

import { expect, test } from "@playwright/test";
import { Walker } from "../src/walk/walker";
import { World, type WorldFile } from "../src/world/world";

/** A corridor of places, one passage apart. */
function corridor(places: number): World {
  const ids = Array.from({ length: places }, (_, i) => `p${i}`);
  const file = {
    name: "corridor",
    places: ids.map((id, x) => ({ id, x, y: 0 })),
    passages: ids.slice(1).map((id, i) => ({ between: [ids[i], id], floor: "brick" })),
  };
  return new World(file as unknown as WorldFile);
}

/** Seconds that a usual passage takes. */
const PASSAGE = 1 / 1.1;

for (const [how, walkOn] of [
  ["asked for on the way", (walker: Walker) => walker.forward()],
  ["along a path", (walker: Walker) => walker.follow([{ place: 2, heading: 90 }])],
] as const) {
  test(`a walk ${how} takes its time, however late the pictures are`, () => {
    const walker = new Walker(corridor(4), { place: 0, heading: 90 }, { settle: false, speed: 1 });
    let clock = 0;
    const told: [what: string, at: number][] = [];
    walker.onLeave = () => told.push(["leave", clock]);
    walker.onPose = () => told.push(["arrive", clock]);
    const pass = (seconds: number) => {
      clock += seconds;
      walker.advance(seconds);
    };
    walker.forward();
    pass(0.2);
    walkOn(walker);
    // The picture after this one comes late: one has arrived meanwhile, and
    // what is left of the time is no part of the next walk.
    pass(0.95);
    expect(walker.position.x).toBe(1);
    for (let pictures = 0; pictures < 100; pictures++) pass(1 / 60);
    expect(told.map(([what]) => what)).toEqual(["leave", "arrive", "leave", "arrive"]);
    const [, , left, arrived] = told.map(([, at]) => at);
    expect(arrived! - left!).toBeGreaterThan(PASSAGE - 1e-6);
    expect(arrived! - left!).toBeLessThan(PASSAGE + 0.1);
    expect(walker.position.x).toBe(2);
  });
}
