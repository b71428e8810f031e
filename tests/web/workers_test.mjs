// Maps and workspaces in Web Workers: the numbers are those that the page itself would compute, the picture does not
// wait, and workers that fail are got over.

import assert from "node:assert/strict";
import { frames, launch, onPage, run, serve } from "./harness.mjs";

const folder = process.argv[2] ?? "build/web";
const site = await serve(folder), browser = await launch();
const job = 0, stop = 2, answer = 3; // remote::Message::What

/** Notes what goes to workers and comes back, as [what, kind]; cores: that the browser tells of. */
function watch({ cores, workers }) {
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
  window.said = [];
  window.started = 0;
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(url, ...rest) {
      super(url, ...rest);
      if (!String(url).endsWith("/worker.js")) return;
      ++window.started;
      this.addEventListener("message", ({ data }) => window.said.push([data.what, data.kind]));
    }
    postMessage(message, ...rest) {
      window.said.push([message.what, message.kind]);
      super.postMessage(message, ...rest);
    }
  };
  if (!workers) delete window.Worker;
}

const inWindow = (test, { cores = 4, workers = true, unseen = true, expected } = {}) => {
  const before = (context) => context.addInitScript(watch, { cores, workers });
  return onPage(browser, site.url, { viewport: { width: 1280, height: 800 }, unseen, expected, before }, test)
    .finally(() => { site.change = null; });
};

const maps = (page, tables = false) => page.evaluate((tables) =>
  JSON.parse(window.ikscope.program.ccall("page_maps", "string", ["boolean"], [tables])), tables);
const said = (page, what) => page.evaluate((what) => window.said.filter(([one]) => one === what), what);

/** Shows the map of a scene: cells along an axis; steps of a cell. */
async function show(page, scene, fineness, steps = 200, more = "") {
  await page.evaluate(([link]) => window.ikscope.open(link),
    [`#scene=${scene}&panel=map&map_fineness=${fineness}&map_steps=${steps}&paused=1${more}`]);
  await page.waitForFunction((cells) =>
    JSON.parse(window.ikscope.program.ccall("page_maps", "string", ["boolean"], [false]))[0]?.of === cells, fineness ** 2);
}
/** All of it is there, and it has not gone on by itself beyond an end where the best setting is. */
async function finished(page, timeout = 240000) {
  for (let before = null, now = ""; before !== now; before = now, now = JSON.stringify(await maps(page, true))) {
    await page.waitForFunction(() =>
      JSON.parse(window.ikscope.program.ccall("page_maps", "string", ["boolean"], [false]))
        .every((one) => one.refusal || (one.of > 0 && one.done === one.of)), null, { timeout, polling: 100 });
    await frames(page, 15);
    await page.waitForTimeout(500);
  }
}

const table = async (scene, options) => inWindow(async (page) => {
  await show(page, scene, 16, 60, options.more);
  await finished(page);
  const [map] = await maps(page, true);
  assert.equal(map.refusal, "");
  assert.equal(map.table.trim().split("\n").filter((line) => /^\d/.test(line)).length, map.of);
  return { table: map.table, started: await page.evaluate(() => window.started), answers: (await said(page, answer)).length };
}, options);

/** How long a map takes, and the milliseconds between two frames meanwhile. */
const pace = (workers, cores) => inWindow(async (page) => {
  await show(page, "y", 16, 60);
  await finished(page);
  const cells = 32, link = `#scene=y&panel=map&map_fineness=${cells}&map_steps=60`;
  return page.evaluate(([link, cells]) => new Promise((done) => {
    const { program } = window.ikscope, gaps = [];
    window.ikscope.open(link);
    let begun = 0, last = 0;
    const look = (now) => {
      const [map] = JSON.parse(program.ccall("page_maps", "string", ["boolean"], [false]));
      if (begun) gaps.push(now - last);
      last = now;
      if (map?.of === cells ** 2 && !begun) begun = performance.now();
      if (map?.of !== cells ** 2 || map.done < map.of) return requestAnimationFrame(look);
      const of = (all, share) => all.sort((a, b) => a - b)[Math.floor(share * (all.length - 1))];
      done({ seconds: (performance.now() - begun) / 1000, frames: gaps.length, gap: of(gaps, 0.5), longest: of(gaps, 1) });
    };
    requestAnimationFrame(look);
  }), [link, cells]);
}, { workers, cores, unseen: false });

