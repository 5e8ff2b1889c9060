// The API, through a client generated from its own OpenAPI document.

import createClient from "openapi-fetch";
import type { WorldFile } from "../world/world";
import type { components, paths } from "./schema";

export type WorldSummary = components["schemas"]["WorldSummary"];
export type RouteRecord = components["schemas"]["Route"];
export type ViewRecord = components["schemas"]["View"];
type Problem = components["schemas"]["Problem"];

/** What the server would not do, in its own words. */
export class Refused extends Error {}

const api = createClient<paths>();

/** The answer, or the server's words. */
function answer<T>(result: { data?: T; error?: Problem | undefined; response: Response }): T {
  if (result.data !== undefined) return result.data;
  throw new Refused(result.error?.detail ?? `The server answered ${result.response.status}.`);
}

export async function listWorlds(): Promise<WorldSummary[]> {
  return answer(await api.GET("/api/worlds")).worlds;
}

export async function fetchWorld(id: string): Promise<WorldFile> {
  // The client forgets that a passage has just two ends.
  return answer(await api.GET("/api/worlds/{id}", { params: { path: { id } } })) as WorldFile;
}

/** Sends a file as it is: the server checks it better than a page could. */
export async function uploadWorld(text: string): Promise<WorldSummary> {
  const isXml = text.trimStart().startsWith("<");
  const result = await api.POST("/api/worlds", {
    body: text as never,
    bodySerializer: (body) => body as unknown as string,
    headers: { "Content-Type": isXml ? "application/xml" : "application/json" },
  });
  return answer(result);
}

export async function view(id: string, at: string): Promise<ViewRecord> {
  return answer(await api.GET("/api/worlds/{id}/view", { params: { path: { id }, query: { at } } }));
}

/** The ways the guide can speak. */
export async function guideOptions(): Promise<components["schemas"]["GuideChoices"]> {
  return answer(await api.GET("/api/guide"));
}

export async function guide(
  request: components["schemas"]["GuideRequest"],
  signal: AbortSignal,
): Promise<components["schemas"]["Guided"]> {
  return answer(await api.POST("/api/guide", { body: request, signal }));
}
