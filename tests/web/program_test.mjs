// The program of the page: what it needs is small, it opens everything, calculates as on desktops, and links and
// window.ikscope keep their word. node program_test.mjs FOLDER ikscope-lab

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { dots, frames, launch, onPage, press, run, running, serve } from "./harness.mjs";

const folder = process.argv[2] ?? "build/web", lab = process.argv[3] ?? "build/release/bin/ikscope-lab";
const site = await serve(folder), browser = await launch();
const named = async (what) => (await readdir(new URL(`../../assets/${what}/`, import.meta.url)))
  .map((file) => file.replace(/^\d+-|\.toml$/g, "")).sort();
const scenes = JSON.parse(execFileSync(lab, ["list", "--json"])).scenes.map((one) => one.name);
const lessons = await named("lessons");

const inWindow = (test, viewport = { width: 1280, height: 800 }) => onPage(browser, site.url, { viewport }, test);
const unseen = (test) => onPage(browser, site.url, { viewport: { width: 480, height: 360 }, unseen: true }, test);

const go = (page, link) => page.evaluate((link) => window.ikscope.open(link), link);
const state = (page) => page.evaluate(() => window.ikscope.state());
const arrived = (page) => page.waitForFunction(() => !window.ikscope.program._page_is_fast_forwarding());

/** Opens it, and gives [step, joint coordinates] of frames on the way to so many steps. */
const poses = (page, what, steps) => page.evaluate(([what, steps]) => new Promise((done) => {
  const { ikscope } = window, seen = [];
  ikscope.open(what);
  ikscope.set("speed", 10);
  const end = ikscope.on("step", () => {
    const now = ikscope.state().steps;
    seen.push([now, ikscope.thetas()]);
    if (now < steps) return;
    end();
    done(seen);
  });
}), [what, steps]);

