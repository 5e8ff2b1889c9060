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

/** The worlds a page can show: a plan of places is of one level. */
export async function listWorlds(): Promise<WorldSummary[]> {
  return answer(await api.GET("/api/worlds")).worlds.filter((world) => world.levels === 1);
}

export async function fetchWorld(id: string): Promise<WorldFile> {
  const { data, error, response } = await api.GET("/api/worlds/{id}", { params: { path: { id } } });
  // The client forgets that a passage has just two ends.
  const file = answer({ data, error, response }) as WorldFile;
  if ("levels" in file && file.levels.length > 1) {
    const levels = `'${file.name}' has ${file.levels.length} levels, and this page shows one`;
    throw new Refused(`${levels}; the command line and the API guide through all of them`);
  }
  return file;
}

/** Sends a file as it is: the server tells what it is, and checks it better than
 * a page could. */
export async function uploadWorld(file: File): Promise<components["schemas"]["UploadedWorld"]> {
  const result = await api.POST("/api/worlds", {
    params: { query: { name: file.name.slice(0, 100) } },
    body: file as never,
    bodySerializer: (body) => body as unknown as Blob,
    headers: { "Content-Type": "application/octet-stream" },
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
