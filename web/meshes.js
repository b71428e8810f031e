// Meshes of robots are read by another program, in a worker that is there from the first mesh on.

import { onHeap } from "./heap.js";

let worker = null;
const waiting = new Set(); // files

/** Reads a file of the page's memory; page_mesh() hears of it. */
export function readMesh(program, file) {
  waiting.add(file);
  try {
    worker ??= start(program);
    worker.postMessage({ file, files: withMaterials(program.FS, file) });
  } catch (error) {
    give(program, { file, wrong: `${file}: the mesh cannot be read (${error.message ?? error.code ?? error})` });
  }
}

function start(program) {
  const made = new Worker(new URL("meshes_worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => give(program, data);
  made.onerror = () => {
    for (const file of [...waiting]) give(program, { file, wrong: `${file}: what reads meshes cannot be loaded` });
  };
  return made;
}

function give(program, { file, corners, normals, materials, wrong }) {
  waiting.delete(file);
  const places = [corners, normals, materials].map((array) =>
    (array ? onHeap(program, new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) : 0));
  program.ccall("page_mesh", null, ["string", "number", "number", "number", "number", "string"],
                [file, ...places, corners ? corners.length / 3 : 0, wrong ?? ""]);
  for (const place of places) program._free(place);
}

/** [path, bytes] of it and of the materials beside it. */
function withMaterials(FS, file) {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const names = FS.readdir(folder).filter((name) => /\.mtl$/i.test(name)).map((name) => folder + name);
  return [...names, file].map((name) => [name, FS.readFile(name)]);
}
