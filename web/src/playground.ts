// The page at work: what is shown, and what follows from each click.

import { fetchWorld, guide, guideOptions, listWorlds, Refused, uploadWorld, type WorldSummary } from "./api/client";
import { Directions, type Instruction } from "./directions/directions";
import { byId, html } from "./html";
import * as link from "./link";
import { legend } from "./plan/legend";
import { Plan, type RoutePose } from "./plan/plan";
import { Switches } from "./switches";
import { WalkPanel } from "./walk/panel";
import { turnTo, wind } from "./world/heading";
import { World } from "./world/world";

/** What one sees first: a route with something to say about it. */
const FIRST = { world: "office", from: "0,0,90", to: "14,8" };

export class Playground {
  private worlds: WorldSummary[] = [];
  private id = "";
  private world: World | undefined;
  private start_: number | undefined;
  private heading: number | undefined;
  private goal: number | undefined;
  private instruction: Instruction | undefined;
  private asked = new AbortController();

  private select = byId<HTMLSelectElement>("world");
  private facing = byId<HTMLSelectElement>("facing");
  private hint = byId("hint");
  private plan: Plan;
  private directions: Directions;
  private walk: WalkPanel;
  private switches: Switches;

  constructor() {
    this.plan = new Plan(byId("plan"), {
      onPick: (place) => this.pick(place),
      onHeading: (heading) => this.face(this.heading === heading ? undefined : heading),
    });
    this.walk = new WalkPanel({
      onMove: (position) => this.plan.showWalker(position),
      onStep: (pose) => {
        const step = this.directions.walk(pose);
        this.plan.light(step);
        return step?.text;
      },
    });
    this.directions = new Directions(byId("directions"), {
      onLook: (step) => this.plan.light(step),
      onChoose: (step) => this.walk.goTo(step.begin),
    });
    this.switches = new Switches(byId("switches"), () => void this.ask());
    this.listen();
  }

  /** The instruction as one would read it aloud. */
  get text(): string {
    return this.instruction?.text ?? "";
  }

  async start(): Promise<void> {
    const asked = link.read(location.search);
    this.switches.set(asked.options);
    try {
      // What the address asks for is fetched at once, the list beside it.
      const id = asked.world ?? FIRST.world;
      const [worlds] = await Promise.all([listWorlds(), this.open(id)]);
      this.worlds = worlds;
      this.listWorlds();
    } catch (error) {
      this.directions.say(words(error), "problem");
      if (this.worlds.length === 0) this.worlds = await listWorlds().catch(() => []);
      this.listWorlds();
      return;
    }
    // An address that names a world but no route leaves the route to pick.
    const isOpen = asked.world === undefined && !asked.from && !asked.to;
    const { from, to } = isOpen ? FIRST : asked;
    this.setEnds(from, to);
    this.switches.offer((await guideOptions()).styles);
  }

  private listen(): void {
    this.select.addEventListener("change", () => void this.change(this.select.value));
    this.facing.addEventListener("change", () => {
      this.face(this.facing.value === "" ? undefined : Number(this.facing.value));
    });
    byId("random").addEventListener("click", () => this.random());
    byId("zoom-in").addEventListener("click", () => this.plan.viewport.zoom(1.4));
    byId("zoom-out").addEventListener("click", () => this.plan.viewport.zoom(1 / 1.4));
    byId("zoom-fit").addEventListener("click", () => this.plan.viewport.fit());
    byId("share").addEventListener("click", () => void this.share());
    const upload = byId<HTMLInputElement>("upload");
    upload.addEventListener("change", () => {
      const file = upload.files?.[0];
      if (file) void this.upload(file);
      upload.value = "";
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.upload(file);
    });
    // A phone has no room for a legend beside everything else.
    if (matchMedia("(max-width: 50rem)").matches) byId<HTMLDetailsElement>("legend-box").open = false;
  }

  private listWorlds(): void {
    const group = (label: string, worlds: WorldSummary[]) => {
      const options = worlds.map((world) => html("option", { value: world.id }, world.name));
      return html("optgroup", { label }, ...options);
    };
    const uploaded = this.worlds.filter((world) => !world.embedded);
    const groups = [group("Built in", this.worlds.filter((world) => world.embedded))];
    if (uploaded.length > 0) groups.push(group("Uploaded", uploaded));
    this.select.replaceChildren(...groups);
    this.select.value = this.id;
  }

  private async open(id: string): Promise<void> {
    this.world = new World(await fetchWorld(id));
    this.id = id;
    this.start_ = this.goal = this.heading = undefined;
    this.instruction = undefined;
    this.plan.show(this.world);
    byId("legend").replaceChildren(...legend(this.world));
    document.title = `${this.world.name} – Cicerone`;
    this.walk.leave();
  }

  private async change(id: string): Promise<void> {
    try {
      await this.open(id);
      this.random();
    } catch (error) {
      this.directions.say(words(error), "problem");
    }
  }

  private async upload(file: File): Promise<void> {
    try {
      const summary = await uploadWorld(file);
      this.worlds = await listWorlds();
      await this.open(summary.id);
      this.listWorlds();
      this.random();
    } catch (error) {
      this.directions.say(`${file.name}: ${words(error)}`, "problem");
    }
  }

