// What the view asks of somebody who moves, whether from place to place or
// freely between walls.

/** Where somebody is: the level by its number in the world. */
export interface Spot {
  x: number;
  y: number;
  heading: number;
  level: number;
}

export type Move = "forward" | "left" | "right";

/** A way to another level that is at hand. */
export interface Ride {
  /** The id of the stairs or the lift. */
  by: string;
  /** What one says to take it: `up`, `lift to L2`. */
  label: string;
  to: Spot;
  /** The place one comes to, where one walks from place to place. */
  place?: number;
}

export interface Mover {
  readonly position: Spot;
  readonly isStill: boolean;
  /** What one could take from here. */
  readonly rides: Ride[];
  /** These keys are down, the last one last. */
  steer(moves: Move[]): void;
  /** Changes levels. */
  take(ride: Ride): void;
  /** Lets so many seconds pass. */
  advance(seconds: number): void;
  /** Stands still after the step that is under way. */
  halt(): void;
}
