// The page at work: what is shown, and what follows from each click.

import { fetchWorld, guide, guideOptions, listWorlds, Refused, search, uploadWorld, type WorldSummary } from "./api/client";
import type { Instruction, Step } from "./api/client";
import { Directions } from "./directions/directions";
import { Finder, placeWords, type Profile } from "./find/finder";
import { byId, html } from "./html";
import * as link from "./link";
import { Editor } from "./mend/editor";
import { Notice } from "./notice";
import { layOut, type StepNumber } from "./paper";
import { FloorPlan } from "./plan/floor-plan";
import { legend } from "./plan/legend";
import { Plan } from "./plan/plan";
import { namedOnPlan, stretches } from "./plan/stretches";
import { ShareBox } from "./share";
import { Switches } from "./switches";
import { WalkPanel } from "./walk/panel";
import { turnTo, wind } from "./world/heading";
import { World, type Pose } from "./world/world";

/** What one sees first: a route with something to say about it. */
const FIRST = { world: "hospital", from: "Main entrance", to: "X-ray" };

export class Playground {
  private worlds: WorldSummary[] = [];
  private id = "";
  private world: World | undefined;
  private start_: number | undefined;
  private heading: number | undefined;
  private goal: number | undefined;
  private profile: Profile = "walk";
  private instruction: Instruction | undefined;
  private poses: Pose[] = [];
  private asked = new AbortController();

  private select = byId<HTMLSelectElement>("world");
  private facing = byId<HTMLSelectElement>("facing");
  private hint = byId("hint");
  private notice = new Notice(byId("notice"));
  /** Worlds of corridors are drawn by one, buildings by the other. */
  private corridors: Plan;
  private floors: FloorPlan;
  private finder: Finder;
  private editor: Editor;
  private directions: Directions;
  private walk: WalkPanel;
  private switches: Switches;

  constructor() {
    this.corridors = new Plan(byId("plan"), {
      onPick: (place) => this.pick(place),
      onHeading: (heading) => this.face(this.heading === heading ? undefined : heading),
    });
    this.floors = new FloorPlan(byId("plan"), {
      onPick: (spot) => (this.editor.isMending ? this.editor.pick(spot) : this.pick(spot.place)),
      onRoute: (pose) => this.light(this.directions.point(pose)),
      onDropped: (landmark, to) => void this.editor.move(landmark, to),
    });
    this.finder = new Finder(byId("finder"), {
      onStart: (place) => this.setStart(place),
      onGoal: (place) => this.setGoal(place),
      onSwap: () => this.swap(),
      onProfile: (profile) => {
        this.profile = profile;
        this.changed();
      },
    });
    this.editor = new Editor(byId("mend"), byId<HTMLButtonElement>("mend-map"), this.floors, {
      onVersion: (id) => this.openVersion(id),
      onMending: (isOn) => byId("pick-what").toggleAttribute("hidden", isOn),
    });
    this.walk = new WalkPanel({
      onMove: (position) => this.showWalker(position),
      onStep: (pose) => {
        const step = this.directions.walk(pose);
        this.light(step);
        return step?.text;
      },
    });
    this.directions = new Directions(byId("directions"), {
      onLook: (step) => this.light(step),
      onChoose: (step) => this.walk.goTo(step.begin),
    });
    this.switches = new Switches(byId("switches"), () => void this.ask());
    new ShareBox(byId("share"), () => this.kioskAddress());
    this.listen();
  }

  /** The instruction as one would read it aloud. */
  get text(): string {
    return this.instruction?.text ?? "";
  }

  async start(): Promise<void> {
    const asked = link.read(location.search);
    const { profile, ...options } = asked.options;
    this.switches.set(options);
    if (profile === "step-free") this.profile = this.finder.profile = profile;
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
    await this.setEnds(from, to);
    this.switches.offer((await guideOptions()).styles);
  }

  private get plan(): Plan | FloorPlan {
    return this.world?.isBuilding ? this.floors : this.corridors;
  }

  private listen(): void {
    this.select.addEventListener("change", () => void this.change(this.select.value));
    this.facing.addEventListener("change", () => {
      this.face(this.facing.value === "" ? undefined : Number(this.facing.value));
    });
    byId("random").addEventListener("click", () => this.random());
    byId("zoom-in").addEventListener("click", () => this.plan.zoom(1.4));
    byId("zoom-out").addEventListener("click", () => this.plan.zoom(1 / 1.4));
    byId("zoom-fit").addEventListener("click", () => this.plan.fit());
    byId("print").addEventListener("click", () => print());
    addEventListener("beforeprint", () => this.layOutPaper());
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
    // What somebody mended is listed only while it is looked at.
    if (this.world && !this.worlds.some((world) => world.id === this.id)) {
      this.select.append(html("option", { value: this.id }, `${this.world.name} (mended)`));
    }
    this.select.value = this.id;
  }