  /** Start and goal as an address writes them. */
  private setEnds(from: string | undefined, to: string | undefined): void {
    const read = (text: string | undefined) => {
      const [x, y, heading] = (text ?? "").split(",").map(Number);
      const place = x === undefined || y === undefined ? undefined : this.world?.at({ x, y });
      return { place: place?.index, heading };
    };
    const start = read(from);
    this.start_ = start.place;
    const isKnown = start.heading !== undefined && start.heading >= 0;
    this.heading = start.place !== undefined && isKnown ? start.heading : undefined;
    this.goal = read(to).place;
    this.changed();
  }

  private pick(place: number): void {
    const tool = document.querySelector<HTMLInputElement>('input[name="pick"]:checked');
    if (tool?.value === "goal") {
      this.goal = place;
    } else {
      this.start_ = place;
      this.heading = undefined;
      this.setTool("goal");
    }
    this.changed();
  }

  private face(heading: number | undefined): void {
    this.heading = heading;
    this.changed();
  }

  private setTool(tool: "start" | "goal"): void {
    const input = document.querySelector<HTMLInputElement>(`input[name="pick"][value="${tool}"]`);
    if (input) input.checked = true;
  }

  /** Another pair of places, not next to each other. */
  private random(): void {
    const { world } = this;
    if (!world) return;
    const count = world.places.length;
    const any = () => Math.floor(Math.random() * count);
    let best: [number, number] = [0, count - 1];
    let longest = -1;
    for (let i = 0; i < 4; i++) {
      const [a, b] = [any(), any()];
      const [from, to] = [world.place(a), world.place(b)];
      const apart = Math.hypot(from.x - to.x, from.y - to.y);
      if (apart > longest) [best, longest] = [[a, b], apart];
    }
    [this.start_, this.goal] = best;
    const exits = world.place(best[0]).exits;
    this.heading = exits[Math.floor(Math.random() * exits.length)]?.heading;
    this.setTool("goal");
    this.changed();
  }

  /** Start, heading or goal are others than before. */
  private changed(): void {
    const { world, start_: start, heading, goal } = this;
    if (!world) return;
    this.plan.mark({ start, heading, goal });
    this.listHeadings();
    history.replaceState(null, "", this.address());
    if (start === undefined || goal === undefined) {
      this.plan.showRoute([]);
      this.walk.leave();
      const what = start === undefined ? "Click where to start." : "Now click where to go.";
      this.hint.textContent = what;
      this.directions.say("Pick a start and a goal on the plan, and the way appears here in words.", "hint");
      return;
    }
    this.hint.textContent = "";
    void this.ask();
  }

  private listHeadings(): void {
    const exits = this.start_ === undefined ? [] : (this.world?.place(this.start_).exits ?? []);
    const options = exits.map((exit) => {
      const floor = this.world?.passage(exit.passage).floor ?? "";
      return html("option", { value: String(exit.heading) }, `${wind(exit.heading)}, ${floor}`);
    });
    this.facing.replaceChildren(html("option", { value: "" }, "any way"), ...options);
    const { heading } = this;
    const chosen = exits.find((exit) => heading !== undefined && Math.abs(turnTo(exit.heading, heading)) < 1);
    if (heading !== undefined && !chosen) {
      this.facing.append(html("option", { value: String(heading) }, wind(heading)));
    }
    this.facing.value = heading === undefined ? "" : String(chosen?.heading ?? heading);
    this.facing.disabled = this.start_ === undefined;
  }

  private position(place: number | undefined, heading?: number): string | undefined {
    if (place === undefined || !this.world) return undefined;
    const { x, y } = this.world.place(place);
    const rounded = heading === undefined ? undefined : Math.round(heading * 1000) / 1000;
    return rounded === undefined ? `${x},${y}` : `${x},${y},${rounded}`;
  }

  private address(): string {
    return link.write({
      world: this.id,
      from: this.position(this.start_, this.heading),
      to: this.position(this.goal),
      options: { ...this.switches.chosen },
    });
  }

  /** Asks the guide, and shows what it says. */
  private async ask(): Promise<void> {
    const from = this.position(this.start_, this.heading);
    const to = this.position(this.goal);
    const { world } = this;
    if (!world || from === undefined || to === undefined) return;
    history.replaceState(null, "", this.address());
    // Only the last question counts.
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    byId("directions").setAttribute("aria-busy", "true");
    try {
      const request = { world: this.id, from, to, ...this.switches.chosen };
      const { route, instruction } = await guide(request, signal);
      if (signal.aborted) return;
      this.instruction = instruction;
      const poses: RoutePose[] = route.poses.map((pose) => {
        const [x = 0, y = 0, heading = -1] = pose;
        return { place: world.nearest({ x, y })?.index ?? 0, heading };
      });
      this.plan.showRoute(poses);
      this.directions.show(instruction);
      void this.walk.enter(this.id, world, poses);
    } catch (error) {
      if (signal.aborted) return;
      this.instruction = undefined;
      this.plan.showRoute([]);
      this.directions.say(words(error), "problem");
      this.walk.leave();
    } finally {
      if (!signal.aborted) byId("directions").removeAttribute("aria-busy");
    }
  }

  private async share(): Promise<void> {
    const label = byId("share").querySelector("span");
    const done = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    if (label) label.textContent = done ? "Copied" : "See the address bar";
    setTimeout(() => {
      if (label) label.textContent = "Copy link";
    }, 1800);
  }
}

function words(error: unknown): string {
  if (error instanceof Refused) return sentence(error.message);
  return "The server does not answer. Is it still running?";
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
