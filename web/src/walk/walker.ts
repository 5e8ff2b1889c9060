// How one moves through a world: the rules, without any picture.
//
// Up walks one passage, the one nearest to where one looks; left and right
// turn on the spot. Everything moves by elapsed time, never by frames, so that
// a slow machine turns as fast as a quick one.

import { normal, turnTo, vector } from "../world/heading";
import type { Exit, Pose, World } from "../world/world";
import type { Move, Mover, Ride, Spot } from "./mover";

/** Degrees a second. */
const TURNING = 120;
/** Usual passages a second. */
const WALKING = 1.1;
/** A key held for less is a tap: one stop further. */
const TAP = 0.2;
/** Seconds that a change of level takes. */
const RIDING = 1.2;

export interface WalkerOptions {
  /** Let go of a turn key, and one comes to rest along a passage or at a
   * quarter turn. Without it one stays wherever one stopped turning. */
  settle: boolean;
  /** Times as fast as usual. */
  speed: number;
}

type Motion =
  | { kind: "still" }
  | { kind: "held"; side: 1 | -1; from: number; seconds: number }
  | { kind: "turn"; to: number; side: 1 | -1; left: number }
  | { kind: "ride"; ride: Ride; left: number }
  | { kind: "walk"; exit: Exit; done: number; length: number; turn: number; from: number };

/** Somebody who walks through a world. */
export class Walker implements Mover {
  place: number;
  heading: number;
  /** Called whenever a place is reached or a turn is done. */
  onPose: (pose: Pose) => void = () => {};
  /** Called when one sets out; the heading is the one before it comes round
   * to the passage. */
  onLeave: (exit: Exit, heading: number) => void = () => {};
  /** Called when there is a wall ahead. */
  onWall: () => void = () => {};
  /** Called when one who follows a path sets out for its next pose, with how
   * many are left after that. */
  onSetOut: (left: number) => void = () => {};
  /** Called when one has changed levels. */
  onRide: (ride: Ride) => void = () => {};

  private motion: Motion = { kind: "still" };
  /** What was asked for while something else was still going on. */
  private next: (() => void) | undefined;
  /** What waits is a turn whose key is still down. */
  private waitsToTurn = false;
  private path: Pose[] = [];

  constructor(
    readonly world: World,
    pose: Pose,
    readonly options: WalkerOptions = { settle: true, speed: 1 },
  ) {
    this.place = pose.place;
    this.heading = pose.heading;
  }

  get pose(): Pose {
    return { place: this.place, heading: normal(this.heading) };
  }

  get isStill(): boolean {
    return this.motion.kind === "still" && this.path.length === 0;
  }

  get isWalking(): boolean {
    return this.motion.kind === "walk";
  }

  get isFollowing(): boolean {
    return this.path.length > 0;
  }

  get isRiding(): boolean {
    return this.motion.kind === "ride";
  }

  /** Where one is just now, between places too. */
  get position(): Spot {
    const { x, y, level } = this.world.place(this.place);
    if (this.motion.kind !== "walk") return { x, y, level, heading: this.heading };
    const { exit, done } = this.motion;
    const along = vector(exit.heading);
    return { x: x + along.x * done, y: y + along.y * done, level, heading: this.heading };
  }

  get rides(): Ride[] {
    const { levels, connections } = this.world.building;
    const here = this.world.place(this.place);
    return here.links.flatMap(({ to, connection }) => {
      const [place, by] = [this.world.place(to), connections[connection]];
      const [from, level] = [levels[here.level], levels[place.level]];
      if (!by || !from || !level) return [];
      const way = level.ordinal > from.ordinal ? "up" : "down";
      const label = `${by.name ? `${by.name}: ` : ""}${by.kind === "lift" ? `lift to ${level.name}` : way}`;
      const off = by.stops.find((stop) => stop.place === to)?.heading ?? place.exits[0]?.heading;
      const { x, y } = place;
      return [{ by: by.id, label, place: to, to: { x, y, level: place.level, heading: off ?? this.heading } }];
    });
  }

  steer(moves: Move[]): void {
    const last = moves[moves.length - 1];
    if (last === undefined) this.release();
    else if (last === "forward") this.forward();
    else this.hold(last === "left" ? -1 : 1);
  }

  take(ride: Ride): void {
    if (this.motion.kind === "ride") return;
    this.halt();
    this.next = () => (this.motion = { kind: "ride", ride, left: RIDING });
    if (this.motion.kind === "still") this.begin();
  }

  /** Puts one somewhere else. */
  jump(pose: Pose): void {
    this.stop();
    this.next = undefined;
    this.motion = { kind: "still" };
    this.place = pose.place;
    this.heading = pose.heading;
    this.onPose(this.pose);
  }

  /** Walks on, once whatever is under way is done. */
  forward(): void {
    this.stop();
    if (this.motion.kind === "held") this.release();
    if (this.motion.kind !== "still") {
      this.waitsToTurn = false;
      this.next = () => this.forward();
      return;
    }
    const exit = this.world.ahead(this.place, this.heading);
    if (!exit) return this.onWall();
    this.walk(exit);
  }

  /** Begins to turn, until `release`. */
  hold(side: 1 | -1): void {
    this.stop();
    if (this.motion.kind === "walk" || this.motion.kind === "turn" || this.motion.kind === "ride") {
      this.waitsToTurn = !this.options.settle;
      this.next = () => (this.options.settle ? this.tap(side) : this.hold(side));
      return;
    }
    this.motion = { kind: "held", side, from: this.heading, seconds: 0 };
  }

