// Who comes, as the address of the page says it: a worker of Mechanical Turk,
// somebody from Prolific, anybody else by name, or nobody we know.

export interface Visit {
  /** What the address holds, as it is sent to the server. */
  parameters: Record<string, string>;
  /** The address says nothing of who it is. */
  isAnonymous: boolean;
  /** A test run never counts. */
  isTest: boolean;
  /** Mechanical Turk shows the task before somebody has taken it on. */
  isPreview: boolean;
  /** What is kept in this browser is kept under this name. */
  name: string;
}

export function visit(search: string): Visit {
  const given = new URLSearchParams(search);
  given.sort();
  const name = `cicerone-study?${given}`;
  const isTest = given.has("test");
  given.delete("test");
  return {
    parameters: Object.fromEntries(given),
    isAnonymous: [...given].length === 0,
    isTest,
    isPreview: given.get("assignmentId") === "ASSIGNMENT_ID_NOT_AVAILABLE",
    name,
  };
}

/** A name nobody else has. */
export function newId(): string {
  // Not randomUUID: browsers have that one only where there is HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
