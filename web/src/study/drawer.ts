// What is kept in this browser until the server has it. A browser that keeps
// nothing still works, as long as the page is open.

export class Drawer {
  /** What the browser would not take; newer than anything it has. */
  private memory = new Map<string, string>();

  /** Everything is kept under names that begin with this one. */
  constructor(private name: string) {}

  get<T>(key: string): T | undefined {
    try {
      const text = this.memory.get(key) ?? localStorage.getItem(this.full(key));
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      // Not allowed, or nothing of ours.
      return undefined;
    }
  }

  keep(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.full(key), text);
      this.memory.delete(key);
    } catch {
      // Full, or not allowed.
      this.memory.set(key, text);
    }
  }

  forget(key: string): void {
    this.memory.delete(key);
    try {
      localStorage.removeItem(this.full(key));
    } catch {
      // Then it was not there either.
    }
  }

  /** Forgets everything. */
  empty(): void {
    for (const key of this.keys("")) this.forget(key);
  }

  /** The keys that begin like this, in order. */
  keys(beginning: string): string[] {
    const found = new Set([...this.memory.keys()].filter((key) => key.startsWith(beginning)));
    const full = this.full(beginning);
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (key?.startsWith(full)) found.add(key.slice(this.full("").length));
      }
    } catch {
      // Then there are none.
    }
    return [...found].sort();
  }

  /** Tells when another tab keeps something under that key. */
  watch(key: string, tell: (value: unknown) => void): void {
    addEventListener("storage", (event) => {
      if (event.key !== this.full(key) || event.newValue === null) return;
      tell(JSON.parse(event.newValue));
    });
  }

  private full(key: string): string {
    return `${this.name} ${key}`;
  }
}

/** Whether this browser lets a page keep anything. */
export function keepsThings(): boolean {
  const key = "cicerone-study kept";
  try {
    localStorage.setItem(key, "yes");
    const isKept = localStorage.getItem(key) === "yes";
    localStorage.removeItem(key);
    return isKept;
  } catch {
    return false;
  }
}
