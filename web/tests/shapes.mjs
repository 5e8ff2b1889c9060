// Reads instructions in other programs' shapes with the programs people read
// them with: osrm-text-instructions and @mapbox/polyline. Lines of JSON come in,
// {"name", "osrm", "valhalla", "geojson"}; what is wrong ends it with 1.

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import polyline from "@mapbox/polyline";
import osrmText from "osrm-text-instructions";

const text = osrmText("v5");
/** Half of the last of six decimals, and what floating point adds. */
const ROUNDED = 0.500001e-6;

function same(name, found, expected) {
  assert.equal(found.length, expected.length, `${name}: ${found.length} points of ${expected.length}`);
  found.forEach((point, i) => {
    for (const axis of [0, 1]) {
      const off = Math.abs(point[axis] - expected[i][axis]);
      assert.ok(off <= ROUNDED, `${name}: point ${i} is ${off} degrees off`);
    }
  });
}

const decoded = (line) => polyline.decode(line, 6).map(([latitude, longitude]) => [longitude, latitude]);

/** The lines of all steps as one, each beginning where the one before ended. A step
 * that stays at its point has a line of two equal ends, and adds nothing. */
function joined(lines, moves) {
  const moving = lines.filter((_, i) => moves[i].begin_shape_index < moves[i].end_shape_index);
  return moving.reduce((whole, line) => [...whole, ...line.slice(whole.length > 0 ? 1 : 0)], []);
}

function checkOsrm(name, answer, line, moves) {
  assert.equal(answer.code, "Ok");
  const [route] = answer.routes;
  same(`${name}, route`, decoded(route.geometry), line);
  const { steps } = route.legs[0];
  same(`${name}, steps`, joined(steps.slice(0, -1).map((step) => decoded(step.geometry)), moves), line);
  assert.equal(steps[0].maneuver.type, "depart");
  assert.equal(steps.at(-1).maneuver.type, "arrive");
  assert.equal(steps.at(-1).distance, 0);
  const sum = steps.reduce((metres, step) => metres + step.distance, 0);
  assert.ok(Math.abs(sum - route.distance) <= 0.05 * steps.length + 0.05, `${name}: ${sum} of ${route.distance} m`);
  steps.forEach((step, number) => {
    for (const language of ["en", "de", "fr", "zh-Hans"]) {
      const waypointName = answer.waypoints[1].name;
      const said = text.compile(language, step, { legIndex: 0, legCount: 1, waypointName });
      assert.ok(said.length > 0 && !said.includes("{"), `${name}: '${said}'`);
    }
    assert.ok(step.maneuver.instruction.length > 0);
    assert.equal(step.intersections[0].bearings.length, step.intersections[0].entry.length);
    for (const bearing of [step.maneuver.bearing_before, step.maneuver.bearing_after]) {
      assert.ok(Number.isInteger(bearing) && bearing >= 0 && bearing < 360, `${name}: bearing ${bearing}`);
    }
    const isLast = number === steps.length - 1;
    assert.equal(step.bannerInstructions.length, isLast ? 0 : 1);
    assert.equal(step.voiceInstructions.length, (isLast ? 0 : 1) + (number === 0 ? 1 : 0));
    for (const said of [...step.bannerInstructions, ...step.voiceInstructions]) {
      assert.ok(said.distanceAlongGeometry <= step.distance, `${name}: said before the step`);
    }
  });
  return steps.length;
}

function checkValhalla(name, { trip }, line) {
  const [leg] = trip.legs;
  same(`${name}, shape`, decoded(leg.shape), line);
  const moves = leg.maneuvers;
  assert.equal(moves[0].type, 1);
  assert.equal(moves.at(-1).type, 4);
  assert.equal(moves[0].begin_shape_index, 0);
  assert.equal(moves.at(-1).end_shape_index, line.length - 1);
  moves.forEach((move, number) => {
    assert.ok(move.begin_shape_index <= move.end_shape_index && move.end_shape_index < line.length);
    assert.equal(moves[number + 1]?.begin_shape_index ?? line.length - 1, move.end_shape_index, name);
    assert.ok(move.instruction.length > 0 && move.verbal_pre_transition_instruction.length > 0);
  });
}

let routes = 0;
let steps = 0;
for await (const row of createInterface({ input: process.stdin })) {
  const { name, osrm, valhalla, geojson } = JSON.parse(row);
  const lines = geojson.features.filter((one) => one.geometry.type === "LineString");
  const moves = valhalla.trip.legs[0].maneuvers;
  const line = joined(lines.map((one) => one.geometry.coordinates), moves);
  steps += checkOsrm(name, osrm, line, moves);
  checkValhalla(name, valhalla, line);
  routes += 1;
}
console.log(`${routes} routes, ${steps} steps`);