  private async open(id: string): Promise<void> {
    this.world = new World(await fetchWorld(id));
    this.id = id;
    this.start_ = this.goal = this.heading = undefined;
    this.instruction = undefined;
    this.poses = [];
    const { isBuilding } = this.world;
    this.corridors.root.toggleAttribute("hidden", isBuilding);
    this.floors.root.hidden = !isBuilding;
    byId("facing-field").hidden = isBuilding;
    byId("legend-box").hidden = isBuilding;
    byId("switches").hidden = isBuilding;
    this.plan.show(this.world);
    this.finder.show(id, this.world);
    this.editor.show(id, this.world);
    byId("legend").replaceChildren(...legend(this.world));
    document.title = `${this.world.name} – Cicerone`;
    this.walk.leave();
  }

  /** Shows another version of the same building, and the same route in it. */
  private async openVersion(id: string): Promise<void> {
    const before = this.world;
    const world = new World(await fetchWorld(id));
    const same = (place: number | undefined) => (place === undefined ? undefined : world.byId(before?.place(place).id ?? "")?.index);
    this.world = world;
    this.id = id;
    [this.start_, this.goal] = [same(this.start_), same(this.goal)];
    this.floors.show(world, true);
    this.finder.show(id, world);
    this.editor.show(id, world);
    this.listWorlds();
    this.changed(true);
  }

  private async change(id: string): Promise<void> {
    try {
      await this.open(id);
      this.listWorlds();
      this.random();
    } catch (error) {
      this.notice.warn(words(error));
    }
  }

  private async upload(file: File): Promise<void> {
    const sending = `Uploading ${file.name}`;
    try {
      this.notice.progress(sending, 0);
      const { id, warnings, name } = await uploadWorld(file, (share) => this.notice.progress(sending, share));
      this.worlds = await listWorlds();
      await this.open(id);
      this.listWorlds();
      this.random();
      const left = warnings.length === 1 ? "One thing" : `${warnings.length} things`;
      this.notice.tell(`${name} is here.`, `${left} left out or put right`, warnings);
    } catch (error) {
      // What is shown stays: it is still true.
      this.notice.warn(`${file.name}: ${words(error)}`);
    }
  }

  /** Start and goal as an address writes them: X,Y, an id, or a name. */
  private async setEnds(from: string | undefined, to: string | undefined): Promise<void> {
    const [start, goal] = await Promise.all([this.read(from), this.read(to)]);
    this.start_ = start?.place;
    this.heading = start?.heading;
    this.goal = goal?.place;
    this.changed();
    const lost = [start || !from ? [] : [from], goal || !to ? [] : [to]].flat();
    if (lost.length > 0) this.notice.warn(`Nothing here is called “${lost.join("” or “")}”.`);
  }

  private async read(text: string | undefined): Promise<{ place: number; heading: number | undefined } | undefined> {
    const { world } = this;
    if (!text || !world) return undefined;
    const [position = "", level] = text.split("@");
    const [x, y, heading] = position.split(",").map(Number);
    const storey = world.building.levels.find((one) => one.id === level)?.index;
    const at = x === undefined || y === undefined ? undefined : world.at({ x, y }, storey);
    if (at) return { place: at.index, heading: heading !== undefined && heading >= 0 ? heading : undefined };
    const place = world.byId(text) ?? world.byId((await search(this.id, text.replace("@", " ")).catch(() => []))[0]?.id ?? "");
    return place && { place: place.index, heading: undefined };
  }

  private pick(place: number): void {
    const tool = document.querySelector<HTMLInputElement>('input[name="pick"]:checked');
    if (tool?.value === "goal") this.setGoal(place);
    else this.setStart(place);
  }

  private setStart(place: number): void {
    this.start_ = place;
    this.heading = undefined;
    this.setTool("goal");
    this.changed();
  }

  private setGoal(place: number): void {
    this.goal = place;
    this.changed();
  }

