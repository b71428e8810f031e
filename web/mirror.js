// What is on the screen in words, for screen readers and those who come to it by Tab: HTML with buttons and fields that
// work.

const often = 1000; // ms
const fields = "button, summary, input, select";
const named = (field) => field.getAttribute("aria-label") ?? field.textContent;

export function connectMirror(root, program, api) {
  let before = "", when = -Infinity;
  const act = (what, argument = 0) => program.ccall("page_act", null, ["string", "number"], [what, argument]);
  const made = (name, attributes = {}) => {
    const one = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.before = "[]";
    root.append(one);
    return one;
  };
  const parts = [[made("div", { role: "alert" }), message],
                 [made("section", { "aria-label": "Start" }), start],
                 [made("section", { "aria-label": "Lesson", "aria-live": "polite" }), lesson],
                 [made("section", { "aria-label": "Conditions" }), task],
                 [made("section", { "aria-label": "Diagnosis" }), diagnosis],
                 [made("section", { "aria-label": "Method and parameters" }), controls],
                 [made("section", { "aria-label": "Numbers" }), numbers]];
  const aloud = made("div", { role: "status" });
  const say = (text) => { aloud.textContent = text; };
  const set = (key, value) => {
    try { api.set(key, value); } catch (error) { say(error.message); }
  };
  for (const [one, content] of parts) one.hidden = one.tagName === "SECTION" && content({}).length === 0;
  // The diagnosis is spoken when it is of another kind for as long as two looks at it, and when one asks for it.
  let spoken = "", kind = "";
  const speak = (diagnosis) => {
    const now = diagnosis?.kind ?? "";
    if (now && now === kind && now !== spoken) {
      spoken = now;
      say(diagnosis.sentence);
    }
    kind = now;
  };
  const acts = { act, set, say };

  return function tell(now) {
    if (now - when < often) return;
    when = now;
    const text = program.ccall("page_text", "string", [], []);
    const shown = JSON.parse(text);
    speak(shown.diagnosis);
    if (text === before) return;
    before = text;
    let focus = null; // where it goes if what had it is gone
    for (const [one, told] of parts) {
      const content = told(shown), key = JSON.stringify(content), focused = document.activeElement;
      if (key === one.before || (one.contains(focused) && focused.matches("input, select"))) continue;
      one.before = key;
      const had = one.contains(focused) && named(focused);
      one.replaceChildren(...content.map((item) => element(item, acts)));
      one.hidden = one.tagName === "SECTION" && content.length === 0;
      if (had) focus = [...one.querySelectorAll(fields)].find((field) => named(field) === had) ?? false;
    }
    if (focus !== null) (focus || root.querySelector(`section:not([hidden]) :is(${fields})`))?.focus();
  };
}

/** Texts are [name, text], buttons ["button", text, what, argument], fields ["field", label, key, value, choices]: of a
 *  choice [value, title]. */
function element([name, text, ...more], { act, set, say }) {
  const one = document.createElement(name === "field" ? "label" : name);
  if (name === "details") {
    one.append(Object.assign(document.createElement("summary"), { textContent: text }), more[0]);
    return one;
  }
  one.textContent = text;
  if (name === "button") one.addEventListener("click", () => (more[0] === "say" ? say(more[1]) : act(...more)));
  if (name !== "field") return one;
  const [key, value, choices] = more;
  const field = document.createElement(choices.length ? "select" : "input");
  for (const [choice, title] of choices) field.append(new Option(title, choice));
  field.value = value;
  field.setAttribute("aria-label", text); // not the choice too
  field.addEventListener("change", () => set(key, field.value));
  one.append(" ", field);
  return one;
}

function message(shown) {
  return shown.message ? [["p", shown.message]] : [];
}

/** A figure has none. */
const scenes = ({ scenes: all, place }) => (!all ? [] : [
  ["field", "Scene", "scene", place, all.map((one) => [one, one])],
  ["button", "Open a file", "browse", 0],
  ["button", "Lessons and scenes", "start", 0]]);

function start(shown) {
  const at = shown.start;
  if (!at) return [];
  return [["h2", "ikscope: an oscilloscope for inverse kinematics"],
          ["button", at.resume ? `Resume the lesson: ${at.resume}` : "Free play", "play", 0],
          ...scenes(shown).slice(0, 2),
          ...at.lessons.flatMap((one, i) => [["button", `Lesson ${i + 1}: ${one.title}`, "open", i],
                                             ["p", one.summary + (one.completed ? " Completed." : "")]])];
}

function lesson({ lesson: at }) {
  if (!at) return [];
  const all = [["h2", at.title], ["h3", `Step ${at.step + 1} of ${at.steps}: ${at.heading}`]];
  for (const paragraph of at.text.split("\n\n")) all.push(["p", paragraph]);
  if (at.question) {
    all.push(["p", `Question: ${at.question.text}`]);
    at.question.answers.forEach((answer, i) => all.push(["button", answer, "answer", i]));
    if (at.question.because) all.push(["p", `${at.question.right ? "Right" : "Not quite"}: ${at.question.because}`]);
  }
  if (at.task) {
    all.push(["p", `Try it: ${at.task.text}`]);
    if (at.task.done) all.push(["p", "The task is done."]);
    if (at.task.hint) all.push(["details", "Hint", at.task.hint]);
    if (at.task.solution) all.push(["button", "Do it for me", "do", 0]);
  }
  if (at.step > 0) all.push(["button", "Previous step", "step", at.step - 1]);
  if (at.step + 1 < at.steps) all.push(["button", "Next step", "step", at.step + 1]);
  all.push(["button", "Restart this step", "repeat", 0], ["button", "Leave the lesson", "leave", 0]);
  return all;
}

function task({ lesson: at }) {
  return (at?.task?.conditions ?? []).map((one) =>
    ["p", `${one.met ? "Met" : "Not met"}: ${one.text}${one.said ? `, ${one.said}` : ""}`]);
}

function diagnosis({ diagnosis: at }) {
  if (!at) return [];
  const all = [["p", at.sentence]];
  if (at.advice) all.push(["p", `Try: ${at.advice}`]);
  if (at.button) all.push(["button", at.button, "remedy", 0]);
  all.push(["button", "Announce the diagnosis", "say", [at.sentence, at.advice && `Try: ${at.advice}`].filter(Boolean).join(". ")]);
  return all;
}

function controls({ run, start: at }) {
  if (!run || at) return [];
  const methods = run.methods.map(({ name, title }) => [name, title]);
  return [...(methods.length ? [["field", "Method", "method", run.method, methods]] : []),
          ...run.parameters.map(({ key, name, value, choices }) =>
            ["field", name, key, value, (choices ?? []).map((one) => [one, one])])];
}

function numbers(shown) {
  if (!shown.scene || shown.start) return [];
  return [["p", `Scene ${shown.scene}, method ${shown.method}.`],
          ["button", shown.paused ? "Resume" : "Pause", "pause", 0],
          ...scenes(shown),
          ...(shown.numbers ?? []).map((one) => ["p", `${one.name}: ${one.value}`])];
}
