// What the page shows, as its address: a link shows another what one sees.

export interface Shown {
  world: string;
  /** X,Y or X,Y,HEADING, as the server writes positions. */
  from?: string | undefined;
  to?: string | undefined;
  /** Switches of the guide that are not at their default. */
  options: Record<string, string>;
}

const OWN = ["world", "from", "to"];

/** What an address asks for. */
export function read(search: string): Partial<Shown> & { options: Record<string, string> } {
  const parameters = new URLSearchParams(search);
  const options: Record<string, string> = {};
  for (const [key, value] of parameters) if (!OWN.includes(key)) options[key] = value;
  return {
    ...(parameters.get("world") ? { world: parameters.get("world") ?? "" } : {}),
    from: parameters.get("from") ?? undefined,
    to: parameters.get("to") ?? undefined,
    options,
  };
}

/** The address of what is shown. */
export function write(shown: Shown): string {
  const parts = [`world=${encodeURIComponent(shown.world)}`];
  // Commas stay commas: a link should be fit to be read.
  const end = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%40", "@");
  if (shown.from) parts.push(`from=${end(shown.from)}`);
  if (shown.to) parts.push(`to=${end(shown.to)}`);
  for (const [key, value] of Object.entries(shown.options)) {
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  }
  return `?${parts.join("&")}`;
}
