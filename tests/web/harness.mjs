// The edition for browsers, driven by Debian's Chromium, or Firefox: scripts/web_test, which installs them and
// playwright-core.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { deflateRawSync } from "node:zlib";

const { chromium, firefox } = createRequire(new URL("../../build/node/", import.meta.url))("playwright-core");

const kinds = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
                ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** Serves the folder. `slow`, bytes a second; `change(name, bytes)` gives what is served instead. */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path).replace(/^\/+/, "");
    try {
      let bytes = await readFile(join(folder, name));
      if (site.change) bytes = site.change(name, bytes) ?? bytes;
      response.writeHead(200, { "content-type": kinds[extname(name)] ?? "application/octet-stream",
                                "content-length": bytes.length });
      const piece = site.slow ? Math.ceil(site.slow / 10) : bytes.length;
      for (let at = 0; at < bytes.length; at += piece) {
        response.write(bytes.subarray(at, at + piece));
        if (site.slow) await new Promise((done) => setTimeout(done, 100));
      }
      response.end();
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "localhost", done));
  const site = { url: `http://localhost:${server.address().port}/`, close: () => server.close(), slow: 0, change: null };
  return site;
}

const inFirefox = process.env.BROWSER === "firefox";
export const launch = () => inFirefox
  ? firefox.launch({ executablePath: "/usr/bin/firefox-esr", channel: "moz-firefox", headless: false, // else without WebGL
                     firefoxUserPrefs: { "webgl.force-enabled": true, "webgl.enable-software": true } })
  : chromium.launch({ executablePath: "/usr/bin/chromium",
                      args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

class Skipped extends Error {}
/** Ends a test that asks for what Firefox's driver does not have. */
export function onlyInChromium(what) {
  if (inFirefox) throw new Skipped(what);
}

export const phone = { viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 },
                       deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Opens the page and waits until it runs; what it wrote to the console as an error is in page.errors. */
export async function open(context, url, { runs = true } = {}) {
  const page = await context.newPage();
  page.errors = [];
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(error.message));
  await page.goto(url);
  if (runs) await running(page);
  return page;
}

export const running = (page) => page.waitForFunction(() => window.ikscope?.program, null, { timeout: 60000 });

/** A context's pages draw nothing, which takes a software driver most of a frame: for tests that look at no picture. */
export const drawNothing = (context) => context.addInitScript(() => {
  for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype))
    if (/^(draw(Arrays|Elements)|clear$|blitFramebuffer$)/.test(name)) WebGL2RenderingContext.prototype[name] = () => {};
});

/** Gives a test a page of its own and what it makes of it. The page writes no error to the console but `expected`, words of
 *  each. `unseen`: it draws nothing, on few dots; `before(context)`: comes first. */
export async function onPage(browser, url, { unseen, before, expected = [], ...options }, test) {
  const context = await browser.newContext(unseen ? { ...options, deviceScaleFactor: 1 } : options);
  try {
    if (unseen) await drawNothing(context);
    await before?.(context);
    const page = await open(context, url);
    const result = await test(page, context);
    assert.deepEqual(page.errors.filter((error) => !expected.some((one) => error.includes(one))), []);
    return result;
  } finally {
    await context.close();
  }
}

/** What the program shows, in words (src/app/web/mirror.h). */
export const shown = (page) =>
  page.evaluate(() => JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])));

/** The page's handle of a PNG picture's dots: ImageData. */
export const dots = (page, png) => page.evaluateHandle(async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}, png.toString("base64"));

/** Lets so many frames pass. */
export const frames = (page, n = 5) => page.evaluate((n) => new Promise((done) => {
  const one = () => (n-- > 0 ? requestAnimationFrame(one) : done());
  one();
}), n);

/** A key, "Alt+2", answered: a focus moves a frame later. It goes up at once, which the program sees in a frame of its own:
 *  one that waits for the page is down for so many slow frames that it is repeated. */
export async function press(page, key) {
  const all = key === "+" ? [key] : key.split("+");
  await Promise.all([...all.map((one) => page.keyboard.down(one)), ...all.toReversed().map((one) => page.keyboard.up(one))]);
  await frames(page, 4);
}

/** Fingers: [[x, y], ...] in CSS pixels; none: they are lifted. */
export async function touches(page) {
  onlyInChromium("fingers");
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent",
    { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  let down = 0;
  return {
    async to(...points) {
      const comes = points.length > down;
      const sent = send(points.length === 0 ? "touchEnd" : comes ? "touchStart" : "touchMove", points);
      down = points.length;
      if (comes) return; // while one waits for an answer the finger would rest
      await sent;
      await frames(page, 3);
    },
  };
}

/** A ZIP archive of files: [name, text], deflated. */
export function zip(files) {
  const parts = [], list = [];
  let at = 0;
  for (const [name, text] of files) {
    const packed = deflateRawSync(Buffer.from(text)), letters = Buffer.from(name);
    const head = Buffer.alloc(30), entry = Buffer.alloc(46);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(letters.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(letters.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, letters, packed);
    list.push(entry, letters);
    at += 30 + letters.length + packed.length;
  }
  const directory = Buffer.concat(list), end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Drops files on the page as a browser gives them: [name, base64]. */
export const drop = (page, files) => page.evaluate((files) => {
  const all = new DataTransfer();
  for (const [name, text] of files)
    all.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: all, bubbles: true, cancelable: true }));
}, files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));

/** What takes this long, in ms, waits for what does not come: a promise of the page has no limit of its own. */
const patience = 300000;

/** Whether it held, with what it took. */
async function holds(name, test) {
  const begun = Date.now();
  let limit;
  try {
    await Promise.race([test(), new Promise((_, refuse) => {
      limit = setTimeout(() => refuse(new Error(`no end after ${patience / 1000} s`)), patience);
    })]);
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    const skipped = error instanceof Skipped;
    console.log(skipped ? `      ${name}: not here, ${error.message}` : `WRONG ${name}: ${error.stack ?? error}`);
    return skipped;
  } finally {
    clearTimeout(limit);
  }
}

/** Runs functions named by what they expect; the exit code says whether all held. A browser that shares its machine with
 *  others can miss what takes it moments else: what fails is run once more after the rest, and both are told. Ends the
 *  process, and with it the browser, even if a page still waits. */
export async function run(tests) {
  const chosen = Object.entries(tests).filter(([name]) => name.includes(process.argv[4] ?? ""));
  const failed = [];
  for (const one of chosen) if (!await holds(...one)) failed.push(one);
  let code = 0;
  for (const [name, test] of failed) if (!await holds(`${name}, once more`, test)) code = 1;
  process.exit(code);
}
