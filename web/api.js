// window.ikscope: what a page may ask of the program (docs/embedding.md).

/** gate: begin() lets a figure run, show() draws what was changed. */
export function makeApi(program, gate) {
  const listeners = { step: new Set(), change: new Set() };
  const kinds = { string: "string", boolean: "boolean", number: "number" };
  const text = (name, ...values) => program.ccall(name, "string", values.map((value) => kinds[typeof value]), values);
  const done = (problem) => {
    if (problem) throw new Error(problem);
    gate.show();
  };
  const api = {
    /** Scene, runs with method, parameters and numbers, steps, options of the view. */
    state: () => JSON.parse(text("page_state")),
    /** Any word of a link: set("lambda", 0.1), set("method", "sdls"), set("paused", true). */
    set(key, value) {
      if (value === undefined || value === null) throw new Error(`set("${key}") needs a value`);
      const word = typeof value === "boolean" ? (value ? "1" : "0") : String(value);
      done(text("page_set", String(key), ["paused", "embed"].includes(key) ? word : words(word, value)));
    },
    /** Lets time go on, or stops it; a figure runs from then on. */
    run() {
      gate.begin();
      api.set("paused", false);
    },
    pause: () => api.set("paused", true),
    /** What a session file can have, at once: do({ do: "set", key: "lambda", value: 1 }), several, or
     *  their text in such a file. */
    do(commands) {
      if (typeof commands === "string") return done(text("page_do", commands));
      const all = [commands].flat();
      if (!all.length || !all.every((one) => one && typeof one === "object"))
        throw new Error('do() takes commands, such as { do: "set", key: "lambda", value: 0.1 }, or their text');
      done(text("page_do", all.map((one) => "[[command]]\n" +
        Object.entries(one).map(([key, value]) => `${JSON.stringify(key)} = ${JSON.stringify(value)}\n`).join("")).join("")));
    },
    /** To a lesson's question: 1 is its first answer. */
    answer: (number) => done(text("page_reply", Number(number))),
    /** A link, or the text of a scene or session file. */
    open: (what) => done(text("page_open_text", String(what))),
    /** Calls f after each frame that has made steps, or that has changed something. Returns what ends that. */
    on(event, f) {
      if (!(event in listeners)) throw new Error(`there is no event "${event}"; expected step or change`);
      if (typeof f !== "function") throw new Error(`on("${event}") needs a function to call`);
      listeners[event].add(f);
      return () => listeners[event].delete(f);
    },
    /** Joint coordinates of the selected run, or with true of every run; rad, or scene units. */
    thetas: (all = false) => JSON.parse(text("page_thetas", !!all)),
    /** What is shown, as the hash of a link; empty where a link cannot say it. */
    link: () => text("page_link"),
  };
  Object.defineProperty(api, "program", { value: program }); // for tests
  let steps = program._page_steps(), changes = program._page_changes();
  const tell = (event) => {
    for (const f of [...listeners[event]]) {
      try { f(api); } catch (error) { console.error(error); }
    }
  };
  /** After each frame. */
  const follow = () => {
    const nowSteps = program._page_steps(), nowChanges = program._page_changes();
    const stepped = nowSteps !== steps, changed = nowChanges !== changes;
    steps = nowSteps;
    changes = nowChanges;
    if (stepped) tell("step");
    if (changed) tell("change");
  };
  return { api, follow };
}

/** true and false are "on" and "off" for everything but the clock. */
const words = (word, value) => (typeof value === "boolean" ? (value ? "on" : "off") : word);
