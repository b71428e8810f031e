// Meshes of robots are read by another program, in a worker that is there from the first mesh on.

import { onHeap } from "./heap.js";

const patience = 60; // s, for a file
let worker = null;
let clock = 0;
const waiting = new Set(); // files, in the order in which they are read

/** Reads a file of the page's memory; page_mesh() hears of it. */
export function readMesh(program, file) {
  waiting.add(file);
  try {
    worker ??= start(program);
    worker.postMessage({ file, files: withOthers(program.FS, file) });
    if (waiting.size === 1) watch(program);
  } catch (error) {
    give(program, { file, wrong: `${file}: the mesh cannot be read (${error.message ?? error.code ?? error})` });
  }
}

/** A damaged mesh can keep the worker for ever: then another one goes on with those after it. */
function watch(program) {
  clearTimeout(clock);
  if (waiting.size === 0) return;
  clock = setTimeout(() => {
    worker.terminate();
    worker = null;
    const [file, ...others] = waiting;
    waiting.clear();
    give(program, { file, wrong: `${file}: reading the mesh takes more than ${patience} s; expected a mesh that is whole` });
    for (const other of others) readMesh(program, other);
  }, 1000 * patience);
}

function start(program) {
  const made = new Worker(new URL("meshes_worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => {
    give(program, data);
    watch(program);
  };
  made.onerror = () => {
    clearTimeout(clock);
    made.terminate();
    if (worker === made) worker = null;
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

/** [path, bytes] of it and of what it may refer to beside it: materials of OBJ, the numbers of glTF. */
function withOthers(FS, file) {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const names = FS.readdir(folder).filter((name) => /\.(mtl|bin)$/i.test(name)).map((name) => folder + name);
  return [...names, file].map((name) => [name, FS.readFile(name)]);
}
