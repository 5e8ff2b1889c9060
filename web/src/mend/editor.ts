// Mending a map: whoever knows the building says what stands where, what it is
// called, which door is locked and which places are joined. Every change is
// checked by the server and becomes the next version of the world; to take one
// back is to go to the version before.

import * as api from "../api/client";
import { html } from "../html";
import type { FloorPlan } from "../plan/floor-plan";
import type { Spot } from "../plan/spots";
import { landmarkName, type Area, type Door, type Landmark } from "../world/building";
import type { Place, World } from "../world/world";

export interface EditorEvents {
  /** Another version is to be shown. */
  onVersion: (id: string) => Promise<void>;
  /** Mending begins or ends. */
  onMending: (isOn: boolean) => void;
}

export class Editor {
  private id = "";
  private world: World | undefined;
  private isOn = false;
  /** The place that the next spot is joined to. */
  private joining: Place | undefined;
  /** The landmark that the next spot is for. */
  private moving: Landmark | undefined;
  private form = html("div", { class: "mend-form" });
  private told = html("p", { class: "hint", role: "status" });
  private undo = html("button", { type: "button", class: "button" }, "Undo");
  private save = html("a", { class: "button", download: "" }, "Download the map");

  constructor(
    private container: HTMLElement,
    private button: HTMLButtonElement,
    private plan: FloorPlan,
    private events: EditorEvents,
  ) {
    const done = html("button", { type: "button", class: "button" }, "Done");
    container.append(html("div", { class: "mend-tools" }, this.undo, this.save, done), this.form, this.told);
    container.hidden = true;
    button.addEventListener("click", () => this.toggle(!this.isOn));
    done.addEventListener("click", () => {
      this.toggle(false);
      button.focus();
    });
    this.undo.addEventListener("click", () => void this.takeBack());
  }

  get isMending(): boolean {
    return this.isOn;
  }

  /** A world, or the next version of it. */
  show(id: string, world: World): void {
    const isOther = world.name !== this.world?.name;
    this.id = id;
    this.world = world;
    this.button.hidden = !world.isBuilding;
    this.save.href = `/api/worlds/${encodeURIComponent(id)}`;
    this.save.download = `${id}.json`;
    if (isOther) this.toggle(false);
    void this.readHistory();
  }

  toggle(isOn: boolean): void {
    this.isOn = isOn && this.world?.isBuilding === true;
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.container.hidden = !this.isOn;
    this.plan.isFree = this.isOn;
    this.rest();
    this.events.onMending(this.isOn);
  }

  /** Somebody points at a spot while mending. */
  pick(spot: Spot): void {
    const { world, plan } = this;
    if (!world) return;
    if (this.joining) return void this.join(this.joining, world.place(spot.place));
    if (this.moving) return void this.move(this.moving.index, spot);
    const { landmarks, doors, areas } = world.building;
    const [landmark, door] = [plan.landmarkAt(spot), plan.doorAt(spot)];
    const place = world.place(spot.place);
    const parts: HTMLElement[] = [];
    if (landmark !== undefined && landmarks[landmark]) parts.push(this.landmarkForm(landmarks[landmark]));
    else if (door !== undefined && doors[door]) parts.push(this.doorForm(doors[door]));
    else parts.push(this.putForm(spot));
    const area = place.area === undefined ? undefined : areas[place.area];
    if (area) parts.push(this.areaForm(area));
    parts.push(this.joinForm(place));
    this.form.replaceChildren(...parts);
    this.told.textContent = "";
    this.form.querySelector("input")?.focus({ preventScroll: true });
  }

  /** A landmark was dragged to another spot. */
  move(landmark: number, { x, y }: { x: number; y: number }): Promise<void> {
    const one = this.world?.building.landmarks[landmark];
    this.moving = undefined;
    if (!one) return Promise.resolve();
    return this.change({ change: "move-landmark", id: one.id, at: [x, y] }, `${landmarkName(one)} moved.`);
  }

  private rest(): void {
    this.joining = this.moving = undefined;
    this.form.replaceChildren();
    this.told.textContent = this.isOn
      ? "Point at a spot to put something there, at a landmark or a door to change it; drag a landmark to move it. By keyboard: go to the plan, arrows, Enter."
      : "";
  }

