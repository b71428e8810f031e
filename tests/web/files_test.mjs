// Robots with their meshes, and films.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dots, drop, frames, launch, onlyInChromium, onPage, press, run, serve, shown, zip } from "./harness.mjs";

const site = await serve(process.argv[2] ?? "build/web"), browser = await launch();

const robot = (mesh) => `<robot name="boxes"><link name="base"><visual><geometry><mesh filename="${mesh}"/></geometry></visual></link>
<link name="hand"><visual><geometry><mesh filename="${mesh}"/></geometry></visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><origin xyz="2 0 0"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
<link name="tip"/><joint name="fixed" type="fixed"><parent link="hand"/><child link="tip"/><origin xyz="1 0 0"/></joint></robot>`;
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
const faces = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
const obj = ["mtllib cube.mtl", ...corners.map((one) => `v ${one.join(" ")}`), "usemtl red",
             ...faces.map((one) => `f ${one.join(" ")}`)].join("\n") + "\n";
const stl = "solid cube\n" + faces.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]).map((one) =>
  `facet normal 0 0 0\nouter loop\n${one.map((i) => `vertex ${corners[i - 1].join(" ")}\n`).join("")}endloop\nendfacet\n`).join("") +
  "endsolid cube\n";

// One side of the cube, as glTF with its numbers in a file beside it.
const numbers = Buffer.concat([Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1).buffer),
                               Buffer.from(Uint16Array.of(0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0).buffer)]);
const gltf = JSON.stringify({
  asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
  materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
  buffers: [{ byteLength: 72, uri: "side.bin" }],
  bufferViews: [{ buffer: 0, byteLength: 48 }, { buffer: 0, byteOffset: 48, byteLength: 24 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
              { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" }] });

/** How many dots of the body's view are red, of a picture that the page makes of itself. */
const reds = async (page) => page.evaluate(({ data }) => {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) count += data[i] > 90 && data[i] > 2.5 * data[i + 1] && data[i] > 2.5 * data[i + 2];
  return count;
}, await dots(page, await page.screenshot()));

const onBody = (test, expected) => onPage(browser, site.url, { viewport: { width: 800, height: 600 }, expected }, async (page) => {
  await page.evaluate(() => window.ikscope.open("#scene=y&paused=1"));
  await frames(page);
  await test(page);
});

await run({
  "a robot looks like its meshes": () => onBody(async (page) => {
    const before = await reds(page);
    await drop(page, [["robot.zip", zip([["a/robot.urdf", robot("meshes/cube.obj")], ["a/meshes/cube.obj", obj],
                                         ["a/meshes/cube.mtl", "newmtl red\nKd 1 0 0\n"]])]]);
    await page.waitForFunction(() => window.ikscope.state().scene === "boxes");
    for (let i = 0; i < 60 && await reds(page) < before + 4000; ++i) await frames(page, 10);
    assert.ok(await reds(page) > before + 4000, `${await reds(page)} of ${before}`);
  }),

  "a mesh is glTF with a file of its numbers": () => onBody(async (page) => {
    const before = await reds(page);
    await drop(page, [["robot.zip", zip([["a/robot.urdf", robot("side.gltf")], ["a/side.gltf", gltf], ["a/side.bin", numbers]])]]);
    await page.waitForFunction(() => window.ikscope.state().scene === "boxes");
    for (let i = 0; i < 60 && await reds(page) < before + 500; ++i) await frames(page, 10);
    assert.ok(await reds(page) > before + 500, `${await reds(page)} of ${before}: ${(await shown(page)).message}`);
  }),

  "a mesh of another kind, a broken one and one that is missing": () => onBody(async (page) => {
    await drop(page, [["robot.zip", zip([["a/robot.urdf", robot("cube.stl")], ["a/cube.stl", stl]])]]);
    await page.waitForFunction(() => window.ikscope.state().scene === "boxes");
    for (let i = 0; i < 60 && /^Reading/.test((await shown(page)).message); ++i) await frames(page, 10);
    assert.match((await shown(page)).message ?? "", /^(1 mesh with 12 triangles.*)?$/); // told if it took long
    await drop(page, [["broken.zip", zip([["b/robot.urdf", robot("cube.dae")], ["b/cube.dae", "<COLLADA"]])]]);
    await page.waitForFunction(() => /cube\.dae: the mesh cannot be read/.test(
      JSON.parse(window.ikscope.program.ccall("page_text", "string", [], [])).message ?? ""), null, { timeout: 20000 });
    assert.match(page.errors.join(), /^ikscope: broken\/b\/cube\.dae: the mesh cannot be read/); // without the page's own folders
  }, ["cube.dae: the mesh cannot be read"]),

  "a film is a WebM file of the steps, however long each took": () => onBody(async (page) => {
    onlyInChromium("downloads");
    await page.evaluate(() => window.ikscope.set("paused", false));
    await press(page, "F9");
    await page.waitForFunction((from) => window.ikscope.state().steps > from + 45,
                               await page.evaluate(() => window.ikscope.state().steps), { timeout: 120000 });
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "F9")]);
    assert.match(download.suggestedFilename(), /^ikscope-[\d-]+\.webm$/);
    const bytes = await readFile(await download.path());
    const film = await page.evaluate(async (text) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], { type: "video/webm" }));
      await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = () => failed(video.error); });
      return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration };
    }, bytes.toString("base64"));
    assert.deepEqual([film.width, film.height], [800, 600]);
    assert.ok(film.seconds > 0.7 && film.seconds < 6, `${film.seconds} s`);
  }),

  "Choose ranks methods, and its page is downloaded": () =>
    onPage(browser, site.url, { viewport: { width: 1280, height: 720 }, unseen: true }, async (page) => {
      onlyInChromium("downloads");
      await page.evaluate(() => window.ikscope.open("#scene=arm-2r&paused=1&choose_task=solving"));
      await frames(page);
      await press(page, "Shift+C");
      await frames(page, 20);
      const click = async (x, y) => { await page.mouse.move(x, y); await frames(page, 3); await page.mouse.down();
                                      await frames(page, 3); await page.mouse.up(); await frames(page, 3); };
      await click(1012, 177); // Begin
      const pages = [], ranked = async () => {
        for (const one of pages.splice(0)) {
          const text = await readFile(await one.path(), "utf8");
          assert.match(text, /^<!doctype html>[^]*<\/html>\n$/i);
          if ((text.match(/<tr/g) ?? []).length > 2) return one.suggestedFilename(); // the head, and two methods
        }
        return "";
      };
      page.on("download", (one) => pages.push(one));
      let name = "";
      while (!(name = await ranked())) {
        await page.waitForTimeout(500);
        await click(1122, 128); // Save page, once there is something to save
      }
      assert.match(name, /^Planar-arm--2R-Which-method-.*\.html$/);
    }),
});