  private swap(): void {
    [this.start_, this.goal] = [this.goal, this.start_];
    this.heading = undefined;
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

  /** Another pair of places, not next to each other; in a building, places that
   * have a name. */
  private random(): void {
    const { world } = this;
    if (!world) return;
    const all = world.places.map((place) => place.index);
    const named = world.isBuilding ? all.filter((place) => world.called(place) !== undefined) : all;
    const from = named.length > 1 ? named : all;
    const any = () => from[Math.floor(Math.random() * from.length)] ?? 0;
    let best: [number, number] = [from[0] ?? 0, from[from.length - 1] ?? 0];
    let longest = -1;
    for (let i = 0; i < 4; i++) {
      const [a, b] = [any(), any()];
      const [one, other] = [world.place(a), world.place(b)];
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      if (apart > longest) [best, longest] = [[a, b], apart];
    }
    [this.start_, this.goal] = best;
    const exits = world.place(best[0]).exits;
    this.heading = world.isBuilding ? undefined : exits[Math.floor(Math.random() * exits.length)]?.heading;
    this.setTool("goal");
    this.changed();
  }

  /** Start, heading or goal are others than before, or the map is. */
  private changed(isMended = false): void {
    const { world, start_: start, heading, goal } = this;
    if (!world) return;
    this.plan.mark({ start, heading, goal });
    this.finder.mark({ start, goal });
    this.listHeadings();
    history.replaceState(null, "", this.address());
    if (start === undefined || goal === undefined) {
      this.plan.showRoute([]);
      this.instruction = undefined;
      this.walk.leave();
      const what = start === undefined ? "Click where to start." : "Now click where to go.";
      this.hint.textContent = what;
      this.directions.say("Pick a start and a goal on the plan or by name, and the way appears here in words.", "hint");
      return;
    }
    this.hint.textContent = "";
    void this.ask(isMended);
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
    const { x, y, level } = this.world.place(place);
    const { levels } = this.world.building;
    const rounded = heading === undefined ? "" : `,${Math.round(heading * 1000) / 1000}`;
    return `${x},${y}${rounded}${levels.length > 1 ? `@${levels[level]?.id ?? ""}` : ""}`;
  }

  private address(): string {
    const profile: Record<string, string> = this.profile === "walk" ? {} : { profile: this.profile };
    return link.write({
      world: this.id,
      from: this.position(this.start_, this.heading),
      to: this.position(this.goal),
      options: { ...profile, ...this.switches.chosen },
    });
  }

  private kioskAddress(): string {
    const from = this.position(this.start_) ?? "";
    return `/kiosk/${encodeURIComponent(this.id)}${from && `?from=${encodeURIComponent(from)}`}`;
  }

  /** Asks the guide, and shows what it says. */
  private async ask(isMended = false): Promise<void> {
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
      const chosen = world.isBuilding ? { profile: this.profile } : this.switches.chosen;
      const { route, instruction } = await guide({ world: this.id, from, to, ...chosen }, signal);
      if (signal.aborted) return;
      this.instruction = instruction;
      this.poses = world.poses(route);
      this.plan.showRoute(this.poses, isMended);
      this.directions.show(instruction);
      void this.walk.enter(this.id, world, this.poses);
    } catch (error) {
      if (signal.aborted) return;
      this.instruction = undefined;
      this.poses = [];
      this.plan.showRoute([]);
      this.directions.say(words(error), "problem");
      this.walk.leave();
    } finally {
      if (!signal.aborted) byId("directions").removeAttribute("aria-busy");
    }
  }

  /** Lights a step on the plan, with what it names. */
  private light(step: Step | undefined): void {
    const { world } = this;
    if (!world?.isBuilding) return this.corridors.light(step);
    this.floors.light(step && { begin: step.begin, end: step.end, landmarks: namedOnPlan(world, step) });
  }

  private showWalker(position: { x: number; y: number; heading: number; level?: number }): void {
    this.plan.showWalker(position);
  }

  /** The route as it is printed: a plan for each level, the steps beside them. */
  private layOutPaper(): void {
    const { world, instruction, start_: start, goal } = this;
    if (!world || !instruction || start === undefined || goal === undefined) return;
    const levels = [...new Set(stretches(world, this.poses).map(({ level }) => level))];
    const image = (src: string, width: number, height: number) =>
      html("img", { src, alt: "Plan with numbered steps", width: String(width), height: String(height) });
    const plans = world.isBuilding
      ? levels.map((level) => ({
          name: world.building.levels[level]?.name ?? "",
          draw: (width: number, height: number, numbers: StepNumber[]) =>
            image(this.floors.picture(level, width, height, numbers).toDataURL(), width, height),
        }))
      : [];
    layOut(byId("sheet"), {
      title: `${world.name}: ${placeWords(world, start)} to ${placeWords(world, goal)}`,
      instruction,
      plans,
    });
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
