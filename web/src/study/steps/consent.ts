// Consent: what the study is, and whether one takes part.

import { ask } from "../ask";
import { actions, button, contact, once, paragraphs, reading, type Page } from "../page";
import type { About } from "../server";

export function consent(about: About, decide: (isAgreed: boolean) => Promise<void>): Page {
  const agree = once(() => decide(true));
  const decline = once(async () => {
    const answer = await ask({
      title: "Do you not want to take part?",
      text: "Then the study ends here for you. Nothing else is recorded.",
      yes: "I do not take part",
      no: "Go back",
    });
    if (answer !== undefined) await decide(false);
  });
  return reading(
    about.title,
    ...paragraphs(about.consent),
    ...contact(about.contact),
    actions(button("I agree and take part", "strong", agree), button("I do not agree", "plain", decline)),
  );
}
