// What the page says beside the directions: a refused upload, what was left out
// of a map, how far an upload is. It takes nothing away that is shown.

import { html } from "./html";

export class Notice {
  constructor(private container: HTMLElement) {
    container.hidden = true;
  }

  /** Something went wrong. */
  warn(text: string): void {
    this.put("alert", html("p", {}, text));
  }

  /** Something was done, with a list to unfold. */
  tell(text: string, title: string, list: string[]): void {
    const items = html("ul", {}, ...list.map((one) => html("li", {}, one)));
    const more = list.length > 0 ? [html("details", {}, html("summary", {}, title), items)] : [];
    this.put("status", html("p", {}, text), ...more);
  }

  /** So much is done, from 0 to 1; at 1 it goes on elsewhere. */
  progress(text: string, share: number): void {
    const bar = html("progress", { max: "1", "aria-label": text });
    if (share < 1) bar.value = share;
    this.put("status", html("p", {}, share < 1 ? text : `${text}: the server reads it`), bar);
  }

  clear(): void {
    this.container.hidden = true;
    this.container.replaceChildren();
  }

  private put(role: string, ...children: HTMLElement[]): void {
    const close = html("button", { type: "button", class: "button round quiet", "aria-label": "Close this notice" }, "×");
    close.addEventListener("click", () => this.clear());
    this.container.setAttribute("role", role);
    this.container.replaceChildren(html("div", {}, ...children), close);
    this.container.hidden = false;
  }
}
