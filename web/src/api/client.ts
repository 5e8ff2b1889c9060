// The API, through a client generated from its own OpenAPI document.

import createClient from "openapi-fetch";
import type { WorldFile } from "../world/world";
import type { components, paths } from "./schema";

export type WorldSummary = components["schemas"]["WorldSummary"];
export type UploadedWorld = components["schemas"]["UploadedWorld"];
export type RouteRecord = components["schemas"]["Route"];
export type ViewRecord = components["schemas"]["View"];
export type NamedPlace = components["schemas"]["NamedPlace"];
export type Change = components["schemas"]["Change"];
export type Version = components["schemas"]["ListedVersion"];
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
  const { data, error, response } = await api.GET("/api/worlds/{id}", { params: { path: { id } } });
  // The client forgets that a passage has just two ends.
  return answer({ data, error, response }) as WorldFile;
}

/** Sends a file as it is: the server tells what it is, and checks it better than
 * a page could. Says how much of it is sent; only old requests can do that. */
export function uploadWorld(file: File, onProgress: (share: number) => void): Promise<UploadedWorld> {
  const { promise, resolve, reject } = withResolvers<UploadedWorld>();
  const request = new XMLHttpRequest();
  request.open("POST", `/api/worlds?name=${encodeURIComponent(file.name.slice(0, 100))}`);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.addEventListener("error", () => reject(new Error("the server does not answer")));
  request.addEventListener("load", () => {
    const said = JSON.parse(request.responseText || "{}") as UploadedWorld & Problem;
    if (request.status < 300) resolve(said);
    else reject(new Refused(said.detail ?? `The server answered ${request.status}.`));
  });
  request.send(file);
  return promise;
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

/** What somebody may mean who is still typing. */
export async function search(id: string, q: string): Promise<NamedPlace[]> {
  const params = { path: { id }, query: { q: q.slice(0, 200), most: 30 } };
  return answer(await api.GET("/api/worlds/{id}/search", { params })).places;
}

/** Everything that can be named, or the first thousand of it. */
export async function places(id: string): Promise<NamedPlace[]> {
  return answer(await api.GET("/api/worlds/{id}/places", { params: { path: { id } } })).places;
}

/** The versions of the world that one of them is a version of. */
export async function versions(id: string): Promise<Version[]> {
  return answer(await api.GET("/api/worlds/{id}/versions", { params: { path: { id } } })).versions;
}

/** Changes a world; what comes of it is another. */
export async function change(id: string, changes: Change[]): Promise<Version> {
  const request = { params: { path: { id } }, body: { changes } };
  return answer(await api.POST("/api/worlds/{id}/versions", request));
}

export async function view(id: string, at: string): Promise<ViewRecord> {
  return answer(await api.GET("/api/worlds/{id}/view", { params: { path: { id }, query: { at } } }));
}

/** The ways the guide can speak. */
export async function guideOptions(): Promise<components["schemas"]["GuideChoices"]> {
  return answer(await api.GET("/api/guide"));
}

/** A step in the long form, which the page always asks for. */
export type Step = Required<components["schemas"]["Step"]>;
export type Instruction = Omit<components["schemas"]["Instruction"], "steps"> & { steps: Step[] };

export async function guide(
  request: Omit<components["schemas"]["GuideRequest"], "explain">,
  signal: AbortSignal,
): Promise<{ route: RouteRecord; instruction: Instruction }> {
  const guided = answer(await api.POST("/api/guide", { body: { ...request, explain: true }, signal }));
  return guided as { route: RouteRecord; instruction: Instruction };
}
