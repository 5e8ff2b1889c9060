// The pages where nothing more is asked: the end, in its several kinds, and
// the page that says the study goes on elsewhere.

import { html } from "../../html";
import { ask } from "../ask";
import { cancelButton } from "../cancel";
import { actions, button, contact, once, paragraphs, reading, type Page } from "../page";
import type { Return } from "../server";

/** At the end, where nobody knows who takes part, somebody else can begin. */
type OnNext = (() => void) | undefined;

export function thanks(code: string, back: Return | undefined, whom: string | null, onNext: OnNext): Page {
  const shown = html("output", { class: "code" }, code);
  const copy = button("Copy the code", "plain", () => {
    void copied(code, shown).then((isCopied) => {
      copy.textContent = isCopied ? "Copied" : "Please copy it by hand";
    });
  });
  const way = back ? [actions(wayBack(back))] : [];
  const what = back
    ? "Your answers are stored. This is your completion code; the button takes you back with it."
    : "Your answers are stored. This is your completion code: enter it where you found the study.";
  return reading(
    "Thank you",
    html("p", {}, what),
    html("div", { class: "code-box" }, shown, copy),
    ...way,
    html("p", { class: "contact" }, "After that you may close this page."),
    ...contact(whom),
    ...next(onNext && once(() => parted(onNext))),
  );
}

export function cancelled(whom: string | null, onNext: OnNext): Page {
  return reading(
    "You have cancelled taking part",
    ...paragraphs([
      "The study is over for you. Thank you for the time you gave it.",
      "If you came from a platform such as Prolific or Mechanical Turk, please return the task there. " +
        "You may close this page.",
    ]),
    ...contact(whom),
    ...next(onNext),
  );
}

export function declined(whom: string | null, onNext: OnNext): Page {
  return reading(
    "You have chosen not to take part",
    html("p", {}, "The study is over for you, and nothing else is recorded. If you came from a platform, please return the task there. You may close this page."),
    ...contact(whom),
    ...next(onNext),
  );
}

/** No place is left, or one took part before; the server says which. */
export function closed(why: string, whom: string | null): Page {
  return reading("You cannot take part just now", html("p", {}, why), ...contact(whom));
}

export function elsewhere(onHere: () => Promise<void>): Page {
  return reading(
    "The study goes on in another tab",
    html("p", {}, "You have opened it a second time, and only one of the two can go on. Nothing is lost."),
    actions(button("Continue here", "strong", once(onHere))),
  );
}

export function trouble(what: string, onAgain: () => Promise<void>): Page {
  return reading(
    "Something went wrong",
    html("p", {}, "Please try again; if it does not help, load the page anew. You go on from what is stored."),
    html("p", { class: "contact" }, what),
    actions(button("Try again", "strong", once(onAgain))),
  );
}

export interface LostEvents {
  onGoOn: () => Promise<void>;
  onCancel: (reason: string) => Promise<void>;
}

/** The server cannot use what was recorded last. */
export function lost(why: string, whom: string | null, { onGoOn, onCancel }: LostEvents): Page {
  return reading(
    "Something went wrong with the recording",
    html("p", {}, "The last part of your walk could not be stored. You are back where you were before it; please go on from there."),
    html("p", { class: "contact" }, `The server says: ${why}`),
    ...contact(whom),
    actions(button("Go on", "strong", once(onGoOn)), cancelButton({ onCancel })),
  );
}

async function parted(onNext: () => void): Promise<void> {
  const answer = await ask({
    title: "Does somebody else take part?",
    text: "The study begins anew here. Your answers stay stored, but your code is not shown again.",
    yes: "Yes, begin anew",
    no: "Go back",
  });
  if (answer !== undefined) onNext();
}

function next(onNext: OnNext): HTMLElement[] {
  return onNext ? [actions(button("Somebody else takes part here", "quiet", onNext))] : [];
}

/** Back to where the participant came from, with the code if they want it so. */
function wayBack({ url, method, fields }: Return): HTMLElement {
  if (!/^https?:/i.test(new URL(url, location.href).protocol)) return html("span");
  const inputs = Object.entries(fields ?? {}).map(([name, value]) => html("input", { type: "hidden", name, value }));
  if (method === "POST") {
    const form = html("form", { method: "post", action: url }, ...inputs);
    form.append(html("button", { class: "button strong" }, "Submit and finish"));
    // Twice would be an error on the other side.
    form.addEventListener("submit", () => setTimeout(() => form.querySelector("button")?.setAttribute("disabled", "")));
    return form;
  }
  const address = new URL(url, location.href);
  for (const [name, value] of Object.entries(fields ?? {})) address.searchParams.set(name, value);
  return html("a", { class: "button strong", href: address.href }, "Return and finish");
}

async function copied(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS, or in a frame that may not: as it was done before.
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