  private putForm({ x, y, level }: Spot): HTMLElement {
    const [kind, name, text] = [field("What stands here", "water fountain"), field("Its name", "if it has one"), field("Words on it", "for a sign")];
    return form("Put something here", "Put it here", [kind, name, text], () => {
      const put: api.Change = {
        change: "put-landmark",
        level: this.world?.building.levels[level]?.id ?? "",
        at: [x, y],
        kind: value(kind),
        name: value(name) || null,
        text: value(text) || null,
      };
      return this.change(put, `${value(kind)} put on the map.`);
    });
  }

  private landmarkForm(landmark: Landmark): HTMLElement {
    const { id } = landmark;
    const kind = field("What it is", "", landmark.kind);
    const name = field("Its name", "if it has one", landmark.name);
    const text = field("Words on it", "for a sign", landmark.text);
    const renamed = form(`This ${landmark.kind}`, "Save", [kind, name, text], () => {
      const rename: api.Change = { change: "rename-landmark", id, kind: value(kind), name: value(name), text: value(text) };
      return this.change(rename, "Renamed.");
    });
    const remove = html("button", { type: "button", class: "button" }, "Remove it");
    remove.addEventListener("click", () => void this.change({ change: "remove-landmark", id }, `${landmarkName(landmark)} removed.`));
    const move = html("button", { type: "button", class: "button" }, "Move it");
    move.addEventListener("click", () => {
      this.moving = landmark;
      this.told.textContent = `Point at where the ${landmark.kind} stands, or go there with the arrows and press Enter.`;
      this.plan.focus();
    });
    renamed.append(move, remove);
    return renamed;
  }

  private doorForm({ id, access, name, kind }: Door): HTMLElement {
    const isLocked = access === "closed";
    const button = html("button", { type: "button", class: "button" }, isLocked ? "It is open" : "It is locked");
    button.addEventListener("click", () => {
      const set: api.Change = { change: "set-door", id, access: isLocked ? "public" : "closed" };
      void this.change(set, isLocked ? "Marked as open." : "Marked as locked.");
    });
    return html("fieldset", {}, html("legend", {}, name ?? `This ${kind === "opening" ? "opening" : "door"}`), button);
  }

  private areaForm(area: Area): HTMLElement {
    const [name, number] = [field("Called", "Reception", area.name), field("Number", "2.14", area.number)];
    return form(`The ${area.kind}`, "Rename", [name, number], () => {
      return this.change({ change: "rename-area", id: area.id, name: value(name), number: value(number) }, "Renamed.");
    });
  }

  private joinForm(place: Place): HTMLElement {
    const button = html("button", { type: "button", class: "button" }, "Join with another spot");
    button.addEventListener("click", () => {
      this.joining = place;
      this.told.textContent = "Point at the spot that one can walk to from here.";
      this.plan.focus();
    });
    return html("fieldset", {}, html("legend", {}, "Ways"), button);
  }

  private join(from: Place, to: Place): Promise<void> {
    this.joining = undefined;
    return this.change({ change: "join-places", between: [from.id, to.id] }, "Joined.");
  }

  private async change(change: api.Change, words: string): Promise<void> {
    try {
      const { id } = await api.change(this.id, [change]);
      await this.events.onVersion(id);
      this.rest();
      this.told.textContent = words;
    } catch (error) {
      this.told.textContent = error instanceof api.Refused ? error.message : "The server does not answer.";
    }
    this.plan.focus();
  }

  private previous: string | undefined;

  private async readHistory(): Promise<void> {
    const { id } = this;
    this.previous = undefined;
    this.undo.disabled = true;
    if (!this.world?.isBuilding) return;
    const all = await api.versions(id).catch(() => []);
    if (id !== this.id) return;
    this.previous = all.find((version) => version.id === id)?.previous ?? undefined;
    this.undo.disabled = this.previous === undefined;
  }

  private async takeBack(): Promise<void> {
    if (this.previous === undefined) return;
    await this.events.onVersion(this.previous);
    this.rest();
    this.told.textContent = "Taken back.";
  }
}

type Field = { label: HTMLElement; input: HTMLInputElement };

function field(words: string, example: string, text = ""): Field {
  const input = html("input", { type: "text", maxlength: "100", placeholder: example, value: text });
  return { label: html("label", { class: "field" }, html("span", {}, words), input), input };
}

function value({ input }: Field): string {
  return input.value.trim();
}

/** Some fields, and a button that Enter presses too. */
function form(title: string, action: string, fields: Field[], submit: () => Promise<void>): HTMLElement {
  const button = html("button", { type: "submit", class: "button strong" }, action);
  const set = html("fieldset", {}, html("legend", {}, title), ...fields.map(({ label }) => label), button);
  const element = html("form", {}, set);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  return element;
}