await run({
  "workers compute a map bit by bit as the page does": async () => {
    for (const [scene, more] of [["y", "&method=sdls"], ["hand", "&method=ccd"]]) {
      const [there, here] = await Promise.all([table(scene, { more }), table(scene, { more, workers: false })]);
      assert.equal(there.table, here.table, `${scene} ${more}`);
      assert.equal(there.started, 3);
      assert.ok(there.answers > 3, `${there.answers} answers`);
      assert.equal(here.started, 0);
    }
  },

  "the picture does not wait for a map": async () => {
    const there = await pace(true, 2), here = await pace(false, 2);
    const tell = ({ seconds, frames, gap, longest }) => `${seconds.toFixed(1)} s, ${frames} frames, ` +
      `one every ${gap.toFixed(0)} ms, the longest after ${longest.toFixed(0)} ms`;
    console.log(`      in a worker:    ${tell(there)}\n      between frames: ${tell(here)}`);
    assert.ok(there.seconds < 0.7 * here.seconds, "without workers the page has 6 ms of each frame for it");
    assert.ok(there.gap < 3 * here.gap, "the software renderer has a core less, and no more than that");
  },

  "a map that is left is stopped": () => inWindow(async (page) => {
    await show(page, "y", 128, 2000);
    await page.waitForFunction((answer) => window.said.some(([what]) => what === answer), answer);
    await show(page, "double-y", 16, 60);
    assert.ok((await said(page, stop)).length >= 3);
    await finished(page, 30000);
    assert.ok((await said(page, job)).length >= 6);
  }),

  "without a map or a workspace there are no workers": () => inWindow(async (page) => {
    await frames(page, 20);
    assert.equal(await page.evaluate(() => window.started), 0);
  }),

  "workspaces are searched in workers": () => inWindow(async (page) => {
    await page.evaluate(() => window.ikscope.open("#scene=double-y&show_reach=on&paused=1"));
    await page.waitForFunction((answer) => window.said.filter(([what]) => what === answer).length >= 4, answer);
    assert.ok((await said(page, job)).every(([, kind]) => kind === "reach"));
  }),

  "workers that cannot be loaded are done without": async () => {
    const expected = (await table("y", { more: "" })).table;
    for (const text of ["throw new Error('no');", "this is no script", "import './none.js';"]) {
      site.change = (name) => (name === "worker.js" ? Buffer.from(text) : null);
      const found = await table("y", { more: "", expected: ["no", "none.js", "404", "identifier"] });
      assert.equal(found.table, expected, text);
      assert.equal(found.started, 3);
      assert.equal(found.answers, 0);
    }
  },

  "a worker that dies takes one map along": () => {
    const dies = `{
      let pieces = 0, large = false;
      addEventListener("message", ({ data: { what, numbers } }) => {
        if (what === 0) large = numbers[0] === 600;
        if (what === 1 && large && ++pieces > 5) throw new Error("out of memory");
      });
    }`;
    site.change = (name, bytes) => (name === "worker.js" ? Buffer.concat([bytes, Buffer.from(`\n${dies}`)]) : null);
    return inWindow(async (page) => {
      await show(page, "y", 64, 600);
      await finished(page);
      const [map] = await maps(page);
      assert.match(map.refusal, /^The browser stopped the worker that computed this \(.*out of memory\)\. Compute less/);
      await show(page, "y", 16, 60);
      await finished(page);
      assert.equal((await maps(page))[0].refusal, "");
    });
  },
});
