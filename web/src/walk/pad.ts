// The buttons over the view, for fingers and mice: pressed and held, like keys.

import type { Move, WorldView } from "./view";

/** Makes the buttons inside a container move whoever walks there. A button
 * chosen from the keyboard is pressed for so many milliseconds. */
export function pad(container: HTMLElement, view: () => WorldView | undefined, milliseconds = 0): void {
  for (const button of container.querySelectorAll<HTMLElement>("[data-move]")) {
    const move = button.dataset["move"] as Move;
    const key = `touch-${move}`;
    button.addEventListener("pointerdown", () => view()?.press(move, key));
    for (const end of ["pointerup", "pointerleave", "pointercancel"] as const) {
      button.addEventListener(end, () => view()?.release(key));
    }
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      view()?.press(move, key);
      if (milliseconds === 0) view()?.release(key);
      else setTimeout(() => view()?.release(key), milliseconds);
    });
    // A long touch is a press, not a question.
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
