// Elements of HTML, made without markup, so that nothing a world is called
// can become part of the page.

type Child = Node | string;

/** A new element with these properties and children. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The element with that id, which the page is known to have. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}
