// Reads meshes in a worker, with the library that reads them on desktops: ikscope-meshes.wasm.

import load from "./ikscope-meshes.mjs";

let program = load();
let last = Promise.resolve();

onmessage = ({ data }) => { last = last.then(() => answer(data)); };

async function answer({ file, files }) {
  let mesh, reader = null;
  try {
    reader = await program;
    mesh = read(reader, file, files);
  } catch (error) {
    mesh = { wrong: `${file}: ${reason(reader, error)}` };
    program = load(); // what a crash leaves behind cannot be trusted
  }
  postMessage({ file, ...mesh }, ["corners", "normals", "materials"].flatMap((name) => mesh[name]?.buffer ?? []));
}

function reason(reader, error) {
  if (!reader) return "what reads meshes cannot be loaded";
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    return "the mesh crashes the program that reads it; expected a mesh that is whole";
  return `the mesh cannot be read (${error.message ?? error}); expected a smaller one`;
}

function read(program, file, files) {
  for (const [name, bytes] of files) {
    program.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    program.FS.writeFile(name, bytes);
  }
  try {
    const count = program.ccall("meshes_read", "number", ["string"], [file]);
    if (count < 0) return { wrong: program.ccall("meshes_wrong", "string", [], []) };
    const materials = program._meshes_materials();
    const floats = (at) => program.HEAPF32.slice(at / 4, at / 4 + 3 * count);
    return { corners: floats(program._meshes_corners()), normals: floats(program._meshes_normals()),
             materials: materials ? program.HEAPU8.slice(materials, materials + 4 * count) : null };
  } finally {
    for (const [name] of files) program.FS.unlink(name);
  }
}
