// The pictures of docs/browser.md: node pictures.mjs FOLDER OUT.

import { frames, launch, open, phone, serve } from "./harness.mjs";

const [folder, out] = process.argv.slice(2);
const site = await serve(folder), browser = await launch();

const onPhone = await browser.newContext({ ...phone, colorScheme: "light" });
const program = await open(onPhone, `${site.url}#scene=double-y&method=dls`);
await program.waitForFunction(() => window.ikscope.state().steps > 240, null, { timeout: 120000 });
await program.screenshot({ path: `${out}/web-phone.png` });
await onPhone.close();

const around = await browser.newContext({ viewport: { width: 900, height: 820 }, colorScheme: "light" });
const page = await around.newPage();
await page.goto(`${site.url}example.html`, { timeout: 120000 });
const figure = page.frames()[1];
await figure.waitForFunction(() => window.ikscope?.program && !window.ikscope.program._page_is_fast_forwarding(), null, { timeout: 120000 });
await page.evaluate(() => scrollTo(0, document.querySelector("h2").offsetTop - 40));
await figure.getByRole("button", { name: "Run" }).click();
await figure.waitForFunction(() => window.ikscope.state().steps > 600, null, { timeout: 120000 });
await page.screenshot({ path: `${out}/web-page.png` });
await browser.close();
site.close();
