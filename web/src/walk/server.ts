// What the walk asks the server: where one can go, and what one sees, in words.

import type { components } from "../api/schema";
import type { GroundFile } from "./ground";
import type { Spot } from "./mover";
import type { World } from "../world/world";

export type Walked = components["schemas"]["Walked"];

/** The ground of a world; none where one walks from place to place. */
export async function ground(id: string): Promise<GroundFile | undefined> {
  const answer = await fetch(`/api/worlds/${encodeURIComponent(id)}/ground`);
  return answer.ok ? ((await answer.json()) as GroundFile) : undefined;
}

/** What one sees at a spot, after a step if one is asked for. */
export async function scene(id: string, world: World, spot: Spot, step?: string): Promise<Walked> {
  const query = new URLSearchParams({
    x: String(spot.x),
    y: String(spot.y),
    heading: String(spot.heading),
    level: world.building.levels[spot.level]?.id ?? "",
    ...(step ? { step } : {}),
  });
  const answer = await fetch(`/api/worlds/${encodeURIComponent(id)}/scene?${query}`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return (await answer.json()) as Walked;
}
