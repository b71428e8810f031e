// Fingers, files, keyboards of phones, a network that is gone, a driver that gives up.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawNothing, drop, frames, launch, onlyInChromium, onPage, open, phone, press, run, running, serve, shown, touches, zip } from "./harness.mjs";

const folder = process.argv[2] ?? "build/web";
const site = await serve(folder), browser = await launch();

const wait = (page, ms) => page.waitForTimeout(ms);
const key = (page, code) => page.evaluate((code) => {
  for (const down of [true, false]) window.ikscope.program._page_key(code, code, down, false, false, false, false);
}, code);
/** Past the start screen, with time standing still. */
async function begin(page) {
  await key(page, 256);
  await frames(page);
  if (!(await shown(page)).paused) await page.evaluate(() => window.ikscope.program.ccall("page_act", null, ["string", "number"], ["pause", 0]));
  await page.waitForFunction(() => JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).paused);
}
/** The picture of a part of the page. */
const picture = async (page, x, y, width, height) =>
  (await page.screenshot({ clip: { x, y, width, height } })).toString("base64");
/** What window.ikscope.program is asked is noted. */
const spy = (page, names) => page.evaluate((names) => {
  const { program } = window.ikscope;
  window.asked = [];
  for (const name of names) {
    let real = program[name];
    const spy = (...given) => { window.asked.push([name, ...given]); return real(...given); };
    Object.defineProperty(program, name, { get: () => spy, set: (one) => { real = one; } }); // as Emscripten does
  }
}, names);
const asked = (page) => page.evaluate(() => window.asked);

const onPhone = (test) => onPage(browser, site.url, { ...phone, unseen: true }, test);
const onSeenPhone = (test) => onPage(browser, site.url, phone, test);

const urdf = `<robot name="dropped"><link name="base"/><link name="hand"/>
<joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint><link name="tip"/>
<joint name="fixed" type="fixed"><parent link="hand"/><child link="tip"/><origin xyz="1 0 0"/></joint></robot>`;

