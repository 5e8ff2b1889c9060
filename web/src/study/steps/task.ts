// The task: an instruction to follow, and the moment one says to be there.

import { html } from "../../html";
import { World } from "../../world/world";
import { ask } from "../ask";
import { cancelButton } from "../cancel";
import { legend } from "../legend";
import { actions, button, once, type Page } from "../page";
import { RecordedWalk } from "../recorded-walk";
import type { Recorder } from "../recorder";
import type { Task } from "../server";
import { keys, panel, walking } from "../walking";

export interface TaskEvents {
  onFinish: () => Promise<void>;
  onCancel: (reason: string) => Promise<void>;
}

export function task({ number, of, instruction, world: file, ground, at }: Task, recorder: Recorder, events: TaskEvents): Page {
  const world = new World(file);
  const walk = new RecordedWalk(world, ground, at, recorder);
  const notice = html("p", { class: "contact", role: "status" });
  const over = async (what: string, act: () => Promise<void>) => {
    finish.disabled = cancel.disabled = true;
    notice.textContent = what;
    await walk.stop();
    await act();
  };
  const finish = button("Finish task", "strong", once(async () => {
    const answer = await ask(
      {
        title: "Are you where the instruction leads?",
        text: "If you finish, you cannot walk on. A few questions follow.",
        yes: "Yes, finish",
        no: "No, walk on",
      },
      (open) => recorder.look("finish", open),
    );
    if (answer === undefined) return walk.focus();
    await over("Storing your walk…", events.onFinish);
  }));
  const cancel = cancelButton({
    onOpen: (open) => recorder.look("cancel", open),
    onCancel: (reason) => over("Cancelling…", () => events.onCancel(reason)),
    onStay: () => walk.focus(),
  });
  return walking({
    title: of > 1 ? `Your task, ${number} of ${of}` : "Your task",
    walk,
    words: [
      html("p", {}, "Follow the instruction. When you think you are where it leads, finish the task."),
      panel("Instruction", "instruction", recorder, html("p", { class: "instruction-text" }, instruction)),
      ...(ground ? [keys(true, world.building.levels.length > 1)] : []),
    ],
    legend: ground ? undefined : panel("Legend", "legend", recorder, legend(world)),
    foot: [notice, actions(finish, cancel)],
    leave: () => recorder.close(),
  });
}
