// A screen in an entrance hall, large and touchable: /kiosk/WORLD?from=PLACE.
// Whoever stands before it says where to go; after a while it forgets them.

import * as api from "../api/client";
import { metres, minutes } from "../directions/figures";
import { manoeuvreIcon } from "../directions/icons";
import { Combobox } from "../find/combobox";
import { placeWords } from "../find/finder";
import { byId, html } from "../html";
import { FloorPlan } from "../plan/floor-plan";
import { namedOnPlan } from "../plan/stretches";
import { signOf } from "../share";
import { World, type Pose } from "../world/world";

/** Whoever touches nothing for so long has gone. */
const FORGET = 90_000;
/** At most so many names of one kind are on the screen; the others are typed. */
const MOST = 24;

class Kiosk {
  private world: World | undefined;
  private start = 0;
  private poses: Pose[] = [];
  private plan = new FloorPlan(byId("plan"), { onPick: ({ place }) => void this.goTo(place) });
  private find = new Combobox("kiosk", "Type a name, number or kind", (text) => this.search(text), ({ place }) => void this.goTo(place));
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private id: string,
    private from: string,
  ) {
    byId("find").append(this.find.root);
    byId("again").addEventListener("click", () => this.choose());
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.stay());
  }

  async open(): Promise<void> {
    try {
      const world = new World(await api.fetchWorld(this.id));
      this.world = world;
      this.start = await this.startOf(world);
      this.plan.show(world);
      document.title = `Directions in ${world.name}`;
      byId("building").textContent = world.name;
      byId("here").textContent = `You are here: ${placeWords(world, this.start)}`;
      byId("groups").replaceChildren(...(await this.groups()));
      this.choose();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : "The server does not answer.");
    }
  }

  private async startOf(world: World): Promise<number> {
    if (!this.from) throw new api.Refused("The address of this screen has to say where it stands: ?from=PLACE.");
    const [position = "", level] = this.from.split("@");
    const [x = NaN, y = NaN] = position.split(",").map(Number);
    const storey = world.building.levels.find((one) => one.id === level)?.index;
    const found = world.at({ x, y }, storey) ?? world.byId(this.from) ?? world.byId((await api.search(this.id, this.from.replace("@", " ")))[0]?.id ?? "");
    if (!found) throw new api.Refused(`Nothing here is called “${this.from}”.`);
    return found.index;
  }

  /** What people mostly look for, by kind; rooms with names before all others. */
  private async groups(): Promise<HTMLElement[]> {
    const named = await api.search(this.id, "");
    const all = named.length < 30 ? named : await api.places(this.id);
    const kinds = new Map<string, api.NamedPlace[]>();
    const seen = new Set<string>();
    for (const one of all) {
      // Nobody asks the way to a sign, and a name once is enough.
      const name = `${one.name}@${one.level}`;
      if (["door", "stairs", "corridor", "sign"].includes(one.kind) || seen.has(name)) continue;
      seen.add(name);
      kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
    }
    return [...kinds].slice(0, 6).map(([kind, places]) => {
      const buttons = places.slice(0, MOST).map((one) => {
        const button = html("button", { type: "button", class: "button large" }, html("span", {}, one.name), html("small", {}, one.level));
        button.addEventListener("click", () => {
          const place = this.world?.byId(one.id);
          if (place) void this.goTo(place.index);
        });
        return button;
      });
      const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${places.length > 1 && !kind.endsWith("s") ? "s" : ""}`;
      return html("section", {}, html("h3", {}, title), html("div", { class: "buttons" }, ...buttons));
    });
  }

  private async search(text: string) {
    const found = await api.search(this.id, text);
    return found.flatMap(({ id, name, kind, level }) => {
      const place = this.world?.byId(id);
      return place ? { text: name, aside: `${kind}, ${level}`, place: place.index } : [];
    });
  }

  private choose(): void {
    byId("choose").hidden = false;
    byId("answer").hidden = byId("problem").hidden = byId("again").hidden = true;
    this.find.set("");
    this.stay();
  }

  private async goTo(goal: number): Promise<void> {
    const { world } = this;
    if (!world) return;
    const at = (place: number) => {
      const { x, y, level } = world.place(place);
      const { levels } = world.building;
      return `${x},${y}${levels.length > 1 ? `@${levels[level]?.id ?? ""}` : ""}`;
    };
    const [from, to] = [at(this.start), at(goal)];
    const chosen = document.querySelector<HTMLInputElement>('input[name="profile"]:checked')?.value;
    const profile = chosen === "step-free" ? "step-free" : "walk";
    try {
      const { route, instruction } = await api.guide({ world: this.id, from, to, profile }, new AbortController().signal);
      this.poses = world.poses(route);
      byId("choose").hidden = byId("problem").hidden = true;
      byId("answer").hidden = byId("again").hidden = false;
      byId("goal").textContent = `To ${placeWords(world, goal)}`;
      const seconds = instruction.steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
      byId("summary").textContent = `${metres(instruction.distance)}, ${minutes(seconds)}`;
      const items = instruction.steps.map((step) => {
        const text = html("button", { type: "button", class: "sentence" }, step.text);
        const look = () => this.plan.light({ begin: step.begin, end: step.end, landmarks: namedOnPlan(world, step) });
        text.addEventListener("click", look);
        text.addEventListener("focus", look);
        return html("li", {}, html("span", { class: "manoeuvre" }, manoeuvreIcon(step.manoeuvre)), text);
      });
      byId("steps").replaceChildren(...items);
      this.plan.mark({ start: this.start, goal });
      this.plan.showRoute(this.poses);
      const query = new URLSearchParams({ world: this.id, from, to, ...(profile === "walk" ? {} : { profile }) });
      byId<HTMLImageElement>("sign").src = signOf(`${location.origin}/?${query.toString()}`);
      byId("again").focus();
    } catch (error) {
      this.fail(error instanceof api.Refused ? error.message : "The server does not answer.");
    }
  }

  private fail(text: string): void {
    const problem = byId("problem");
    problem.textContent = text.charAt(0).toUpperCase() + text.slice(1);
    problem.hidden = false;
    byId("again").hidden = this.world === undefined;
  }

  private stay(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (this.world && !byId("answer").hidden) this.choose();
    }, FORGET);
  }
}

const world = decodeURIComponent(location.pathname.split("/")[2] ?? "");
void new Kiosk(world, new URLSearchParams(location.search).get("from") ?? "").open();
