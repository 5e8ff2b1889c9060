// From where, to where, and for whom: found by typing or set from elsewhere.

import * as api from "../api/client";
import { html } from "../html";
import { svg } from "../plan/svg";
import { areaName } from "../world/building";
import type { World } from "../world/world";
import { Combobox, type Choice } from "./combobox";

export type Profile = "walk" | "step-free";

export interface FinderEvents {
  onStart: (place: number) => void;
  onGoal: (place: number) => void;
  onSwap: () => void;
  onProfile: (profile: Profile) => void;
}

export class Finder {
  private id = "";
  private world: World | undefined;
  private from: Combobox;
  private to: Combobox;
  private profiles: HTMLElement;

  constructor(
    container: HTMLElement,
    events: FinderEvents,
  ) {
    const search = (text: string) => this.search(text);
    this.from = new Combobox("from", "From", search, ({ place }) => events.onStart(place));
    this.to = new Combobox("to", "To", search, ({ place }) => events.onGoal(place));
    const swap = html("button", { type: "button", class: "button round quiet", "aria-label": "Swap start and goal", title: "Swap start and goal" });
    const icon = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
    icon.append(svg("path", { d: "M7 4v14m-3.5-3.5L7 18l3.5-3.5M17 20V6m-3.5 3.5L17 6l3.5 3.5" }));
    swap.append(icon);
    swap.addEventListener("click", events.onSwap);
    const choice = (profile: Profile, words: string) => {
      const input = html("input", { type: "radio", name: "profile", value: profile });
      input.checked = profile === "walk";
      input.addEventListener("change", () => events.onProfile(profile));
      return html("label", {}, input, html("span", {}, words));
    };
    this.profiles = html(
      "div",
      { class: "picker", role: "radiogroup", "aria-label": "For whom" },
      choice("walk", "On foot"),
      choice("step-free", "Step-free"),
    );
    container.append(this.from.root, swap, this.to.root, this.profiles);
  }

  show(id: string, world: World): void {
    this.id = id;
    this.world = world;
    this.profiles.hidden = !world.isBuilding;
    this.mark({});
  }

  /** Where start and goal are. */
  mark({ start, goal }: { start?: number | undefined; goal?: number | undefined }): void {
    const words = (place: number | undefined) => (place === undefined || !this.world ? "" : placeWords(this.world, place));
    this.from.set(words(start));
    this.to.set(words(goal));
  }

  set profile(profile: Profile) {
    const input = this.profiles.querySelector<HTMLInputElement>(`[value="${profile}"]`);
    if (input) input.checked = true;
  }

  private async search(text: string): Promise<Choice[]> {
    const { world } = this;
    if (!world) return [];
    const found = await api.search(this.id, text);
    return found.flatMap(({ id, name, kind, level, x, y }) => {
      const place = world.byId(id) ?? world.at({ x, y });
      const aside = world.building.levels.length > 1 ? `${kind}, ${level}` : kind;
      return place ? { text: name, aside, place: place.index } : [];
    });
  }
}

/** What people call a place, or where it is. */
export function placeWords(world: World, index: number): string {
  const { x, y, level, area } = world.place(index);
  const inside = area === undefined ? undefined : world.building.areas[area];
  const name = world.called(index) ?? (inside && areaName(inside));
  const where = name ?? `${inside ? `${inside.kind}, ` : ""}${round(x)}, ${round(y)}`;
  const { levels } = world.building;
  return levels.length > 1 ? `${where} (${levels[level]?.name ?? ""})` : where;
}

function round(metres: number): number {
  return Math.round(metres * 10) / 10;
}
