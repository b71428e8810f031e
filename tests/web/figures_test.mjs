// Figures in other pages: they wait to be touched, let the page around them scroll and Tab through, and scripts drive them.

import assert from "node:assert/strict";
import { drawNothing, frames, launch, onlyInChromium, onPage, open, phone, press, run, serve, shown, touches } from "./harness.mjs";

const site = await serve(process.argv[2] ?? "build/web"), browser = await launch();

const state = (page) => page.evaluate(() => window.ikscope.state());
const arrived = (page) => page.waitForFunction(() => !window.ikscope.program._page_is_fast_forwarding());

/** A page of text with a figure between two buttons, and the figure's frame. */
async function around(context, words, { width = 600, height = 420 } = {}) {
  const page = await context.newPage();
  await page.route("**/around.html", (route) => route.fulfill({ contentType: "text/html",
    body: `<!doctype html><meta name="viewport" content="width=device-width"><body style="height:3000px; margin:0">
      <button id=before>b</button><br><iframe src="${site.url}#embed=1&${words}" width=${width} height=${height}></iframe>
      <br><button id=after>a</button>` }));
  await page.goto(`${site.url}around.html`);
  const figure = page.frames()[1];
  await figure.waitForFunction(() => window.ikscope?.program, null, { timeout: 60000 });
  return { page, figure };
}
const rests = (figure) => figure.evaluate(() => document.getElementById("ikscope-canvas").matches(".resting"));
const inContext = async (options, test) => {
  const context = await browser.newContext(options);
  await drawNothing(context);
  try {
    await test(context);
  } finally {
    await context.close();
  }
};

