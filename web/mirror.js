// What is on the screen in words, for screen readers: HTML that nobody sees, with buttons that work.

const often = 1000; // ms

export function connectMirror(root, program) {
  let before = "", when = -Infinity;
  const act = (what, argument = 0) => program.ccall("page_act", null, ["string", "number"], [what, argument]);
  const part = (name, attributes) => {
    const one = document.createElement("section");
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.before = "";
    root.append(one);
    return { name, one };
  };
  const parts = [part("message", { role: "alert" }),
                 part("start", { "aria-label": "Start" }),
                 part("lesson", { "aria-label": "Lesson", "aria-live": "polite" }),
                 part("task", { "aria-label": "Conditions" }),
                 part("diagnosis", { "aria-label": "Diagnosis", "aria-live": "polite" }),
                 part("numbers", { "aria-label": "Numbers" })];
  const told = { message, start, lesson, task, diagnosis, numbers };

  return function tell(now) {
    if (now - (when) < often) return;
    when = now;
    const text = program.ccall("page_text", "string", [], []);
    if (text === before) return;
    before = text;
    const shown = JSON.parse(text);
    for (const { name, one } of parts) {
      const content = told[name](shown);
      const key = JSON.stringify(content);
      if (key === one.before) continue;
      one.before = key;
      const at = [...one.querySelectorAll("button")].indexOf(document.activeElement);
      one.replaceChildren(...content.map((item) => element(item, act)));
      if (at >= 0) one.querySelectorAll("button")[at]?.focus();
    }
  };
}

// Elements as [name, text], buttons as ["button", text, what, argument].
function element([name, text, what, argument], act) {
  const one = document.createElement(name);
  one.textContent = text;
  if (what) one.addEventListener("click", () => act(what, argument));
  return one;
}

const message = (shown) => (shown.message ? [["p", shown.message]] : []);

function start({ start: at }) {
  if (!at) return [];
  return [["h2", "ikscope: an oscilloscope for inverse kinematics"],
          ["button", at.resume ? `Resume the lesson: ${at.resume}` : "Free play", "start", 0],
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
    if (at.task.solution) all.push(["button", "Do it for me", "do", 0]);
  }
  if (at.step > 0) all.push(["button", "Previous step", "step", at.step - 1]);
  if (at.step + 1 < at.steps) all.push(["button", "Next step", "step", at.step + 1]);
  all.push(["button", "Restart this step", "repeat", 0], ["button", "Leave the lesson", "leave", 0]);
  return all;
}

const task = ({ lesson: at }) => (at?.task?.conditions ?? []).map((one) =>
  ["p", `${one.met ? "Met" : "Not met"}: ${one.text}${one.said ? `, ${one.said}` : ""}`]);

function diagnosis({ diagnosis: at }) {
  if (!at) return [];
  const all = [["p", at.sentence]];
  if (at.advice) all.push(["p", `Try: ${at.advice}`]);
  if (at.button) all.push(["button", at.button, "remedy", 0]);
  return all;
}

function numbers(shown) {
  if (!shown.scene || shown.start) return [];
  return [["p", `Scene ${shown.scene}, method ${shown.method}.`],
          ["button", shown.paused ? "Resume" : "Pause", "pause", 0],
          ["button", "Lessons and scenes", "start", 0],
          ...(shown.numbers ?? []).map((one) => ["p", `${one.name}: ${one.value}`])];
}
