// The page: loads the program, gives it the canvas, what the user does and the browser's frames.

import load from "./ikscope.mjs";
import { connectKeys } from "./keys.js";
import { connectPointer } from "./pointer.js";
import { connectText } from "./text.js";
import { connectDrop } from "./drop.js";
import { connectMirror } from "./mirror.js";
import { browser, takesLongTexts } from "./browser.js";
import { giveSettings, keepFiles, restoreDraft, restoreFiles } from "./files.js";
import { loading } from "./loading.js";
import { keepOffline, takeUpdate } from "./offline.js";
import { makeApi } from "./api.js";
import { embedded, inSight, makeGate } from "./embed.js";
import { followLink, linkArguments, openLongLink } from "./link.js";

const canvas = document.getElementById("ikscope-canvas");
const notice = document.getElementById("ikscope-notice");
document.documentElement.classList.toggle("framed", window.parent !== window);

/** A sentence over the page, how far something is, a button; nothing: takes it away. */
function say(text, share, button, pressed) {
  notice.replaceChildren(text);
  notice.hidden = !text;
  if (share !== undefined) notice.append(Object.assign(document.createElement("progress"), { value: share }));
  if (!button) return;
  const one = Object.assign(document.createElement("button"), { textContent: button });
  one.addEventListener("click", pressed);
  notice.append(one);
}

/** The same beside a program that runs, until it is taken away. */
function remark(text, button, pressed) {
  const close = () => { say(""); notice.classList.remove("remark"); canvas.focus(); };
  notice.classList.add("remark");
  say(text, undefined, button ?? "Close", () => { close(); pressed?.(); });
  if (button) notice.append(Object.assign(document.createElement("button"), { textContent: "Close", onclick: close }));
}

const coarse = matchMedia("(pointer: coarse)");

/** Tells the program how large the canvas is, in device pixels, and what it is on. */
function place(program) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  program._page_place(width, height, ratio, Math.round(screen.width * ratio), Math.round(screen.height * ratio),
                      document.hidden, coarse.matches);
}

async function begin() {
  await inSight(canvas);
  await takeUpdate();
  const said = [];
  const { failed, ...loaded } = await loading(say);
  const program = await Promise.race([failed, load({
    page: browser(canvas, remark),
    printErr: (line) => { said.push(line); console.error(line); },
    print: (line) => console.log(line),
    ...loaded,
    preRun: [(module) => {
      module.ENV.HOME = "/home/web_user";
      module.ENV.IKSCOPE_DATA = "/ikscope";
    }],
  })]);
  // From here to the end at once: what is pressed meanwhile waits until it can be heard.
  program.page.program = program;
  takesLongTexts(program);
  restoreFiles(program.FS);
  place(program);
  program.callMain([...linkArguments(), ...(embedded ? ["--no-settings"] : [])]);
  if (embedded) program._page_rest(true); // until it is touched
  else giveSettings(program.FS);
  say("");
  let runs = true;
  const draw = () => {
    place(program);
    runs = program._page_frame();
    if (!runs) say(said.at(-1) ?? "ikscope has ended.");
    return runs;
  };
  for (let i = 0; i < 2 && runs; ++i) draw(); // until all is laid out; then App reads the scenes
  if (!runs) return;
  performance.mark("ikscope: first picture");
  const { api, follow } = makeApi(program, { begin: () => gate.begin(), show: () => gate.show() });
  const gate = makeGate(canvas, program, api);
  connectKeys(canvas, program);
  const text = connectText(canvas, program);
  const pointer = connectPointer(canvas, program, {
    // The frames that see the finger go down and up, while the browser still knows that it was one.
    tapped: () => { for (let i = 0; i < 3 && runs; ++i) draw(); text.follow(); },
    rests: gate.rests,
    begin: gate.begin,
  });
  const mirror = connectMirror(document.getElementById("ikscope-words"), program, api);
  openLongLink(api, remark);
  connectDrop(document, document.getElementById("ikscope-drop"), program, api, remark);
  const address = embedded ? () => {} : followLink(program, api, remark);
  if (!embedded) restoreDraft(program, remark);
  for (const [target, name] of [[document, "visibilitychange"], [window, "pagehide"]])
    target.addEventListener(name, () => keepFiles(program, true));
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault(); // else it does not come back
    runs = false;
    program.page.quiet();
    keepFiles(program, true);
    say("The graphics driver was reset. The picture returns as soon as the driver allows.", undefined,
        "Reload now", () => location.reload());
  });
  canvas.addEventListener("webglcontextrestored", () => location.reload());
  if (!embedded && window.parent === window) canvas.focus(); // another page keeps its own
  let rests = false;
  const frame = (now) => {
    if (!runs || (rests = !gate.wants())) return program.page.quiet();
    if (program.page.film.busy()) return requestAnimationFrame(frame);
    pointer.frame();
    if (!draw()) return;
    if (pointer.touched()) text.follow();
    keepFiles(program);
    mirror(now);
    follow();
    address();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  gate.onWake(() => {
    if (rests) requestAnimationFrame(frame);
    rests = false; // once, however often it is woken before that frame
  });
  keepOffline();
  window.ikscope = api;
  window.dispatchEvent(new Event("ikscope"));
}

begin().catch((error) => {
  console.error(error);
  say(`ikscope cannot run here: ${error.message ?? error}`);
});
