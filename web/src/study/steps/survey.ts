// The questions after the walk. All of them need an answer; what is chosen is
// kept in this browser until the server has it.

import { html } from "../../html";
import { cancelButton } from "../cancel";
import type { Drawer } from "../drawer";
import { actions, once, reading, type Page } from "../page";
import type { About, Question } from "../server";

export interface Answers {
  answers: Record<string, string>;
  comments: string;
}

export interface SurveyEvents {
  /** Resolves with the server's words if it wants something else. */
  onAnswer: (answers: Answers) => Promise<string | undefined>;
  onCancel: (reason: string) => Promise<void>;
}

export function survey({ survey, comments }: About, run: string, drawer: Drawer, events: SurveyEvents): Page {
  const draft = `draft ${run}`;
  const kept = drawer.get<Answers>(draft);
  const fields = survey.map((question) => field(question, kept?.answers[question.id]));
  const words = html("textarea", { id: "comments", rows: "4", maxlength: "5000" });
  words.value = kept?.comments ?? "";
  const problem = html("p", { class: "fault", role: "alert" });
  const send = html("button", { class: "button strong" }, "Send the answers");
  const form = html("form", { novalidate: "" }, ...fields.map(({ element }) => element));
  if (comments) form.append(html("div", { class: "comments" }, html("label", { for: "comments" }, comments, html("small", {}, "optional")), words));
  const cancel = cancelButton({ onCancel: events.onCancel });
  form.append(problem, actions(send, cancel));

  const given = (): Answers => ({
    answers: Object.fromEntries(fields.flatMap(({ id, answer }) => (answer() === undefined ? [] : [[id, answer() ?? ""]]))),
    comments: words.value,
  });
  form.addEventListener("input", () => drawer.keep(draft, given()));
  const submit = once(async () => {
    problem.textContent = "";
    const missing = fields.filter((one) => one.isMissing());
    missing[0]?.focus();
    if (missing.length > 0) return;
    send.disabled = true;
    const refusal = await events.onAnswer(given());
    send.disabled = false;
    if (refusal === undefined) return drawer.forget(draft);
    problem.textContent = refusal;
    // The server names the question it means.
    const named = new Set(refusal.split(/[^\w-]+/));
    fields.find(({ id }) => named.has(id))?.focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  return reading("A few questions", html("p", {}, "Please answer every question; the comments are up to you."), form);
}

/** One question, as it is answered. */
function field(question: Question, given: string | undefined) {
  return question.options.length > 0 ? choice(question, given) : writing(question, given);
}

/** A question that is answered in words or with a number. */
function writing({ id, text, kind, range, optional }: Question, given: string | undefined) {
  const fault = html("span", { class: "fault", id: `fault-${id}` });
  const limits: Record<string, string> = range ? { min: String(range[0]), max: String(range[1]) } : {};
  const input =
    kind === "number"
      ? html("input", { type: "number", step: "any", name: id, "aria-describedby": fault.id, ...limits })
      : html("textarea", { name: id, rows: "3", maxlength: "5000", "aria-describedby": fault.id });
  input.value = given ?? "";
  input.required = !optional;
  const note = optional ? [html("small", {}, "optional")] : [];
  const element = html("div", { class: "comments" }, html("label", {}, text, ...note, fault, input));
  const answer = () => (input.value.trim() === "" ? undefined : input.value.trim());
  const tell = (): boolean => {
    const isMissing = !optional && answer() === undefined;
    const isWrong = !isMissing && !input.validity.valid;
    fault.textContent = isMissing ? "Please answer." : isWrong ? input.validationMessage : "";
    element.classList.toggle("missing", isMissing || isWrong);
    input.setAttribute("aria-invalid", String(isMissing || isWrong));
    return isMissing || isWrong;
  };
  element.addEventListener("change", tell);
  return { id, element, answer, isMissing: tell, focus: () => input.focus() };
}

/** One question with its options. */
function choice({ id, text, kind, options }: Question, chosen: string | undefined) {
  const fault = html("span", { class: "fault", id: `fault-${id}` });
  const inputs = options.map(({ value }) => {
    const input = html("input", { type: "radio", name: id, value, "aria-describedby": fault.id });
    input.required = true;
    input.checked = value === chosen;
    return input;
  });
  const labels = options.map(({ label }, i) => html("label", {}, inputs[i] ?? "", html("span", {}, label)));
  const element = html("fieldset", {}, html("legend", {}, text), fault, html("div", { class: `options ${kind}` }, ...labels));
  const answer = () => inputs.find((input) => input.checked)?.value;
  const tell = (isMissing: boolean) => {
    fault.textContent = isMissing ? "Please choose an answer." : "";
    element.classList.toggle("missing", isMissing);
    for (const input of inputs) input.setAttribute("aria-invalid", String(isMissing));
    return isMissing;
  };
  element.addEventListener("change", () => tell(false));
  return { id, element, answer, isMissing: () => tell(answer() === undefined), focus: () => inputs[0]?.focus() };
}
