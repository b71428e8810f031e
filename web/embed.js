// A figure in another page: it is loaded when it comes into sight, shows a picture, runs once it is touched, and rests
// out of sight.

const words = new URLSearchParams(location.hash.slice(1));
export const embedded = ["", "1", "on", "yes"].includes(words.get("embed") ?? "no");

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

/** Says before each frame whether there is to be one. */
export function makeGate(canvas, program, api) {
  if (!embedded) return { wants: () => true, onWake: () => {}, begin: () => {}, show: () => {} };
  const height = Number(words.get("height")) || 0;
  try { // in a page of the same host
    if (height > 0 && frameElement) frameElement.style.height = `${height}px`;
  } catch { /* another host's: its author says the height */ }

  let frames = 0, touched = false, seen = true, wake = () => {};
  const bar = document.createElement("div");
  bar.id = "ikscope-embed";
  const run = button("▶ Run", "Runs this figure");
  const whole = document.createElement("a");
  whole.textContent = "Open ↗";
  whole.title = "Opens it whole in a tab of its own, as it is now";
  whole.target = "_blank";
  whole.rel = "noopener";
  const takeAddress = () => { whole.href = location.href.split("#")[0] + api.link(); };
  for (const event of ["pointerenter", "focus", "pointerdown"]) whole.addEventListener(event, takeAddress);
  takeAddress();
  bar.append(run, whole);
  document.body.append(bar);

  const begin = () => {
    if (touched) return;
    touched = true;
    run.remove();
    wake();
  };
  run.addEventListener("click", () => { begin(); canvas.focus(); });
  for (const event of ["pointerdown", "focus", "keydown"]) canvas.addEventListener(event, begin);
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen) wake();
  }).observe(canvas);
  addEventListener("resize", () => { frames = 0; wake(); });

  return {
    wants() {
      if (!seen) return false;
      if (touched) return true;
      if (program._page_hurries()) frames = 0;
      return frames++ < firstFrames;
    },
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