/** Gives work a folder of its own, for as long as it takes. */
async function inFolder(work) {
  const place = await mkdtemp(join(tmpdir(), "ikscope-web-"));
  try {
    return await work(place);
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The largest difference to ikscope-lab's, which calculates with what every x86-64 processor has. */
const difference = (seen, ...options) => inFolder(async (place) => {
  const steps = seen.at(-1)[0], file = join(place, "theta.csv");
  execFileSync(lab, ["run", "--reproducible", "--warmup", "0", "--steps", String(steps), "--theta-csv", file, ...options]);
  const rows = (await readFile(file, "utf8")).trim().split("\n").slice(1).map((row) => row.split(",").slice(2).map(Number));
  assert.equal(rows.length, steps);
  return Math.max(...seen.flatMap(([step, thetas]) => {
    assert.equal(thetas.length, rows[step - 1].length);
    return thetas.map((theta, i) => Math.abs(theta - rows[step - 1][i]));
  }));
});

/** The window's, as PNG. */
const pictureOfTheDesktop = (link) => inFolder(async (place) => {
  const file = join(place, "window.png");
  execFileSync("xvfb-run", ["-a", "-s", "-screen 0 1600x900x24 -noreset", join(dirname(lab), "ikscope"), "--no-settings",
                            "--size", "1280x800", "--frames", "40", "--screenshot", file, `http://localhost/${link}`],
               { env: { ...process.env, HOME: place }, stdio: ["ignore", "ignore", "inherit"] });
  return readFile(file);
});

/** How many squares of 20 pixels differ by more than `most` of 255 in the mean of a colour, where the time of an update
 *  does not stand. */
const squaresThatDiffer = async (page, pictures, most) => page.evaluate(([pictures, most]) => {
  const side = 20;
  const means = pictures.map(({ data, width, height }) => {
    const columns = Math.floor(width / side), rows = Math.floor(height / side);
    const sums = new Float64Array(3 * columns * rows);
    for (let y = 0; y < rows * side; ++y)
      for (let x = 0; x < columns * side; ++x) {
        if (y >= 740 && x >= 700 && x < 880) continue;
        for (let c = 0; c < 3; ++c)
          sums[3 * (Math.floor(y / side) * columns + Math.floor(x / side)) + c] += data[4 * (y * width + x) + c];
      }
    return sums.map((sum) => sum / side ** 2);
  });
  const [a, b] = means;
  if (a.length !== b.length) return a.length;
  const wrong = new Set();
  a.forEach((value, i) => Math.abs(value - b[i]) > most && wrong.add(Math.floor(i / 3)));
  return wrong.size;
}, [await Promise.all(pictures.map((one) => dots(page, one))), most]);

/** Numbers in [0, 1), the same ones each time. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

await run({
  "what is loaded is below 1.6 MB compressed": async () => {
    const needed = new Set(["index.html"]);
    for (const name of needed) { // grows
      if (!/\.(html|js|mjs)$/.test(name)) continue;
      const text = await readFile(join(folder, name), "utf8");
      for (const [, other] of text.matchAll(/(?:from |import |href=|src=)["']\.?\/?([\w.-]+\.(?:js|mjs|css|svg))["']/g))
        needed.add(other);
    }
    for (const ending of ["wasm", "data"]) needed.add(`ikscope.${ending}`);
    const sizes = await Promise.all([...needed].map(async (name) =>
      [name, gzipSync(await readFile(join(folder, name)), { level: 9 }).length]));
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`      ${all} bytes: ${sizes.filter(([, size]) => size > 20000).map((one) => one.join(" ")).join(", ")}`);
    assert.ok(needed.has("page.js") && needed.has("ikscope.mjs"));
    assert.ok(all < 1.6e6, `${all} bytes`);
  },

  "every scene opens and moves": () => inWindow(async (page) => {
    assert.ok(scenes.length > 20);
    for (const scene of scenes) {
      await go(page, `#scene=${scene}`);
      await page.waitForFunction((scene) => window.ikscope.state().scene && window.ikscope.state().steps > 3, scene);
      assert.deepEqual(page.errors, [], scene);
      assert.match((await state(page)).link, new RegExp(`scene=${scene}(&|$)`));
      assert.ok((await page.evaluate(() => window.ikscope.thetas())).every(Number.isFinite), scene);
    }
  }, { width: 800, height: 500 }),

  "every step of every lesson opens": () => unseen(async (page) => {
    for (const name of lessons)
      for (let step = 1, steps = 1; step <= steps; ++step) {
        await go(page, `#lesson=${name}&step=${step}`);
        await frames(page, 3);
        const { lesson } = await state(page);
        assert.deepEqual([lesson.name, lesson.step], [name, step - 1]);
        steps = lesson.steps;
        assert.deepEqual(page.errors, [], name);
      }
  }),

  "pictures are those of the desktop": () => inWindow(async (page) => {
    for (const link of ["#scene=y&method=dls&time=2&paused=1&theme=light", "#scene=panda&time=1&paused=1&theme=dark",
                        "#scene=double-y&method=dls&lambda=1&time=3&paused=1&theme=dark&right_column=explain",
                        "#scene=walking-figure&time=1&paused=1&theme=light&right_column=table&show_numbers=1"]) {
      const desktop = await pictureOfTheDesktop(link);
      await go(page, link);
      await arrived(page);
      let squares;
      for (let looks = 0; looks < 60 && !(squares <= 4); ++looks) { // the diagnosis is found beside the picture
        await frames(page, 20);
        squares = await squaresThatDiffer(page, [desktop, (await page.screenshot()).toString("base64")], 10);
      }
      console.log(`      ${link}: ${squares} of 2560 squares differ`);
      assert.ok(squares <= 4, link);
    }
  }),

  "the same thetas as on desktops": () => unseen(async (page) => {
    const differences = {};
    for (const scene of ["y", "double-y", "panda", "puma-560"])
      for (const method of ["transpose", "pinv", "dls", "sdls", "dss", "hybrid", "priority", "ccd", "nlp"]) {
        const seen = await poses(page, `#scene=${scene}&method=${method}&lambda=1`.replace(/&lambda=1$/, method === "dls" ? "$&" : ""), 300);
        const options = ["--scene", scene, "--method", method, ...(method === "dls" ? ["--set", "lambda=1"] : [])];
        differences[`${scene} ${method}`] = await difference(seen, ...options);
      }
    assert.deepEqual(Object.entries(differences).filter(([, by]) => by !== 0), []);
  }),

  "a recorded session is played as on desktops": () => unseen(async (page) => {
    const session = `steps = 400
like = "y"
[[command]]
at = 60
run = 0
do = "set"
key = "lambda"
value = 1.3
[[command]]
at = 90
run = 0
do = "hold"
target = 0
position = [-1, 2.5, 0.5]
[[command]]
at = 200
run = 0
do = "choose"
name = "sdls"
`;
    const seen = await poses(page, session, 400);
    const by = await inFolder(async (place) => {
      await writeFile(join(place, "session.toml"), session);
      return difference(seen, "--play", join(place, "session.toml"));
    });
    assert.equal(by, 0);
  }),

  "a link opens what is on the screen": () => unseen(async (page) => {
    const chance = random(5), one = (list) => list[Math.floor(chance() * list.length)];
    for (let i = 0; i < 5; ++i) {
      const words = [`scene=${one(scenes)}`, `method=${one(["dls", "sdls", "pinv", "transpose"])}`, `paused=1`,
                     `time=${(chance() * 2).toFixed(2)}`, `theme=${one(["dark", "light"])}`,
                     `right_column=${one(["plots", "explain", "map", "table"])}`];
      if (chance() < 0.5) words.push(`target_speed=${(0.5 + chance()).toFixed(3)}`);
      await go(page, `#${words.join("&")}`);
      await arrived(page);
      await frames(page, 3);
      if (chance() < 0.5) // what words cannot say
        await page.evaluate((position) => window.ikscope.do({ do: "hold", target: 0, position }),
                            [chance(), chance() + 1, chance()]);
      if (chance() < 0.3) await page.evaluate(() => window.ikscope.set("method", "ccd")); // since it was paused
      await frames(page, 3);
      const before = await state(page), thetas = await page.evaluate(() => window.ikscope.thetas());
      await go(page, "#scene=double-y");
      await frames(page, 2);
      await go(page, before.link);
      await arrived(page);
      await frames(page, 3);
      const after = await state(page);
      for (const key of ["scene", "paused", "speed", "world", "view", "link"])
        assert.deepEqual(after[key], before[key], `${key} of ${before.link}`);
      assert.deepEqual(after.runs[0].parameters, before.runs[0].parameters, before.link);
      assert.deepEqual(await page.evaluate(() => window.ikscope.thetas()), thetas, before.link);
    }
  }),

  "the address follows, and Back leads to the scene or lesson before": () => unseen(async (page) => {
    const entries = () => page.evaluate(() => history.length), address = (word) =>
      page.waitForFunction((word) => location.hash.includes(word), word);
    const first = await entries();
    await go(page, "#scene=y&method=sdls");
    await address("scene=y&method=sdls");
    assert.equal(await entries(), first + 1);
    await page.evaluate(() => window.ikscope.set("theme", "dark"));
    await address("theme=dark"); // the desktop is light;
    await go(page, "#lesson=damping");
    await address("lesson=damping");
    await page.evaluate(() => window.ikscope.program.ccall("page_act", null, ["string", "number"], ["step", 1]));
    await address("step=2");
    assert.equal(await entries(), first + 2); // neither the theme nor the step is one
    await page.goBack();
    await page.waitForFunction(() => window.ikscope.state().scene === "Y" && !window.ikscope.state().lesson);
    await page.waitForTimeout(800); // the address has settled, without another entry
    assert.equal(await entries(), first + 2);
    await page.goBack();
    await page.waitForFunction(() => JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).start);
    await page.waitForTimeout(800);
    await page.goForward();
    await page.waitForFunction(() => window.ikscope.state().scene === "Y" && window.ikscope.state().view.theme === "dark");
    await page.evaluate(() => { location.hash = "#scene=double-y&method=dls&lambda=0.25"; });
    await page.waitForFunction(() => window.ikscope.state().runs[0].parameters.lambda === 0.25);
    await page.reload();
    await running(page);
    await page.waitForFunction(() => window.ikscope.state().runs[0].parameters.lambda === 0.25);
    await press(page, "u"); // Copy link
    await page.waitForFunction(() => /Copied: http/.test(window.ikscope.program.ccall("page_text", "string", [], [])));
  }),

  "a garbled link opens what it can and says what it could not, or leaves what is open": () => unseen(async (page) => {
    const chance = random(11);
    await go(page, "#scene=y&method=dls&paused=1&time=1");
    await arrived(page);
    const whole = [(await state(page)).link, "#lesson=damping&step=3", "#scene=y&method=dls&lambda=0.1&theme=light"];
    await page.evaluate(() => window.ikscope.do({ do: "hold", target: 0, position: [1, 2, 0] }));
    await frames(page, 3);
    whole.push((await state(page)).link);
    for (let i = 0; i < 200; ++i) {
      const letters = [...whole[i % whole.length]];
      for (let n = 0; n <= chance() * 4; ++n)
        letters.splice(1 + Math.floor(chance() * letters.length), chance() < 0.5 ? 1 : 0,
                       String.fromCharCode(33 + Math.floor(chance() * 94)));
      await page.evaluate((link) => { try { window.ikscope.open(link); } catch { /* a sentence */ } }, letters.join(""));
      await frames(page, 1);
    }
    await go(page, "#scene=y&lambda=banana&method=dls");
    await frames(page, 3);
    assert.match(await page.evaluate(() => window.ikscope.program.ccall("page_text", "string", [], [])), /banana/);
    await go(page, "#scene=arm-2r&panel=map&map_color=ending&map_x=start.nose&map_y=target.tool.z=0:2");
    await frames(page, 5);
    assert.match(await page.evaluate(() => window.ikscope.program.ccall("page_text", "string", [], [])), /start.nose/);
    assert.match((await state(page)).link, /&map_x=start.shoulder&map_y=target.tool.z=0:2:64:lin/);
    await go(page, "#lesson=damping&step=99");
    await frames(page, 3);
    assert.match(await page.evaluate(() => window.ikscope.program.ccall("page_text", "string", [], [])), /step is 99/);
  }),

  "window.ikscope says, sets, opens and tells": () => unseen(async (page) => {
    await go(page, "#scene=y&method=dls");
    const seen = await page.evaluate(() => new Promise((done) => {
      const { ikscope } = window, told = { step: 0, change: 0 };
      ikscope.on("step", () => ++told.step);
      ikscope.on("change", () => ++told.change);
      ikscope.set("lambda", 0.5);
      const begin = performance.now();
      const look = () => (told.step > 3 && told.change > 0) || performance.now() - begin > 20000
        ? done({ ...told, lambda: ikscope.state().runs[0].parameters.lambda }) : setTimeout(look, 100);
      look();
    }));
    assert.ok(seen.step > 3 && seen.change > 0, JSON.stringify(seen));
    assert.equal(seen.lambda, 0.5);
  }),

  "what cannot be is a sentence that names what was asked for": () => unseen(async (page) => {
    await go(page, "#scene=y&method=dls");
    await frames(page, 3);
    const refusals = await page.evaluate(() => [
      [/lambda cannot be|lambda is/, () => window.ikscope.set("lambda", "banana")],
      [/there is no "nothing"/, () => window.ikscope.set("nothing", 1)],
      [/^panel cannot be|^panel is/, () => window.ikscope.set("panel", "banana")],
      [/needs a value/, () => window.ikscope.set("lambda")],
      [/there is no plot/, () => window.ikscope.set("log", "banana")],
      [/there is no scene "nosuch"/, () => window.ikscope.open("#scene=nosuch")],
      [/there is no lesson "nosuch"/, () => window.ikscope.set("lesson", "nosuch")],
      [/./, () => window.ikscope.open("no scene at all =")],
      [/command "fly" is unknown/, () => window.ikscope.do({ do: "fly" })],
      [/there is no target 99/, () => window.ikscope.do({ do: "hold", target: 99, position: [1, 2, 0] })],
      [/do\(\) takes commands/, () => window.ikscope.do()],
      [/./, () => window.ikscope.do("nonsense")],
      [/there is no event/, () => window.ikscope.on("x")],
      [/needs a function/, () => window.ikscope.on("step")],
      [/there is no question/, () => window.ikscope.answer(99)],
    ].map(([expected, call]) => {
      try { call(); return [String(expected), ""]; } catch (error) { return [String(expected), error.message]; }
    }));
    for (const [expected, said] of refusals) {
      assert.match(said, new RegExp(expected.slice(1, -1)));
      assert.match(said, /^[^\n]{15,}$/);
      assert.doesNotMatch(said, /right_column/);
    }
    assert.equal((await state(page)).scene, "Y");
  }),

});
