// Reads aloud with the browser's own voice.

/** Makes a button that speaks, or hides it where there is no voice. */
export function speechButton(button: HTMLButtonElement, text: () => string): void {
  const { speechSynthesis } = window;
  if (!speechSynthesis || typeof SpeechSynthesisUtterance === "undefined") {
    button.hidden = true;
    return;
  }
  const show = (isSpeaking: boolean) => {
    button.setAttribute("aria-pressed", String(isSpeaking));
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-pressed") === "true") {
      speechSynthesis.cancel();
      return show(false);
    }
    const utterance = new SpeechSynthesisUtterance(text());
    utterance.lang = "en";
    utterance.rate = 0.95;
    utterance.onend = utterance.onerror = () => show(false);
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
    show(true);
  });
  addEventListener("pagehide", () => speechSynthesis.cancel());
}
