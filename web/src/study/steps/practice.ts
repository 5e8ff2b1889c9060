// Practice in a world of its own: for so many seconds at least, and for as
// long after that as one likes.

import { html } from "../../html";
import { World } from "../../world/world";
import { cancelButton } from "../cancel";
import { legend } from "../legend";
import { actions, button, once, type Page } from "../page";
import { RecordedWalk } from "../recorded-walk";
import type { Recorder } from "../recorder";
import type { About, Practice } from "../server";
import { keys, panel, walking } from "../walking";

export interface PracticeEvents {
  onPass: () => Promise<void>;
  onCancel: (reason: string) => Promise<void>;
}

export function practice(
  about: About,
  { at, seconds_left: secondsLeft }: Practice,
  recorder: Recorder,
  events: PracticeEvents,
): Page {
  const world = new World(about.practice.world);
  const { ground } = about.practice;
  const walk = new RecordedWalk(world, ground, at, recorder);
  const timer = html("p", { class: "timer", role: "timer" });
  const notice = html("p", { class: "contact", role: "status" });
  /** The timer itself is not read aloud, second by second. */
  const said = html("p", { class: "unseen", role: "status" });
  const until = performance.now() + secondsLeft * 1000;
  const over = async (what: string, act: () => Promise<void>) => {
    clearInterval(ticking);
    go.disabled = cancel.disabled = true;
    notice.textContent = what;
    await walk.stop();
    await act();
  };
  const go = button("Start the task", "strong", once(() => over("Storing your practice…", events.onPass)));
  const cancel = cancelButton({
    onOpen: (open) => recorder.look("cancel", open),
    onCancel: (reason) => over("Cancelling…", () => events.onCancel(reason)),
    onStay: () => walk.focus(),
  });
  const tick = () => {
    const left = Math.ceil((until - performance.now()) / 1000);
    go.disabled = left > 0;
    if (left > 0) {
      timer.textContent = `Please practise for ${left} more ${left === 1 ? "second" : "seconds"}.`;
      return;
    }
    clearInterval(ticking);
    timer.textContent = "You can start the task now, or go on practising.";
    said.textContent = "The practice time is over.";
  };
  const ticking = setInterval(tick, 250);
  tick();
  return walking({
    title: "Practice",
    walk,
    words: [
      html("p", {}, "Walk about here until you feel at home. You always walk the way you look; there is no walking backward or sideways."),
      keys(ground !== undefined, world.building.levels.length > 1),
      html("p", { class: "contact" }, "The keys W, A and D do the same, and so do the buttons in the picture."),
    ],
    legend: ground ? undefined : panel("Legend", "legend", recorder, legend(world)),
    foot: [timer, said, notice, actions(go, cancel)],
    leave: () => {
      clearInterval(ticking);
      recorder.close();
    },
  });
}