  /** Ends a turn that `hold` began. */
  release(): void {
    if (this.waitsToTurn) this.next = undefined;
    this.waitsToTurn = false;
    if (this.motion.kind !== "held") return;
    const { side, from, seconds } = this.motion;
    if (!this.options.settle) {
      this.motion = { kind: "still" };
      return this.onPose(this.pose);
    }
    const to = seconds < TAP ? this.stopAfter(from, side) : this.rest(side);
    const left = turnTo(this.heading, to);
    // Nearly a full circle only if one really was tapped past the stop.
    this.motion = { kind: "turn", to, side: left < 0 ? -1 : 1, left: Math.abs(left) };
  }

  /** Turns to the next stop on that side. */
  tap(side: 1 | -1): void {
    this.hold(side);
    this.release();
  }

  /** Walks along a path of poses, each one step from the one before. */
  follow(poses: Pose[]): void {
    this.next = undefined;
    this.path = [...poses];
  }

  /** Ends `follow` after the step that is under way. */
  stop(): void {
    this.path = [];
  }

  /** Stands still after the step that is under way. */
  halt(): void {
    this.stop();
    this.release();
    this.next = undefined;
  }

  /** Lets so many seconds pass. */
  advance(seconds: number): void {
    let left = Math.min(seconds, 1) * this.options.speed;
    while (left > 0) {
      const before = left;
      left = this.step(left);
      if (left > 0 && !this.begin() && this.motion.kind === "still") return;
      // A walk begins now: what a late picture left over was before it.
      if (this.motion.kind === "walk" && this.motion.done === 0) return;
      if (left >= before) return;
    }
  }

  /** Starts what comes next, if anything does. */
  private begin(): boolean {
    if (this.motion.kind !== "still") return true;
    const next = this.next;
    this.next = undefined;
    this.waitsToTurn = false;
    if (next) {
      next();
      return true;
    }
    const pose = this.path.shift();
    if (!pose) return false;
    this.onSetOut(this.path.length);
    const exit = this.world.place(this.place).exits.find((exit) => exit.to === pose.place);
    if (pose.place !== this.place && exit) this.walk(exit);
    else if (pose.place === this.place) this.turn(pose.heading);
    else {
      const ride = this.rides.find(({ place }) => place === pose.place);
      if (ride) this.motion = { kind: "ride", ride, left: RIDING };
      else this.path = [];
    }
    return true;
  }

  /** Moves on; returns the seconds that are left when the motion is done. */
  private step(seconds: number): number {
    const motion = this.motion;
    if (motion.kind === "still") return this.begin() ? seconds - 1e-9 : 0;
    if (motion.kind === "held") {
      motion.seconds += seconds;
      this.heading = normal(this.heading + motion.side * TURNING * seconds);
      return 0;
    }
    if (motion.kind === "ride") {
      motion.left -= seconds;
      if (motion.left > 0) return 0;
      this.place = motion.ride.place ?? this.place;
      this.heading = normal(motion.ride.to.heading);
      this.motion = { kind: "still" };
      this.onRide(motion.ride);
      this.onPose(this.pose);
      return 0;
    }
    if (motion.kind === "turn") {
      const degrees = Math.min(motion.left, TURNING * seconds);
      motion.left -= degrees;
      this.heading = normal(this.heading + motion.side * degrees);
      if (motion.left > 1e-9) return 0;
      this.heading = motion.to;
      this.motion = { kind: "still" };
      this.onPose(this.pose);
      return seconds - degrees / TURNING;
    }
    const speed = WALKING * this.world.unit;
    const distance = Math.min(motion.length - motion.done, speed * seconds);
    motion.done += distance;
    // Eyes come round within the first third of the way.
    const share = Math.min(1, motion.done / (motion.length / 3));
    this.heading = normal(motion.from + motion.turn * share);
    if (motion.length - motion.done > 1e-9) return 0;
    this.place = motion.exit.to;
    this.heading = motion.exit.heading;
    this.motion = { kind: "still" };
    this.onPose(this.pose);
    return seconds - distance / speed;
  }

  private walk(exit: Exit): void {
    this.onLeave(exit, normal(this.heading));
    const length = this.world.passage(exit.passage).length;
    const turn = turnTo(this.heading, exit.heading);
    this.motion = { kind: "walk", exit, done: 0, length, turn, from: this.heading };
  }

  private turn(heading: number): void {
    const left = turnTo(this.heading, heading);
    this.motion = { kind: "turn", to: heading, side: left < 0 ? -1 : 1, left: Math.abs(left) };
  }

  /** Where one comes to rest here: along the passages, and at quarter turns
   * that no passage is near. */
  private stops(): number[] {
    const exits = this.world.place(this.place).exits.map((exit) => exit.heading);
    const quarters = [0, 90, 180, 270].filter((quarter) =>
      exits.every((exit) => Math.abs(turnTo(quarter, exit)) > 30),
    );
    return [...exits, ...quarters];
  }

  private stopAfter(heading: number, side: 1 | -1): number {
    const way = (stop: number) => {
      const degrees = normal(side * (stop - heading));
      return degrees < 1 ? degrees + 360 : degrees;
    };
    return this.stops().sort((a, b) => way(a) - way(b))[0] ?? normal(heading + side * 90);
  }

  private rest(side: 1 | -1): number {
    // A little onward is more natural than a little back.
    const onward = this.heading + side * 12;
    const off = (stop: number) => Math.abs(turnTo(onward, stop));
    return this.stops().sort((a, b) => off(a) - off(b))[0] ?? this.heading;
  }
}
