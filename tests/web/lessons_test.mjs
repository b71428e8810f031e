// Every task of every lesson by keys alone; those of every third through window.ikscope alone.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { frames, launch, onPage, press, run, serve } from "./harness.mjs";

const site = await serve(process.argv[2] ?? "build/web"), browser = await launch();
const keys = JSON.parse(await readFile(new URL("../support/lesson_keys.json", import.meta.url)));
const files = (await readdir(new URL("../../assets/lessons/", import.meta.url))).sort();
const names = files.map((file) => file.replace(/^\d+-|\.toml$/g, ""));

/** Numbers are typed, once the field that Return opens is there; else keys as X11 names them, "alt+2". */
async function type(page, words) {
  const own = { Return: "Enter", space: "Space", Right: "ArrowRight", plus: "+" };
  let before = "";
  for (const word of words.split(" ")) {
    if (/^-?[\d.]+$/.test(word)) {
      if (before === "Return") await page.waitForFunction(() => window.ikscope.program._page_wants_text());
      for (const letter of word) await press(page, letter);
    } else {
      await press(page, word.split("+").map((one) => own[one] ?? one.replace(/^alt$/, "Alt")).join("+"));
      if (word === "F6") {
        await page.waitForFunction(() => window.ikscope.program._page_marks());
        await frames(page, 5); // the panel comes into sight
      }
    }
    before = word;
  }
}

const lesson = (page) => page.evaluate(() => window.ikscope.state().lesson);
const unseen = (width, height, test) => onPage(browser, site.url, { viewport: { width, height }, unseen: true }, test);

/** Does some lessons by keys; the start screen leads to the first of all. */
const walk = (some) => unseen(1280, 720, async (page) => {
  await frames(page, 10);
  for (const name of some) {
    if (name === names[0]) await press(page, "Enter");
    else await page.evaluate((name) => window.ikscope.open(`#lesson=${name}`), name);
    for (const [i, words] of keys[name].entries()) {
      const step = new RegExp(`${i + 1} of ${keys[name].length}`);
      await page.waitForFunction((name) => window.ikscope.state().lesson?.name === name, name);
      await page.waitForFunction((step) => document.title.match(step), step);
      if (i === 0) for (let n = 0; n < 3; ++n) await press(page, "+"); // ten times as fast
      await frames(page, 5);
      await type(page, words);
      await page.waitForFunction(() => document.title.includes("✓"))
        .catch(async () => assert.fail(`${await page.title()}: ${JSON.stringify(await lesson(page))}`));
      await press(page, "Enter");
    }
  }
});

await run({
  // On desktops all are, one leading to the next.
  "a third is done by keys from beginning to end": () =>
    Promise.all([0, 3].map((first) => walk(names.filter((_, i) => i % 6 === first)))),

  "a third is done through window.ikscope": () => unseen(480, 360, async (page) => {
    for (const name of names.filter((_, i) => i % 3 === 1)) {
      const { length } = keys[name];
      for (let step = 1; step <= length; ++step) {
        await page.evaluate((link) => window.ikscope.open(link), `#lesson=${name}&step=${step}&speed=10`);
        await page.waitForFunction(() => window.ikscope.state().speed === 10);
        const at = await lesson(page);
        assert.equal(at.name, name);
        assert.equal(at.step, step - 1);
        if (at.question) {
          for (let answer = 1; !(await lesson(page)).question.right; ++answer) {
            assert.ok(answer <= at.question.answers.length);
            await page.evaluate((answer) => window.ikscope.answer(answer), answer);
            await frames(page, 2);
          }
          continue;
        }
        if (!at.task) continue;
        await page.evaluate((commands) => window.ikscope.do(commands), at.task.solution);
        await page.waitForFunction(() => window.ikscope.state().lesson.task.done, null, { timeout: 60000, polling: 100 });
      }
    }
  }),
});
