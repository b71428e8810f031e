// The window in words: for screen readers, and for those who come to them by Tab.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { drop, frames, launch, onPage, phone, press, run, serve, shown } from "./harness.mjs";

const site = await serve(process.argv[2] ?? "build/web"), browser = await launch();
const lessons = new URL("../../assets/lessons/", import.meta.url);

const onPhone = (test) => onPage(browser, site.url, { ...phone, unseen: true }, test);
const onBody = (test) => onPage(browser, `${site.url}#scene=y&method=dls`, { unseen: true }, test);
const state = (page) => page.evaluate(() => window.ikscope.state());

await run({
  "the start screen is read, and leads to a lesson, without the picture": () => onPhone(async (page) => {
    const words = page.locator("#ikscope-words");
    await words.getByRole("button", { name: /^Lesson 1: / }).waitFor({ state: "attached", timeout: 8000 });
    const { start } = await shown(page);
    const texts = await Promise.all((await readdir(lessons)).sort().map((file) => readFile(new URL(file, lessons), "utf8")));
    for (const key of ["title", "summary"])
      assert.deepEqual(start.lessons.map((one) => one[key]),
                       texts.map((text) => new RegExp(`^${key} = "(.*)"`, "m").exec(text)[1].replaceAll('\\"', '"')));
    const press = (name) => words.getByRole("button", { name }).evaluate((button) => button.click());
    await press("Free play");
    await page.waitForFunction(() => !JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).start);
    await words.getByRole("button", { name: "Lessons and scenes" }).waitFor({ state: "attached", timeout: 8000 });
    await press("Lessons and scenes");
    await words.getByRole("button", { name: /^Lesson 1: / }).waitFor({ state: "attached", timeout: 8000 });
    await words.getByRole("button", { name: `Lesson 4: ${start.lessons[3].title}` }).evaluate((button) => button.click());
    await words.getByRole("heading", { name: start.lessons[3].title }).waitFor({ state: "attached", timeout: 8000 });
  }),

  "a lesson is read and answered without the picture": () => onPhone(async (page) => {
    await drop(page, [["lesson.toml", `title = "Dropped lesson"
summary = "One question."
source = "none"
scene = "y"
[[step]]
title = "The step"
text = "First paragraph."
[step.question]
text = "Which?"
answers = ["this", "that"]
right = 2
because = "It is that."
[step.task]
text = "Set it."
hint = "Like this."
until = ["method = sdls"]
[[step.task.solution]]
do = "choose"
name = "sdls"
`]]);
    const words = page.locator("#ikscope-words");
    await words.getByRole("heading", { name: "The step" }).waitFor({ state: "attached", timeout: 8000 });
    await words.getByText("Hint").waitFor({ state: "attached" });
    await words.getByRole("button", { name: "that" }).evaluate((button) => button.click());
    await words.getByText("Right: It is that.").waitFor({ state: "attached", timeout: 8000 });
    await words.getByRole("button", { name: "Leave the lesson" }).evaluate((button) => button.click());
    await page.waitForFunction(() => !JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).lesson);
  }),

  "Esc and Tab lead from the picture to the words, which are seen then": () => onBody(async (page) => {
    const canvas = page.getByRole("application", { name: /ikscope/ });
    await canvas.focus();
    await frames(page, 90); // the words are there
    await press(page, "Tab"); // the program's: the next target
    assert.ok(await canvas.evaluate((one) => one === document.activeElement));
    for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
    const box = await page.evaluate(() => {
      const { top, left, bottom, right } = document.activeElement.getBoundingClientRect();
      return { top, left, bottom, right, words: !!document.activeElement.closest("#ikscope-words"),
               inFront: document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.activeElement };
    });
    assert.ok(box.words && box.inFront && box.right - box.left > 30 && box.bottom - box.top > 15, JSON.stringify(box));
  }),

  "methods, parameters and scenes are fields": () => onBody(async (page) => {
    const words = page.locator("#ikscope-words");
    await words.getByRole("combobox", { name: "Method", exact: true }).selectOption("sdls");
    await page.waitForFunction(() => window.ikscope.state().runs[0].method === "sdls");
    await words.getByRole("combobox", { name: "Method", exact: true }).selectOption("dls");
    const lambda = words.getByRole("textbox", { name: "λ" });
    await lambda.first().fill("0.25");
    await lambda.first().press("Enter");
    await page.waitForFunction(() => window.ikscope.state().runs[0].parameters.lambda === 0.25);
    await lambda.first().fill("banana");
    await lambda.first().press("Enter");
    await words.getByRole("status").getByText(/lambda (cannot be|is)/).waitFor({ state: "attached" });
    assert.equal((await state(page)).runs[0].parameters.lambda, 0.25);
    await lambda.first().blur();
    await words.getByRole("combobox", { name: "Scene" }).selectOption("scara");
    await page.waitForFunction(() => window.ikscope.state().scene === "SCARA");
  }),

  "no landmark is empty": () => onPhone(async (page) => {
    const regions = async () => page.getByRole("region").evaluateAll((all) => all.map((one) => [one.ariaLabel, one.textContent]));
    assert.ok((await regions()).every(([, text]) => text), JSON.stringify(await regions()));
    await page.evaluate(() => window.ikscope.open("#lesson=damping"));
    await page.getByRole("region", { name: "Lesson" }).waitFor({ state: "attached" });
    const all = await regions();
    assert.ok(all.length >= 3 && all.every(([, text]) => text), JSON.stringify(all));
  }),

  "the diagnosis is spoken when it is of another kind, and when it is asked for": () => onBody(async (page) => {
    const told = await page.evaluate(async () => {
      const { connectMirror } = await import("./mirror.js");
      const root = document.createElement("div"), said = [];
      document.body.append(root);
      let diagnosis = null;
      const tell = connectMirror(root, { ccall: (name) => (name === "page_text" ? JSON.stringify({ diagnosis }) : null) }, {});
      const status = root.querySelector("[role=status]");
      let now = 0;
      const hear = (kind, sentence) => {
        diagnosis = { kind, sentence, advice: "", button: "" };
        status.textContent = "";
        tell(now += 1500);
        said.push(status.textContent);
      };
      for (let i = 0; i < 20; ++i) hear("shakes", `shakes by ${i}`);
      hear("rests", "rests"); // for a moment
      for (let i = 0; i < 5; ++i) hear("shakes", `shakes by ${i}`);
      for (let i = 0; i < 3; ++i) hear("rests", `rests at ${i}`);
      status.textContent = "";
      [...root.querySelectorAll("button")].find((one) => one.textContent === "Announce the diagnosis").click();
      said.push(status.textContent);
      return [said.filter(Boolean), root.querySelectorAll("[aria-live]").length];
    });
    assert.deepEqual(told, [["shakes by 1", "rests at 1", "rests at 2"], 1]);
  }),
});
