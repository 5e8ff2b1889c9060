// A question before something that cannot be undone.

import { html } from "../html";
import { actions, button } from "./page";

export interface Asked {
  title: string;
  text: string;
  yes: string;
  no: string;
  /** Something to fill in, if one likes; the answer has it. */
  note?: string;
}

/** Asks, and resolves with what was noted (or nothing) if the answer is yes. */
export function ask(asked: Asked, onOpen: (isOpen: boolean) => void = () => {}): Promise<string | undefined> {
  const dialog = html("dialog", { class: "question", "aria-labelledby": "question-title" });
  const note = html("textarea", { rows: "2", maxlength: "500" });
  return new Promise((tell) => {
    let answer: string | undefined;
    const end = (said?: string) => {
      answer = said;
      dialog.close();
    };
    dialog.append(
      html("h2", { id: "question-title" }, asked.title),
      html("p", {}, asked.text),
      ...(asked.note ? [html("label", { class: "note" }, asked.note, note)] : []),
      actions(
        button(asked.no, "plain", () => end()),
        button(asked.yes, "strong", () => end(note.value.trim())),
      ),
    );
    // Escape closes it too, and means no.
    dialog.addEventListener("close", () => {
      dialog.remove();
      onOpen(false);
      tell(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    onOpen(true);
  });
}
