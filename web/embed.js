// A figure in another page: it is loaded when it comes into sight, shows a picture, runs once it is touched, and rests
// out of sight. A finger that swipes over it before scrolls the page.

// As src/formats/moments reads links: escaped once too often, or followed by a sentence's end.
let hash = location.hash.slice(1).replace(/[.,;!?)>\]"'\s]+$/, "");
if (!hash.includes("=")) hash = hash.replace(/%3d/gi, "=").replaceAll("%26", "&");
const said = new URLSearchParams(hash.replace(/&amp;|&#38;/g, "&"));
const words = new Map([...said].map(([key, value]) => [key.toLowerCase(), value]));
export const embedded = ["", "1", "on", "yes", "true"].includes((words.get("embed") ?? "no").toLowerCase());

const firstFrames = 4; // until all is laid out
const shownFrames = 2; // one does what was asked for, one shows it

/** Resolves when some of the figure is in sight. */
export const inSight = (element) => new Promise((resolve) => {
  if (!embedded) return resolve();
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    resolve();
  }).observe(element);
});

// Who presses it while it is loaded wants it to run.
let pressed = false;
if (embedded) addEventListener("click", () => { pressed = true; });

/** Where a panel has no room beside the body it is below it. */
function higher() {
  const beside = (words.get("show") ?? "").split(",").some((one) => one && !["body", "numbers", "diagnosis", "time"].includes(one));
  return beside && innerWidth < 512 ? 1.4 : 1;
}

/** Says before each frame whether there is to be one. */
export function makeGate(canvas, program, api) {
  if (!embedded) return { wants: () => true, rests: () => false, onWake: () => {}, begin: () => {}, show: () => {} };
  const height = Number(words.get("height")) || 0;
  try { // in a page of the same host
    if (height > 0 && frameElement) frameElement.style.height = `${Math.round(height * higher())}px`;
  } catch { /* another host's: its author says the height */ }

  let frames = 0, begun = false, seen = true, wake = () => {};
  const bar = document.createElement("div");
  bar.id = "ikscope-embed";
  const run = button("▶ Run", "Runs this figure");
  const whole = document.createElement("a");
  whole.textContent = "Open ↗";
  whole.title = "Opens the full program in a new tab, in this state";
  whole.target = "_blank";
  whole.rel = "noopener";
  const takeAddress = () => { whole.href = location.href.split("#")[0] + api.link(); };
  for (const event of ["pointerenter", "focus", "pointerdown"]) whole.addEventListener(event, takeAddress);
  takeAddress();
  bar.append(run, whole);
  canvas.after(bar);

  const goesOn = () => begun && !program._page_paused();
  const tell = () => {
    const [text, title] = goesOn() ? ["❚❚ Pause", "Stops time in this figure"] : ["▶ Run", "Runs this figure"];
    if (run.textContent !== text) Object.assign(run, { textContent: text, title });
  };
  canvas.classList.add("resting");
  const begin = () => {
    if (begun) return;
    begun = true;
    canvas.classList.remove("resting");
    program._page_rest(false);
    wake();
  };
  run.addEventListener("click", () => {
    const paused = goesOn();
    begin();
    api.set("paused", paused);
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointerdown", (event) => event.pointerType !== "touch" && begin());
  canvas.addEventListener("keydown", (event) => {
    if (begun || ["Tab", "Shift", "Escape"].includes(event.key)) return;
    begin();
    if (event.key !== " " && event.key !== "Enter") return; // else Space would pause it at once
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen) wake();
  }).observe(canvas);
  addEventListener("resize", () => { frames = 0; wake(); });
  if (pressed) begin();

  return {
    wants() {
      tell();
      if (!seen) return false;
      if (begun) return true;
      if (program._page_works()) frames = 0;
      return frames++ < firstFrames;
    },
    rests: () => !begun,
    onWake(f) { wake = f; },
    /** From now on it runs. */
    begin,
    /** A script has changed something: it is drawn, also where the figure rests. */
    show() {
      frames = Math.min(frames, firstFrames - shownFrames);
      wake();
    },
  };
}

function button(text, title) {
  const made = document.createElement("button");
  made.textContent = text;
  made.title = title;
  return made;
}