await run({
  "a page has figures that wait to be touched": async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    const page = await context.newPage();
    const errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`${site.url}example.html`);
    const first = page.frames()[1];
    await first.waitForFunction(() => window.ikscope?.program && !window.ikscope.program._page_is_fast_forwarding(), null, { timeout: 60000 });
    const steps = () => first.evaluate(() => window.ikscope.state().steps);
    const rests = async () => { // comes to a rest, and stays
      for (let tries = 0; tries < 10; ++tries) {
        const before = await steps();
        await page.waitForTimeout(1000);
        if (await steps() === before) return before;
      }
      assert.fail("a figure goes on");
    };
    const still = await rests();
    await first.getByRole("button", { name: "Run" }).click();
    await first.waitForFunction((still) => window.ikscope.state().steps > still, still);
    const drawn = await first.evaluate(() => new Promise((done) => { // however it was woken, a frame is drawn once
      const { program } = window.ikscope, draw = program._page_frame;
      let drawn = 0, frames = 0;
      program._page_frame = () => { ++drawn; return draw(); };
      const one = () => (frames++ < 20 ? requestAnimationFrame(one) : done(drawn));
      one();
    }));
    assert.ok(drawn > 10 && drawn <= 21, `${drawn} of 20`);
    const whole = await first.getByRole("link", { name: "Open" }).getAttribute("href");
    assert.ok(!/embed/.test(whole) && /#/.test(whole), whole);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // out of sight
    await rests();
    assert.deepEqual(errors, []);
    await context.close();
  },

  "a script drives a figure that rests": async () => {
    const context = await browser.newContext({ viewport: { width: 700, height: 420 } });
    const page = await open(context, `${site.url}#embed=1&scene=y&method=dls&show=body,error&time=1`);
    await arrived(page);
    await page.waitForTimeout(1000);
    const changed = (call) => page.evaluate((call) => new Promise((done, failed) => {
      const end = window.ikscope.on("change", () => { end(); done(window.ikscope.state()); });
      setTimeout(() => failed(new Error(`${call} makes no event`)), 5000);
      new Function("ikscope", call)(window.ikscope);
    }), call);
    const light = async () => (await page.screenshot()).toString("base64");
    const dark = await light();
    assert.equal((await changed('ikscope.set("lambda", 0.25)')).runs[0].parameters.lambda, 0.25);
    await changed('ikscope.set("theme", "light")');
    await frames(page, 3);
    assert.notEqual(await light(), dark);
    await changed('ikscope.do({ do: "hold", target: 0, position: [0, 1, 0] })');
    assert.equal((await changed('ikscope.open("#scene=double-y&embed=1")')).scene, "Double-Y");
    await page.waitForTimeout(500);
    const still = (await state(page)).steps;
    await page.waitForTimeout(500);
    assert.equal((await state(page)).steps, still);
    await page.evaluate(() => window.ikscope.run());
    await page.waitForFunction((still) => window.ikscope.state().steps > still + 10, still);
    await page.evaluate(() => window.ikscope.pause());
    await page.waitForFunction(() => window.ikscope.state().paused);
    await context.close();
  },

  "a swipe that begins on a figure scrolls the page, a tap runs it": () => inContext(phone, async (context) => {
    const { page, figure } = await around(context, "scene=y&show=body", { width: 390 });
    const fingers = await touches(page);
    await fingers.to([200, 300]);
    for (let y = 280; y >= 100; y -= 30) await fingers.to([200, y]);
    await fingers.to();
    await page.waitForFunction(() => scrollY > 80);
    assert.ok(await rests(figure));
    await page.evaluate(() => scrollTo(0, 0));
    await fingers.to([200, 300]);
    await fingers.to();
    await figure.waitForFunction(() => window.ikscope.state().steps > 5);
    assert.ok(!(await rests(figure)));
    await fingers.to([200, 300]); // now it is the figure's
    for (let y = 280; y >= 100; y -= 30) await fingers.to([200, y]);
    await fingers.to();
    assert.equal(await page.evaluate(() => scrollY), 0);
  }),

  "Tab leads through a figure and out, and shows where it is": () => inContext({}, async (context) => {
    const { page, figure } = await around(context, "scene=y&show=body,error&controls=lambda");
    await page.locator("#before").focus();
    await page.keyboard.press("Tab");
    const ring = await figure.evaluate(() => {
      const one = document.activeElement;
      return [one.id, getComputedStyle(one).outlineStyle, getComputedStyle(one).outlineWidth];
    });
    assert.deepEqual(ring, ["ikscope-canvas", "solid", "3px"]);
    assert.ok(await rests(figure), "who only passes through lets nothing run");
    const passed = [];
    for (let i = 0; i < 15 && await page.evaluate(() => document.activeElement.tagName) === "IFRAME"; ++i) {
      await page.keyboard.press("Tab");
      passed.push(await figure.evaluate(() => document.activeElement?.textContent));
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "after");
    assert.ok(passed.some((one) => /Run/.test(one)) && passed.some((one) => /Open/.test(one)), passed.join("; "));
  }),

  "a figure can be paused, and has no start screen": () => inContext({}, async (context) => {
    const { page, figure } = await around(context, "scene=y&show=body");
    await figure.getByRole("button", { name: "Run", exact: false }).first().click();
    await figure.waitForFunction(() => window.ikscope.state().steps > 5);
    await page.keyboard.press("l");
    await frames(figure, 3);
    assert.equal((await shown(figure)).start, undefined);
    await figure.locator("#ikscope-embed button", { hasText: "Pause" }).click();
    await figure.waitForFunction(() => window.ikscope.state().paused);
    await figure.locator("#ikscope-embed button", { hasText: "Run" }).click();
    await figure.waitForFunction(() => !window.ikscope.state().paused);
  }),

  "a map is computed before the figure is touched": () => onPage(browser,
    `${site.url}#embed=1&scene=y&method=dls&show=body,map&map_fineness=16&map_steps=200`,
    { viewport: { width: 800, height: 500 }, unseen: true }, async (page) => {
      await page.waitForFunction(() => {
        const [map] = JSON.parse(window.ikscope.program.ccall("page_maps", "string", ["boolean"], [false]));
        return map?.of > 0 && map.done === map.of;
      }, null, { timeout: 60000 });
      assert.equal((await state(page)).steps, 0); // time has not begun
    }),

  "who presses a figure while it is loaded does so for something": () => inContext({}, async (context) => {
    const own = await serve(process.argv[2] ?? "build/web");
    own.slow = 4e6;
    const link = "#Embed%3D1%26scene%3Dy%26show%3Dbody."; // as other programs may have changed it
    const page = await open(context, own.url + link, { runs: false });
    await page.waitForFunction(() => document.querySelector("#ikscope-notice progress"));
    await page.mouse.click(300, 300);
    await page.waitForFunction(() => window.ikscope?.state().steps > 5, null, { timeout: 60000 });
    await page.waitForSelector("#ikscope-embed", { state: "attached" });
    own.close();
  }),

  "the wheel is the program's, in a frame only with the focus": async () => {
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
    const page = await context.newPage();
    await page.route("**/around.html", (route) => route.fulfill({ contentType: "text/html",
      body: `<body style="height:3000px"><button id=b>b</button><iframe src="${site.url}" width=800 height=500></iframe>` }));
    await page.goto(`${site.url}around.html`);
    const frame = page.frames()[1];
    await frame.waitForFunction(() => window.ikscope?.program, null, { timeout: 60000 });
    await page.locator("#b").focus();
    await page.mouse.move(400, 300);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => scrollY > 100);
    await page.evaluate(() => scrollTo(0, 0));
    await frame.evaluate(() => document.getElementById("ikscope-canvas").focus());
    await page.mouse.wheel(0, 200);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await context.close();
  },

  "a number is typed with a phone's keyboard": () => onPage(browser, `${site.url}#embed=1&scene=y&controls=lambda&paused=1`, phone, async (page) => {
    await page.evaluate(() => window.ikscope.run());
    await frames(page, 10);
    const input = page.locator("#ikscope-text"), fingers = await touches(page);
    const heights = await page.locator("#ikscope-embed > *").evaluateAll((all) => all.map((one) => one.offsetHeight));
    assert.ok(heights.length === 2 && heights.every((high) => high >= 44), heights.join(" "));
    await fingers.to([295, 804]); // the number
    await fingers.to();
    await input.waitFor({ state: "visible", timeout: 3000 });
    assert.deepEqual(await input.evaluate((one) => [one.inputMode, one.value]), ["decimal", "0.6"]);
    for (const letter of "0,25") {
      await page.keyboard.insertText(letter); // the first replaces what was there
      await frames(page, 2);
    }
    await input.press("Enter");
    await page.waitForFunction(() => window.ikscope.state().runs[0].parameters.lambda === 0.25, null, { timeout: 5000 });
  }),

  "a slider has a band of 44 CSS pixels for fingers around its line": () =>
    onPage(browser, `${site.url}#embed=1&scene=y&controls=lambda`, { ...phone, unseen: true }, async (page) => {
      await page.evaluate(() => { window.ikscope.run(); window.ikscope.pause(); });
      await frames(page, 10);
      const fingers = await touches(page), lambda = async () => (await state(page)).runs[0].parameters.lambda;
      const band = [];
      for (let y = 770; y < 844; y += 2) {
        const before = await lambda();
        await fingers.to([band.length % 2 ? 90 : 150, y]);
        await fingers.to();
        await frames(page, 3);
        if (await lambda() !== before) band.push(y);
      }
      assert.ok(band.at(-1) - band[0] >= 42, band.join(" "));
      assert.equal(band.length, (band.at(-1) - band[0]) / 2 + 1, band.join(" "));
    }),
});