await run({
  "a finger turns the view, two shift and zoom it, and the page stays": () => onSeenPhone(async (page) => {
    await begin(page);
    await wait(page, 600);
    const fingers = await touches(page), view = [page, 0, 40, 390, 200];
    const still = await picture(...view);
    await fingers.to([60, 60]);
    for (let i = 1; i <= 8; ++i) await fingers.to([60 + 15 * i, 60]);
    await fingers.to();
    const turned = await picture(...view);
    assert.notEqual(turned, still);
    await spy(page, ["_page_wheel", "_page_button", "_page_touch"]);
    await fingers.to([150, 150]);
    await fingers.to([150, 150], [250, 150]);
    for (let i = 1; i <= 8; ++i) await fingers.to([150 - 5 * i, 150], [250 + 5 * i, 150]);
    await fingers.to();
    assert.notEqual(await picture(...view), turned);
    const zoom = (await asked(page)).filter(([name]) => name === "_page_wheel").reduce((sum, one) => sum + one[2], 0);
    assert.ok(zoom > 3 && zoom < 10, `zoomed by ${zoom} notches`); // log(180 / 100) / log(1 / 0.9) = 5.6
    const buttons = (await asked(page)).filter(([name]) => name === "_page_button").map(([, button, down]) => [button, down]);
    assert.deepEqual(buttons, [[1, true], [1, false]]);
    assert.equal(await page.evaluate(() => visualViewport.scale), 1);
    assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
  }),

  "a panel scrolls under a finger, a tap presses, a rest points": () => onSeenPhone(async (page) => {
    await begin(page);
    const fingers = await touches(page), panel = [page, 0, 530, 390, 160];
    await spy(page, ["_page_scroll", "_page_button", "_page_move"]);
    const before = await picture(...panel);
    await fingers.to([200, 660]);
    for (let i = 1; i <= 8; ++i) await fingers.to([200, 660 - 12 * i]);
    await fingers.to();
    await frames(page);
    assert.notEqual(await picture(...panel), before);
    assert.ok((await asked(page)).some(([name]) => name === "_page_scroll"));
    assert.ok(!(await asked(page)).some(([name]) => name === "_page_button"));
    await page.evaluate(() => { window.asked = []; });
    await fingers.to([250, 503]); // the tab of the plots
    await fingers.to();
    await frames(page);
    assert.notEqual(await picture(...panel), before);
    assert.equal((await asked(page)).filter(([name]) => name === "_page_button").length, 2);
    await page.evaluate(() => { window.asked = []; });
    await fingers.to([200, 600]);
    await page.waitForFunction(() => window.asked.some(([name]) => name === "_page_move"));
    await fingers.to();
    assert.ok(!(await asked(page)).some(([name]) => name === "_page_button"));
  }),

  "what is dropped is opened: a scene, a robot's folder as a ZIP archive": () => onPhone(async (page) => {
    await begin(page);
    await drop(page, [["robot.zip", zip([["r/readme.txt", "no scene"], ["r/robot.urdf", urdf]])]]);
    await page.waitForFunction(() => JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).scene === "dropped");
    assert.equal((await shown(page)).place, "/home/web_user/opened/robot/r/robot.urdf");
    await drop(page, [["a.txt", "x"], ["b.txt", "y"]]);
    await page.waitForFunction(() => /Nothing of this can be opened/.test(document.getElementById("ikscope-notice").textContent));
    await page.getByRole("button", { name: "Close" }).click();
    await drop(page, [["broken.zip", "PK no archive at all, but long enough"]]);
    await page.waitForFunction(() => /is not a ZIP archive/.test(document.getElementById("ikscope-notice").textContent));
    await page.evaluate(() => {
      const link = new DataTransfer();
      link.setData("text/plain", `${location.href.split("#")[0]}#scene=scara`);
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: link, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => window.ikscope.state().scene === "SCARA");
  }),

  "texts longer than the program's stack are read": () => onPhone(async (page) => {
    const said = (text) => page.evaluate((text) => {
      try { window.ikscope.open(text); } catch (error) { return error.message; }
    }, text);
    assert.equal(await said(`${"# nothing\n".repeat(2e5)}like = "scara"\n`), undefined);
    assert.equal(await page.evaluate(() => window.ikscope.state().scene), "SCARA");
    assert.equal(await said(`#scene=y&${"x".repeat(9e5)}`), undefined); // what is not understood is told
  }),


  "settings survive a reload, corrupt ones are named and dropped": () => onPhone(async (page) => {
    await page.evaluate(() => localStorage.setItem("ikscope/settings.toml", 'theme = "high contrast"\nshow_start = "off"\n'));
    await page.reload();
    await running(page);
    await frames(page);
    await page.evaluate(() => localStorage.setItem("ikscope/settings.toml", "theme = = 3\n"));
    const said = page.waitForEvent("console", (message) => /settings file has errors/.test(message.text()));
    await page.reload();
    await said;
    await running(page);
    await page.waitForFunction(() => !/= =/.test(localStorage.getItem("ikscope/settings.toml") ?? ""));
    page.errors.length = 0; // the program has named it there
  }),

  "a body that is being built survives a reload, a corrupt one is named and dropped": () => onPhone(async (page) => {
    const draft = () => page.evaluate(() => window.ikscope.program.ccall("page_draft", "string", [], []));
    await key(page, 256);
    await frames(page);
    await page.evaluate(() => {
      const { program } = window.ikscope;
      for (const down of [true, false]) program._page_key(78, 78, down, false, true, false, false); // Ctrl+N
    });
    await frames(page, 10);
    await key(page, 74); // J: adds a link
    await frames(page, 10);
    assert.match(await draft(), /\[\[joint\]\]/);
    const unfinished = () => page.waitForFunction(() =>
      JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).place === "/home/web_user/opened/unfinished.toml");
    for (let i = 0; i < 2; ++i) { // also where nothing is done to it
      await page.waitForFunction(() => /panel=build/.test(location.hash));
      await wait(page, 500); // Firefox reloads at the address that it had a moment before
      await page.reload();
      await running(page);
      await unfinished();
    }
    await page.waitForFunction(() => /panel=build/.test(location.hash));
    await page.evaluate(() => { // as if a link to something else had been opened
      localStorage.setItem("ikscope/draft.link", "#scene=scara");
      Storage.prototype.setItem = () => {};
    });
    for (const opens of [false, true]) { // it waits until it is asked for
      await page.reload();
      await running(page);
      await page.getByRole("button", { name: "Open it" }).waitFor();
      await page.evaluate(() => dispatchEvent(new Event("pagehide")));
      assert.match(await page.evaluate(() => localStorage.getItem("ikscope/draft.toml")), /\[\[joint\]\]/);
      if (opens) await page.getByRole("button", { name: "Open it" }).click();
    }
    await unfinished();
    await page.evaluate(() => {
      localStorage.setItem("ikscope/draft.toml", "no = = scene");
      const keep = Storage.prototype.setItem; // the body when the page goes, but not its link, which may change until then
      Storage.prototype.setItem = function (name, text) { if (!name.endsWith("draft.toml")) keep.call(this, name, text); };
    });
    await page.reload();
    await running(page);
    await page.waitForFunction(() =>
      /unfinished\.toml/.test(JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).message ?? ""));
    await page.waitForFunction(() => localStorage.getItem("ikscope/draft.toml") === null);
  }),

  "a text field has a keyboard": () => onPhone(async (page) => {
    await begin(page);
    await page.evaluate(() => {
      const { program } = window.ikscope;
      for (const down of [true, false]) program._page_key(79, 79, down, false, true, false, false); // Ctrl+O: a field
    });
    await page.evaluate(() => window.ikscope.program._page_touch(true));
    const fingers = await touches(page);
    await frames(page, 10);
    const input = page.locator("#ikscope-text");
    assert.ok(!(await input.isVisible()), "the keyboard comes when the field is touched");
    await fingers.to([195, 170]); // the field at the head of the dialog
    await fingers.to();
    await input.waitFor({ state: "visible", timeout: 3000 });
    await input.fill("panda");
    await frames(page, 12);
    assert.equal(await page.evaluate(() => window.ikscope.program.ccall("page_field", "string", [], [])), "panda");
    await input.press("Enter");
    await page.waitForFunction(() => /panda/i.test(JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).place));
    assert.ok(!(await input.isVisible()));
  }),

  "what is said to be saved is downloaded, also after a file was opened": () => onPhone(async (page) => {
    onlyInChromium("downloads");
    await begin(page);
    await drop(page, [["mine.toml", 'name = "Mine"\nlike = "scara"\n']]);
    await page.waitForFunction(() => window.ikscope.state().scene === "Mine");
    for (const [key, name] of [["Control+s", "Mine.toml"], ["Control+Shift+S", "Mine-session.toml"], ["Control+Alt+s", "Mine.toml"]]) {
      const [download] = await Promise.all([page.waitForEvent("download", { timeout: 8000 }), press(page, key)]);
      assert.equal(download.suggestedFilename(), name);
      assert.match(await readFile(await download.path(), "utf8"), /\[\[joint\]\]|name = "Mine"/);
      assert.match((await shown(page)).message, /^Downloaded Mine/);
    }
    const track = Array.from({ length: 50 }, (_, i) => `${0.01 * i},1,0.1,0\n`).join("");
    await drop(page, [["track.csv", `shoulder,elbow,quill,roll\n${track}`]]);
    await page.waitForFunction(() => /^The targets follow track\.csv\.$/.test(
      JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).message));
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 8000 }), press(page, "Control+s")]);
    assert.match(await readFile(await download.path(), "utf8"), /"track \w+"/);
    await drop(page, [["wrong.toml", 'name = "x"\nlike = "scara"\nnonsense = 3\n']]);
    await page.waitForFunction(() => /wrong\.toml/.test(JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).message));
    assert.match((await shown(page)).message, /^wrong\.toml, line 3: /);
    assert.doesNotMatch((await shown(page)).message, /home/);
  }),

  "two tabs keep each other's settings": () => onPhone(async (page, context) => {
    await begin(page);
    const other = await open(context, site.url);
    await page.bringToFront();
    await page.evaluate(() => window.ikscope.set("show_trails", false));
    await page.waitForFunction(() => /show_trails/.test(localStorage.getItem("ikscope/settings.toml")));
    await other.bringToFront();
    await other.evaluate(() => window.ikscope.set("show_axes", true));
    await other.waitForFunction(() => /show_axes/.test(localStorage.getItem("ikscope/settings.toml")));
    assert.match(await other.evaluate(() => localStorage.getItem("ikscope/settings.toml")), /show_trails/);
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    assert.match(await page.evaluate(() => localStorage.getItem("ikscope/settings.toml")), /show_axes/);
  }),

  "what a link asks for is in front": () => onPhone(async (page) => {
    await begin(page);
    const inFront = () => page.evaluate(() => /panel=/.test(window.ikscope.link())); // of the default it is said if it is
    await page.evaluate(() => window.ikscope.open("#scene=y"));
    await frames(page, 5);
    assert.equal(await inFront(), false);
    await page.evaluate(() => window.ikscope.open("#scene=y&panel=plots"));
    await frames(page, 5);
    assert.equal(await inFront(), true);
  }),

  "of a dropped recording the address is no link that cannot be opened": () => onPhone(async (page) => {
    await begin(page);
    await drop(page, [["walk.bvh", await readFile(new URL("../../assets/scenes/walking-figure.bvh", import.meta.url))]]);
    await page.waitForFunction(() => window.ikscope.state().scene !== "Y" && window.ikscope.state().link === "");
    await page.waitForFunction(() => location.hash === "", null, { timeout: 8000 });
  }),

  "all that is loaded begins at once, and a bar tells how much has come": async () => {
    const own = await serve(folder), context = await browser.newContext();
    own.slow = 5e5; // a page beside others looks seldom
    const page = await open(context, own.url, { runs: false });
    await page.waitForFunction(() => /Loading ikscope: [1-9]\d? %/.test(document.getElementById("ikscope-notice").textContent));
    assert.ok(await page.evaluate(() => document.querySelector("#ikscope-notice progress").value > 0));
    const shares = page.evaluate(() => new Promise((done) => {
      const all = [], look = () => {
        const bar = document.querySelector("#ikscope-notice progress");
        if (bar && bar.value !== all.at(-1)) all.push(bar.value);
        window.ikscope ? done(all) : setTimeout(look, 20);
      };
      look();
    }));
    await running(page);
    const seen = await shares;
    assert.ok(seen.length > 5 && seen.every((one, i) => i === 0 || one >= seen[i - 1]), seen.join(" "));
    const begun = await page.evaluate(() => performance.getEntriesByType("resource")
      .map(({ name, initiatorType, startTime, responseEnd }) => [name.split("/").at(-1), initiatorType, startTime, responseEnd]));
    const page_js = begun.find(([name]) => name === "page.js");
    for (const name of ["ikscope.wasm", "ikscope.data", "ikscope.mjs"]) {
      const one = begun.filter(([other]) => other === name);
      assert.ok(one[0]?.[2] < page_js[3], `${name} begins before page.js is there: ${JSON.stringify([one, page_js])}`);
    }
    assert.deepEqual(page.errors, []);
    await context.close();
    own.close();
  },

  "files over the page are shown where they may fall, missing meshes what to drop": () => onPhone(async (page) => {
    await begin(page);
    const place = page.locator("#ikscope-drop");
    assert.ok(!(await place.isVisible()));
    await page.evaluate(() => document.dispatchEvent(
      new DragEvent("dragover", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true })));
    await place.waitFor({ state: "visible" });
    await place.waitFor({ state: "hidden" }); // they are gone
    const mesh = '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>';
    await drop(page, [["robot.urdf", urdf.replace('<link name="hand"/>', `<link name="hand">${mesh}</link>`)]]);
    await page.waitForFunction(() => window.ikscope.state().scene === "dropped");
    await page.waitForFunction(() => JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).message);
    assert.match((await shown(page)).message, /arm\.stl.*Drop the robot's whole folder, or a ZIP of it\./);
    page.errors.length = 0; // notices are there too
  }),

  "it works without a network after the first visit": () => onPhone(async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await running(page);
    await frames(page);
    assert.ok((await shown(page)).scene);
    await context.setOffline(false);
  }),

  "a newer version is taken at the next start, not in the middle": async () => {
    const copy = await mkdtemp(join(tmpdir(), "ikscope-web-"));
    await cp(folder, copy, { recursive: true });
    const own = await serve(copy), context = await browser.newContext();
    await drawNothing(context);
    try {
      const page = await open(context, own.url);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload(); // now it has one
      await running(page);
      own.change = (name, bytes) => name === "sw.js" ? Buffer.from(String(bytes).replace(/version ?= ?"/, '$&newer-'))
        : name === "index.html" ? Buffer.from(String(bytes).replace("<title>", "<title>Newer ")) : null;
      await page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        await found.update();
        for (let i = 0; i < 400 && !found.waiting; ++i) await new Promise((done) => setTimeout(done, 50));
      });
      assert.equal((await page.evaluate(() => caches.keys())).length, 2);
      assert.ok(await page.evaluate(() => window.ikscope.program._page_frame()));
      assert.doesNotMatch(await page.evaluate(async () => (await (await fetch("index.html")).text())), /Newer/);
      await page.reload();
      await page.waitForFunction(async () => window.ikscope && (await caches.keys()).length === 1 &&
        /Newer/.test(await (await fetch("index.html")).text()), null, { timeout: 30000 });
    } finally {
      await context.close();
      own.close();
      await rm(copy, { recursive: true });
    }
  },

  "the picture that the driver takes away comes back": () => onSeenPhone(async (page) => {
    await begin(page);
    await page.evaluate(() => {
      const gl = document.getElementById("ikscope-canvas").getContext("webgl2");
      window.lost = gl.getExtension("WEBGL_lose_context");
      window.lost.loseContext();
    });
    await page.waitForFunction(() => /graphics driver was reset/.test(document.getElementById("ikscope-notice").textContent));
    await Promise.all([page.waitForEvent("load"), page.evaluate(() => window.lost.restoreContext())]);
    await running(page);
    assert.ok((await shown(page)).scene);
    page.errors.length = 0; // Chromium says that the context is lost
  }),

  "after an hour of sleep no time has leapt": async () => {
    const context = await browser.newContext();
    await drawNothing(context);
    await context.addInitScript(() => {
      const now = performance.now.bind(performance);
      window.slept = 0;
      performance.now = () => now() + window.slept;
    });
    const page = await open(context, site.url);
    await key(page, 256);
    await frames(page, 10);
    const before = (await shown(page)).steps;
    await page.evaluate(() => { window.slept = 3600e3; });
    await frames(page, 3);
    const after = (await shown(page)).steps;
    assert.ok(after - before < 60, `${after - before} steps`);
    assert.deepEqual(page.errors, []);
    await context.close();
  },

  "without storage it runs": async () => {
    const context = await browser.newContext();
    await drawNothing(context);
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
        Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
      Object.defineProperty(navigator, "serviceWorker", { get() { throw new DOMException("blocked", "SecurityError"); } });
    });
    const page = await open(context, site.url);
    await wait(page, 3500);
    assert.ok((await shown(page)).scene);
    assert.deepEqual(page.errors, []);
    await context.close();
  },

  "without WebGL 2 it says so": async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const before = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === "webgl2" ? null : before.call(this, kind, ...more);
      };
    });
    const page = await open(context, site.url, { runs: false });
    await page.getByText("this browser does not provide WebGL 2").waitFor();
    assert.equal(page.errors.length, 1);
    await context.close();
  },

  "it is as light and as calm as the system is set to": async () => {
    onlyInChromium("colour schemes");
    const looks = [];
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ colorScheme });
      const page = await open(context, site.url);
      await frames(page);
      looks.push(await picture(page, 0, 0, 100, 30));
      await context.close();
    }
    assert.notEqual(looks[0], looks[1]);
  },
});
