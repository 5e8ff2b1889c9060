// Lengths and times as people say them, and the words of a text that name what
// one can see.

import { html } from "../html";

/** `12 m`, `1.2 km`. */
export function metres(length: number): string {
  if (length >= 1000) return `${(length / 1000).toFixed(1)} km`;
  return `${Math.round(length)} m`;
}

/** `40 s`, `about 3 min`. */
export function minutes(seconds: number): string {
  if (seconds < 55) return `${Math.max(5, Math.round(seconds / 5) * 5)} s`;
  return `about ${Math.max(1, Math.round(seconds / 60))} min`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.0995 || share === 0 ? 0 : 1)} %`;
}

/** A text whose landmarks are marked, each once; the longest names first. */
export function marked(text: string, names: string[]): (Node | string)[] {
  const wanted = [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length);
  let parts: (Node | string)[] = [text];
  for (const name of wanted) {
    let isDone = false;
    parts = parts.flatMap((part) => {
      if (typeof part !== "string" || isDone) return [part];
      const at = part.toLowerCase().indexOf(name.toLowerCase());
      if (at < 0) return [part];
      isDone = true;
      const end = at + name.length;
      return [part.slice(0, at), html("mark", {}, part.slice(at, end)), part.slice(end)];
    });
  }
  return parts.filter((part) => part !== "");
}
