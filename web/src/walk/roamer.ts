// How one moves freely through a building: forward while the key is down, with
// the walls in the way, through doors, and to other levels by what is at hand.
// Everything moves by elapsed time, never by frames.

import { headingFrom, normal, turnTo, vector, type Point } from "../world/heading";
import type { World } from "../world/world";
import { AT_HAND, Floor, type GroundFile } from "./ground";
import type { Move, Mover, Ride, Spot } from "./mover";

/** Degrees a second, */
const TURNING = 110;
/** metres a second, */
const WALKING = 2;
/** and both while one is led along a route. */
const LED = { turning: 200, walking: 3 };
/** Seconds that a change of level takes. */
const RIDING = 1.2;
/** Seconds that are worked out at once. */
const STEP = 0.04;

export class Roamer implements Mover {
  /** Every small step, for who records them. */
  onStep: (spot: Spot) => void = () => {};
  /** One has come to rest, or to another level. */
  onRest: (spot: Spot) => void = () => {};
  onRide: (ride: Ride, spot: Spot) => void = () => {};
  onWall: () => void = () => {};
  /** Led along a route, one sets out for its next point: how many are left
   * after that one. */
  onSetOut: (left: number) => void = () => {};

  private floors: Floor[];
  private spot: Spot;
  private moves: Move[] = [];
  private riding: { ride: Ride; left: number } | undefined;
  private path: Spot[] = [];
  private isBlocked = false;

  constructor(
    readonly world: World,
    private ground: GroundFile,
    at: Spot,
  ) {
    this.spot = at;
    const empty = { walls: [], glass: [] };
    this.floors = world.building.levels.map(
      ({ id }) => new Floor(ground.levels.find(({ level }) => level === id) ?? empty),
    );
  }

  get position(): Spot {
    return this.spot;
  }

  get isStill(): boolean {
    return this.moves.length === 0 && !this.riding && this.path.length === 0;
  }

  get isRiding(): boolean {
    return this.riding !== undefined;
  }

  get isFollowing(): boolean {
    return this.path.length > 0;
  }

  /** The ground of the level one is on. */
  get floor(): Floor {
    return this.floorOf(this.spot.level);
  }

  floorOf(level: number): Floor {
    const floor = this.floors[level];
    if (!floor) throw new RangeError(`no level ${level}`);
    return floor;
  }

  get rides(): Ride[] {
    const here = this.world.building.levels[this.spot.level]?.id;
    const far = ({ at: [x = 0, y = 0] }: { at: number[] }) => Math.hypot(x - this.spot.x, y - this.spot.y);
    return this.ground.rides
      .filter((ride) => ride.level === here && far(ride) <= AT_HAND)
      .sort((a, b) => far(a) - far(b))
      .map((ride) => {
        const [x = 0, y = 0] = ride.to;
        const level = this.world.building.levels.findIndex(({ id }) => id === ride.to_level);
        const heading = ride.heading ?? this.spot.heading;
        const name = ride.name ? `${ride.name}: ` : "";
        return { by: ride.connection, label: `${name}${ride.step}`, to: { x, y, level, heading } };
      });
  }

  steer(moves: Move[]): void {
    if (moves.length > 0) this.path = [];
    const wasMoving = this.moves.length > 0;
    if (!moves.includes("forward")) this.isBlocked = false;
    this.moves = moves;
    if (wasMoving && moves.length === 0 && !this.riding) this.onRest(this.spot);
  }

  take(ride: Ride): void {
    if (this.riding) return;
    this.moves = [];
    this.riding = { ride, left: RIDING };
  }

  /** Puts one somewhere else. */
  jump(spot: Spot): void {
    this.path = [];
    this.moves = [];
    this.riding = undefined;
    this.spot = { ...spot, heading: normal(spot.heading) };
    this.onRest(this.spot);
  }

  /** Walks along spots, each in sight of the one before or a ride from it. */
  follow(path: Spot[]): void {
    this.moves = [];
    this.path = [...path];
    if (path.length > 0) this.onSetOut(path.length - 1);
  }

  stop(): void {
    const wasLed = this.path.length > 0;
    this.path = [];
    if (wasLed && !this.riding) this.onRest(this.spot);
  }

  halt(): void {
    this.stop();
    this.steer([]);
  }

  advance(seconds: number): void {
    for (let left = Math.min(seconds, 1); left > 1e-9; left -= STEP) {
      const step = Math.min(left, STEP);
      if (this.riding) this.ride(step);
      else if (this.path.length > 0) this.beLed(step);
      else if (this.moves.length > 0) this.walk(step);
      else return;
    }
  }

  private walk(seconds: number): void {
    const side = this.moves.filter((move) => move !== "forward").pop();
    if (side) this.turn((side === "left" ? -1 : 1) * TURNING * seconds);
    if (this.moves.includes("forward")) {
      const ahead = vector(this.spot.heading);
      const far = WALKING * seconds;
      const moved = this.go({ x: this.spot.x + ahead.x * far, y: this.spot.y + ahead.y * far });
      const isBlocked = moved < far * 0.3;
      if (isBlocked && !this.isBlocked) this.onWall();
      this.isBlocked = isBlocked;
    }
    this.onStep(this.spot);
  }

  private turn(degrees: number): void {
    this.spot = { ...this.spot, heading: normal(this.spot.heading + degrees) };
  }

  /** Walks toward a point as far as walls allow; returns how far that was. */
  private go(to: Point): number {
    const { x, y } = this.floor.move(this.spot, to);
    const moved = Math.hypot(x - this.spot.x, y - this.spot.y);
    this.spot = { ...this.spot, x, y };
    return moved;
  }

  /** The route is known to be open: no wall is asked on it. */
  private beLed(seconds: number): void {
    const spot = this.path[0];
    if (!spot) return;
    if (spot.level !== this.spot.level) {
      const near = (ride: Ride) => Math.hypot(ride.to.x - spot.x, ride.to.y - spot.y);
      const rides = this.rides.filter(({ to }) => to.level === spot.level).sort((a, b) => near(a) - near(b));
      const [ride] = rides;
      if (ride) this.riding = { ride: { ...ride, to: { ...ride.to, x: spot.x, y: spot.y } }, left: RIDING };
      else this.stop();
      return;
    }
    const left = Math.hypot(spot.x - this.spot.x, spot.y - this.spot.y);
    const wanted = left > 0.02 ? headingFrom(this.spot, spot) : spot.heading;
    const off = turnTo(this.spot.heading, wanted);
    this.turn(Math.sign(off) * Math.min(Math.abs(off), LED.turning * seconds));
    if (Math.abs(off) < 40 && left > 0) {
      const far = Math.min(left, LED.walking * seconds);
      const [x, y] = [spot.x - this.spot.x, spot.y - this.spot.y].map((part) => (part / left) * far);
      this.spot = { ...this.spot, x: this.spot.x + (x ?? 0), y: this.spot.y + (y ?? 0) };
    }
    this.onStep(this.spot);
    if (left <= 0.02 && Math.abs(off) < 1) this.reach();
  }

  private reach(): void {
    this.path.shift();
    if (this.path.length > 0) this.onSetOut(this.path.length - 1);
    else this.onRest(this.spot);
  }

  private ride(seconds: number): void {
    const { riding } = this;
    if (!riding) return;
    riding.left -= seconds;
    if (riding.left > 0) return;
    this.riding = undefined;
    this.spot = { ...riding.ride.to, heading: normal(riding.ride.to.heading) };
    this.onRide(riding.ride, this.spot);
    if (this.path.length > 0) this.reach();
    else this.onRest(this.spot);
  }
}
