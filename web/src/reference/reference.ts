// The OpenAPI document as a page that people can read and try.

import { byId, html } from "../html";

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

interface OpenApi {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What is in the fields at first, so that a click shows something. */
const EXAMPLES: Record<string, string> = {
  id: "hospital",
  from: "Main entrance",
  to: "X-ray",
  at: "0,0,90",
  q: "x-ray",
  text: "https://example.org/",
};
const BODIES: Record<string, unknown> = {
  writeInstruction: { world: "hospital", from: "Main entrance", to: "X-ray", profile: "step-free" },
  followSentences: { world: "office", at: "0,0,90", sentences: ["walk to the end of the hall"] },
  changeWorld: { changes: [{ change: "put-landmark", level: "1", at: [20, 20], kind: "water fountain" }] },
};

class Reference {
  constructor(private document: OpenApi) {}

  show(): void {
    const { info, paths } = this.document;
    const sections = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => this.operation(method, path, operation)),
    );
    byId("operations").replaceChildren(html("p", { class: "lead" }, `Version ${info.version}. ${info.description}`), ...sections);
  }

  private operation(method: string, path: string, operation: Operation): HTMLElement {
    const { parameters = [], responses } = operation;
    const parts: HTMLElement[] = [html("p", {}, operation.description ?? "")];
    const types = Object.entries(operation.requestBody?.content ?? {});
    if (types.length > 0) {
      parts.push(html("h3", {}, "Sent"), html("p", {}, types.map(([type]) => type).join(", ")));
      const schema = operation.requestBody?.content?.["application/json"]?.schema;
      if (schema) parts.push(this.schema(schema, 0));
    }
    parts.push(html("h3", {}, "Answered"));
    const answers = Object.entries(responses).map(([status, { description, content }]) => {
      const schema = status < "300" ? content?.["application/json"]?.schema : undefined;
      return [html("dt", {}, status), html("dd", {}, description, ...(schema ? [this.schema(schema, 0)] : []))];
    });
    parts.push(html("dl", {}, ...answers.flat()), html("h3", {}, "Try it"), this.trial(method, path, operation, parameters));
    const title = html("summary", {}, html("code", { class: `method ${method}` }, method.toUpperCase()), html("code", {}, path), html("span", {}, operation.summary ?? ""));
    return html("details", { class: "operation card", id: operation.operationId }, title, ...parts);
  }

  /** What a value looks like, a few levels deep; the rest unfolds. */
  private schema(schema: Schema, depth: number): HTMLElement {
    const known = this.resolve(schema);
    const fields = Object.entries(known.properties ?? {});
    const either = known.oneOf ?? known.anyOf?.filter((one) => one.type !== "null");
    if (depth > 6) return html("span", {}, this.words(schema));
    if (either && either.length > 1 && fields.length === 0) {
      return html("ul", { class: "schema" }, ...either.map((one) => html("li", {}, this.words(one), this.folded(one, depth))));
    }
    if (known.items) return this.folded(known.items, depth);
    const items = fields.map(([name, field]) => {
      const must = known.required?.includes(name) ? "" : ", may be left out";
      return html("li", {}, html("code", {}, name), ` ${this.words(field)}${must}. ${this.resolve(field, true).description ?? ""}`, this.folded(field, depth));
    });
    return html("ul", { class: "schema" }, ...items);
  }

  private folded(schema: Schema, depth: number): HTMLElement {
    const inner = this.inner(schema);
    if (!inner) return html("span");
    const details = html("details", {}, html("summary", {}, this.words(inner)));
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(this.schema(inner, depth + 1));
    });
    return details;
  }

  /** What there is to unfold in a value: fields of it, or of what it lists. */
  private inner(schema: Schema): Schema | undefined {
    const known = this.resolve(schema);
    if (known.properties || known.oneOf) return schema;
    if (known.items) return this.inner(known.items);
    const one = known.anyOf?.find((one) => one.type !== "null");
    return one && this.inner(one);
  }

  private words(schema: Schema): string {
    if (schema.$ref) return schema.$ref.split("/").pop() ?? "";
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
    const either = schema.oneOf ?? schema.anyOf;
    if (either) return either.map((one) => this.words(one)).join(" or ");
    if (schema.items) return `list of ${this.words(schema.items)}`;
    const kind = schema.properties?.["change"]?.const;
    if (typeof kind === "string") return kind;
    return [schema.type ?? "value"].flat().join(" or ");
  }

  private resolve(schema: Schema, isOwn = false): Schema {
    if (!schema.$ref || (isOwn && schema.description)) return schema;
    return this.document.components.schemas[schema.$ref.split("/").pop() ?? ""] ?? {};
  }

  private trial(method: string, path: string, { operationId }: Operation, parameters: Parameter[]): HTMLElement {
    const fields = parameters.map(({ name, description, required }) => {
      const input = html("input", { type: "text", name, value: required ? (EXAMPLES[name] ?? "") : "" });
      return { name, input, label: html("label", { title: description ?? "" }, html("span", {}, `${name}${required ? "" : " (if you like)"}`), input) };
    });
    const body = html("textarea", { rows: "5", "aria-label": "What is sent" });
    body.value = JSON.stringify(BODIES[operationId] ?? {}, null, 1);
    const output = html("pre", { tabindex: "0", role: "region", "aria-label": "Answer" });
    output.hidden = true;
    const hasBody = operationId in BODIES;
    // A map is uploaded from the page, which has a file to send.
    if (method === "post" && !hasBody) return html("p", {}, "Maps are uploaded on the ", html("a", { href: "/" }, "page"), ", or with curl --data-binary.");
    const send = html("button", { type: "submit", class: "button strong" }, "Send");
    const form = html("form", {}, ...fields.map(({ label }) => label), ...(hasBody ? [body] : []), send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = (name: string) => fields.find((field) => field.name === name)?.input.value ?? "";
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(name)));
      const query = new URLSearchParams();
      for (const { name, in: where } of parameters) if (where === "query" && text(name)) query.set(name, text(name));
      const request = hasBody ? { method: "POST", body: body.value, headers: { "Content-Type": "application/json" } } : {};
      void this.send(`${address}${query.size > 0 ? `?${query.toString()}` : ""}`, request, output);
    });
    return html("div", {}, form, output);
  }

  private async send(address: string, request: RequestInit, output: HTMLElement): Promise<void> {
    output.hidden = false;
    try {
      const response = await fetch(address, request);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
      output.textContent = `${response.status} ${response.statusText}\n${shown.slice(0, 20_000)}${shown.length > 20_000 ? "\n…" : ""}`;
    } catch {
      output.textContent = "The server does not answer.";
    }
  }
}

const answer = await fetch("/api/openapi.json");
new Reference((await answer.json()) as OpenApi).show();
const wanted = document.getElementById(location.hash.slice(1));
if (wanted instanceof HTMLDetailsElement) wanted.open = true;
