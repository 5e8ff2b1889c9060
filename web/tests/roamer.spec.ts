// The rules of walking freely, without any picture.

import { expect, test } from "@playwright/test";
import { Floor, type GroundFile } from "../src/walk/ground";
import { Roamer } from "../src/walk/roamer";
import { World, type WorldFile } from "../src/world/world";

/** A room of 10 by 10 with a gap in its east wall, and stairs in the middle. */
const ground: GroundFile = {
  levels: [
    { level: "0", walls: [[0, 0, 10, 0], [0, 0, 0, 10], [0, 10, 10, 10], [10, 0, 10, 4.5], [10, 5.5, 10, 10]], glass: [] },
    { level: "1", walls: [[0, 0, 10, 0]], glass: [] },
  ],
  rides: [{ connection: "s", kind: "stairs", level: "0", at: [5, 5], to_level: "1", to: [6, 6], heading: 90, step: "up" }],
};
const file = { name: "room", unit: "metre", levels: [{ id: "0", ordinal: 0 }, { id: "1", ordinal: 1 }] };

function roamer(x: number, y: number, heading: number): Roamer {
  return new Roamer(new World(file as unknown as WorldFile), ground, { x, y, heading, level: 0 });
}

test("walls stop one, gaps do not, and bumping is said once", () => {
  const one = roamer(5, 2, 90);
  let walls = 0;
  one.onWall = () => walls++;
  one.steer(["forward"]);
  for (let pictures = 0; pictures < 300; pictures++) one.advance(1 / 60);
  expect(one.position.x).toBeCloseTo(9.75, 1);
  expect(walls).toBe(1);
  const other = roamer(5, 5, 90);
  other.steer(["forward"]);
  for (let pictures = 0; pictures < 300; pictures++) other.advance(1 / 60);
  expect(other.position.x).toBeGreaterThan(13);
});

test("along a wall one slides, and however late the pictures one never passes it", () => {
  const floor = new Floor(ground.levels[0]!);
  for (const late of [1 / 60, 0.3, 0.9]) {
    const one = roamer(8, 2, 60);
    let last = { x: 8, y: 2 };
    one.onStep = ({ x, y }) => {
      expect(floor.isClear(last, { x, y })).toBe(true);
      last = { x, y };
    };
    one.steer(["forward"]);
    for (let passed = 0; passed < 6; passed += late) one.advance(late);
    expect(one.position.x).toBeLessThan(9.9);
    expect(one.position.y).toBeLessThan(1);
  }
});

test("stairs are taken where they are at hand, and take their time", () => {
  expect(roamer(0.5, 0.5, 0).rides).toEqual([]);
  const one = roamer(5, 3, 0);
  const [up] = one.rides;
  expect(up?.label).toBe("up");
  let ridden = 0;
  one.onRide = () => ridden++;
  one.take(up!);
  one.advance(0.5);
  expect([ridden, one.position.level]).toEqual([0, 0]);
  one.advance(1);
  expect([ridden, one.position]).toEqual([1, { x: 6, y: 6, heading: 90, level: 1 }]);
});
