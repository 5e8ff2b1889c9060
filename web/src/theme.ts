// Light or dark: as the system says, until somebody chooses.

const KEY = "cicerone-theme";

export function themeButton(button: HTMLButtonElement): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark";
  const tell = () => {
    button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  };
  const stored = recall();
  if (stored === "light" || stored === "dark") root.dataset["theme"] = stored;
  tell();
  system.addEventListener("change", tell);
  button.addEventListener("click", () => {
    root.dataset["theme"] = isDark() ? "light" : "dark";
    remember(root.dataset["theme"]);
    tell();
  });
}

/** Browsers may refuse to keep anything; then nothing is kept. */
function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then it lasts as long as the page.
  }
}
