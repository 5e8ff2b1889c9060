// What Mechanical Turk shows before somebody takes the task on: what it is,
// and a first look. Nothing is created and nothing recorded.

import { html } from "../../html";
import { World } from "../../world/world";
import { contact, paragraphs, reading, type Page } from "../page";
import { RecordedWalk } from "../recorded-walk";
import type { About } from "../server";

export function preview(about: About): Page {
  const { world, ground, start } = about.practice;
  const walk = new RecordedWalk(new World(world), ground, start);
  const page = reading(
    about.title,
    html("p", { class: "notice" }, "This is a preview. Accept the task to take part."),
    html(
      "p",
      {},
      "You will read directions through a building and follow them in a first-person view, in this browser. " +
        "First you practise, then you walk, then you answer a few questions.",
    ),
    html("h2", {}, "What the view is like"),
    html("p", {}, "Try it: click the picture; the arrow up key walks on, arrow left and arrow right turn."),
    walk.element,
    html("h2", {}, "What you will be asked to agree to"),
    ...paragraphs(about.consent),
    ...contact(about.contact),
  );
  // A browser without 3-D pictures has the words.
  walk.enter(false).catch(() => walk.element.remove());
  return { ...page, leave: () => walk.leave() };
}
