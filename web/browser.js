// What the program asks of the browser (src/app/web/page.cpp): the object Module.page.

import { pathOf } from "./drop.js";
import { download, giveSettings, takeSettings } from "./files.js";
import { filmMaker } from "./film.js";
import { onHeap } from "./heap.js";
import { readMesh } from "./meshes.js";
import { makeWorkers } from "./workers.js";

/** remark: says a sentence beside the program. */
export function browser(canvas, remark) {
  let audio = null;
  const page = {
    program: null,
    message: null, // of a worker, while the program takes it
    film: filmMaker(() => page.program, remark),
    title: (text) => { document.title = text; },
    cursor: (css) => { canvas.style.cursor = css; },
    copy: (text) => {
      const write = async () => navigator.clipboard.writeText(text); // some browsers want a click for it
      write().catch(() => remark("The browser has not copied it yet.", "Copy", () =>
        write().catch(() => remark("This browser does not allow pages from here to copy."))));
    },
    isFullScreen: () => document.fullscreenElement !== null,
    setFullScreen: (on) => {
      if (on) document.documentElement.requestFullscreen?.().catch(() => {});
      else document.exitFullscreen?.().catch(() => {});
    },
    wantsLessMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    looksLight: () => matchMedia("(prefers-color-scheme: light)").matches,
    isSoftware: (renderer) => {
      // WebGL hides the driver's name: this says it.
      const gl = canvas.getContext("webgl2");
      const info = gl?.getExtension("WEBGL_debug_renderer_info");
      const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : renderer;
      return /swiftshader|llvmpipe|software|basic render/i.test(name);
    },
    address: () => location.href.split("#")[0],
    tone: (pitch, loudness) => {
      if (!audio && loudness > 0) {
        const context = new AudioContext();
        const oscillator = new OscillatorNode(context), gain = new GainNode(context, { gain: 0 });
        oscillator.connect(gain).connect(context.destination);
        oscillator.start();
        audio = { context, oscillator, gain };
      }
      if (!audio) return;
      const soon = audio.context.currentTime + 0.03; // s: without a click
      audio.oscillator.frequency.linearRampToValueAtTime(pitch, soon);
      audio.gain.gain.linearRampToValueAtTime(0.2 * loudness, soon);
    },
    quiet: () => audio?.gain.gain.setTargetAtTime(0, audio.context.currentTime, 0.02),
    download(file) { download(file.slice(file.lastIndexOf("/") + 1), this.program.FS.readFile(file)); },
    takeSettings() { takeSettings(this.program.FS); },
    giveSettings() { giveSettings(this.program.FS); },
    readMesh(file) { readMesh(this.program, file); },
    chooseFile(title) {
      const input = document.createElement("input");
      input.type = "file";
      input.title = title;
      const answer = (path) => this.program.ccall("page_answer", null, ["string"], [path]);
      input.addEventListener("cancel", () => answer(""));
      input.addEventListener("change", async () => {
        try {
          const given = [...input.files].map((file) => ({ name: file.name, file }));
          answer(given.length ? await pathOf(this.program, given) : "");
        } catch (error) {
          answer("");
          remark(error.message);
        }
      });
      input.click();
    },
  };
  page.workers = makeWorkers(page);
  // A page is silent until it is used, and out of sight.
  for (const event of ["pointerup", "keydown"]) addEventListener(event, () => audio?.context.resume(), true);
  document.addEventListener("visibilitychange", () => document.hidden && page.quiet());
  return page;
}

/** ccall() puts texts on the stack, which has 1 MB: long ones are put elsewhere. */
export function takesLongTexts(program) {
  const { ccall } = program, long = 1e4; // letters
  program.ccall = (name, gives, types, values) => {
    const held = [];
    const place = (text) => {
      held.push(onHeap(program, new TextEncoder().encode(`${text}\0`)));
      return held.at(-1);
    };
    const isLong = values.map((value, i) => types[i] === "string" && value.length > long);
    try {
      return ccall(name, gives, types.map((type, i) => (isLong[i] ? "number" : type)),
                   values.map((value, i) => (isLong[i] ? place(value) : value)));
    } finally {
      for (const at of held) program._free(at);
    }
  };
}
