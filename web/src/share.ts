// A route for others: as a link, as a sign to hold a telephone to, on paper.

import { html } from "./html";

/** A button that copies a text and says so. */
export function copyButton(button: HTMLElement, text: () => string): void {
  const label = button.querySelector("span") ?? button;
  const words = label.textContent;
  button.addEventListener("click", () => {
    void (navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error("no clipboard"))).then(
      () => (label.textContent = "Copied"),
      () => (label.textContent = "Not allowed here"),
    );
    setTimeout(() => (label.textContent = words), 1800);
  });
}

/** The address of the picture of a QR code. */
export function signOf(text: string): string {
  return `/api/sign?text=${encodeURIComponent(text)}`;
}

/** The box with the link, its sign, and the link to a kiosk. */
export class ShareBox {
  private dialog = html("dialog", { class: "share", "aria-label": "Share this route" });

  constructor(button: HTMLElement, private kiosk: () => string) {
    document.body.append(this.dialog);
    button.addEventListener("click", () => this.open());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  private open(): void {
    const link = html("input", { type: "text", readonly: "", value: location.href, "aria-label": "Link" });
    const copy = html("button", { type: "button", class: "button strong" }, html("span", {}, "Copy link"));
    copyButton(copy, () => location.href);
    const close = html("button", { type: "button", class: "button" }, "Close");
    close.addEventListener("click", () => this.dialog.close());
    const kiosk = html("a", { href: this.kiosk() }, "Open as a screen for an entrance hall");
    this.dialog.replaceChildren(
      html("h2", {}, "Share this route"),
      html("img", { class: "sign", src: signOf(location.href), alt: "QR code of the link to this route", width: "240", height: "240" }),
      link,
      html("div", { class: "row" }, copy, close),
      html("p", {}, kiosk),
    );
    this.dialog.showModal();
    copy.focus();
  }
}
