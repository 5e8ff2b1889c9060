// How one moves through a world: the rules, without any picture.
//
// Up walks one passage, the one nearest to where one looks; left and right
// turn on the spot. Everything moves by elapsed time, never by frames, so that
// a slow machine turns as fast as a quick one.

import { normal, turnTo, vector } from "../world/heading";
import type { Exit, Pose, World } from "../world/world";

/** Degrees a second. */
const TURNING = 120;
/** Usual passages a second. */
const WALKING = 1.1;
/** A key held for less is a tap: one stop further. */
const TAP = 0.2;

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
  | { kind: "walk"; exit: Exit; done: number; length: number; turn: number; from: number };

/** Somebody who walks through a world. */
export class Walker {
  place: number;
  heading: number;
  /** Called whenever a place is reached or a turn is done. */
  onPose: (pose: Pose) => void = () => {};
  /** Called when one sets out; the heading is the one before it comes round
   * to the passage. */
  onLeave: (exit: Exit, heading: number) => void = () => {};
  /** Called when there is a wall ahead. */
  onWall: () => void = () => {};

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

  /** Where one is just now, between places too. */
  get position(): { x: number; y: number; heading: number } {
    const { x, y } = this.world.place(this.place);
    if (this.motion.kind !== "walk") return { x, y, heading: this.heading };
    const { exit, done } = this.motion;
    const along = vector(exit.heading);
    return { x: x + along.x * done, y: y + along.y * done, heading: this.heading };
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
    if (this.motion.kind === "walk" || this.motion.kind === "turn") {
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
    const exit = this.world.place(this.place).exits.find((exit) => exit.to === pose.place);
    if (pose.place !== this.place && exit) this.walk(exit);
    else if (pose.place === this.place) this.turn(pose.heading);
    else this.path = [];
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
