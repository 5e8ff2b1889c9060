// Buttons for what leads to other levels from where one stands.

import { html } from "../html";
import type { Ride } from "./mover";

export class RideButtons {
  readonly element = html("div", { class: "rides", role: "group", "aria-label": "To other levels" });

  constructor(private onTake: (ride: Ride) => void) {}

  show(rides: Ride[]): void {
    this.element.replaceChildren(
      ...rides.map((ride, number) => {
        const key = html("kbd", {}, String(number + 1));
        const button = html("button", { type: "button", class: "button", "data-ride": ride.label }, key, ` ${ride.label}`);
        button.addEventListener("click", () => this.onTake(ride));
        return button;
      }),
    );
  }
}
