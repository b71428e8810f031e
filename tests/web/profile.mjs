// What the first pictures call: node profile.mjs FOLDER PROFILE, where FOLDER/ikscope.wasm is instrumented. Writes
// PROFILE.0, PROFILE.1, ... (scripts/web_profile).

import { writeFile } from "node:fs/promises";
import { launch, phone, serve } from "./harness.mjs";

const [folder, profile] = process.argv.slice(2);
const site = await serve(folder), browser = await launch();
const ways = [{ viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
              { viewport: { width: 3840, height: 2160 }, deviceScaleFactor: 1, colorScheme: "light", reducedMotion: "reduce" },
              { viewport: { width: 844, height: 390 }, colorScheme: "dark" }, phone];
for (const [i, way] of ways.entries()) {
  const context = await browser.newContext(way), page = await context.newPage();
  page.on("pageerror", () => {});
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiateStreaming, mark = performance.mark;
    let calls = null;
    WebAssembly.instantiateStreaming = async (...given) => {
      const made = await instantiate(...given);
      calls = made.instance.exports;
      return made;
    };
    WebAssembly.compileStreaming = () => new Promise(() => {}); // the other part has nothing to do
    performance.mark = (name) => {
      if (!/first picture/.test(name)) return mark.call(performance, name);
      const at = 1 << 16, most = 1 << 20; // over what is there: it does not go on
      const memory = Object.values(calls).find((one) => one instanceof WebAssembly.Memory);
      const size = calls.__write_profile(at, most);
      window.calls = btoa(Array.from(new Uint8Array(memory.buffer, at, size), (one) => String.fromCharCode(one)).join(""));
      throw new Error("that is all");
    };
  });
  await page.goto(site.url);
  await page.waitForFunction(() => window.calls, null, { timeout: 120000 });
  await writeFile(`${profile}.${i}`, Buffer.from(await page.evaluate(() => window.calls), "base64"));
  await context.close();
}
await browser.close();
site.close();
