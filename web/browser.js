// What the program asks of the browser (src/app/web/page.cpp): the object Module.page.

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
    copy: (text) => navigator.clipboard?.writeText(text).catch(() => {}),
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
        const [file] = input.files;
        answer(file ? await intoMemory(this.program.FS, file) : "");
      });
      input.click();
    },
  };
  page.workers = makeWorkers(page);
  return page;
}

/** Copies a file of the user into the page's memory; gives its path there. */
export async function intoMemory(FS, file, name = file.name) {
  const path = `/home/web_user/opened/${name}`;
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  return path;
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
