// A page of the study, and the parts that several pages are made of.

import { html } from "../html";

/** One step as it is shown. */
export interface Page {
  /** What the page is about, for the title of the window. */
  title: string;
  element: HTMLElement;
  /** Where the keyboard is when the page opens; the heading, if nothing else. */
  focus?: HTMLElement;
  /** The page makes way for another. */
  leave?: () => void;
}

/** A page to read: a heading and what is below it. */
export function reading(title: string, ...children: (Node | string)[]): Page {
  const heading = html("h1", { tabindex: "-1" }, title);
  return { title, focus: heading, element: html("article", { class: "card reading" }, heading, ...children) };
}

export function paragraphs(texts: string[]): HTMLElement[] {
  return texts.map((text) => html("p", {}, text));
}

export function button(text: string, kind: "strong" | "plain" | "quiet", onClick: () => void): HTMLButtonElement {
  const style = kind === "plain" ? "button" : `button ${kind}`;
  const element = html("button", { type: "button", class: style }, text);
  element.addEventListener("click", onClick);
  return element;
}

/** Buttons in a row below what they decide. */
export function actions(...buttons: HTMLElement[]): HTMLElement {
  return html("div", { class: "actions" }, ...buttons);
}

/** Whom to ask. */
export function contact(text: string | null): HTMLElement[] {
  return text ? [html("p", { class: "contact" }, `Questions about the study? ${text}`)] : [];
}

/** Makes a button do one thing at a time, however often it is clicked. */
export function once(act: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    void act().finally(() => (isBusy = false));
  };
}
