// Files dropped on the page: copied into its memory with their folders, then the one that can be opened is. Or a link.

import { intoMemory } from "./files.js";
import { unzip } from "./zip.js";

const most = 2000; // files
/** What is opened, the likeliest first: scenes, lessons and sessions; robots; recorded motion; tables of
 * Denavit-Hartenberg parameters. */
const opened = [/\.toml$/i, /\.(urdf|xacro)$/i, /\.xml$/i, /\.mjcf$/i, /\.bvh$/i, /\.csv$/i, /\.tsv$/i];

/** `place` is shown while files are over the page. */
export function connectDrop(target, place, program, api, say) {
  let over = 0; // a timer: of what is over the page the browser tells again and again
  const leave = () => {
    clearTimeout(over);
    place.hidden = true;
  };
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    leave();
    place.hidden = false;
    over = setTimeout(leave, 500);
  });
  target.addEventListener("drop", async (event) => {
    event.preventDefault();
    leave();
    try {
      // Entries are there only while the event is.
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile())
        .filter((one) => one);
      if (entries.length === 0) {
        const text = event.dataTransfer.getData("text/plain");
        return text && api.open(text);
      }
      const path = await pathOf(program, (await Promise.all(entries.map((one) => files(one)))).flat());
      program.ccall("page_open", null, ["string"], [path]);
    } catch (error) {
      say(error.message ?? String(error));
    }
  });
}

/** [{ name, file }] of an entry, a folder's with its name before theirs. */
async function files(entry, folder = "") {
  if (entry instanceof File) return [{ name: entry.name, file: entry }];
  const name = folder + entry.name;
  if (entry.isFile) return [{ name, file: await new Promise((done, failed) => entry.file(done, failed)) }];
  const reader = entry.createReader(), all = [];
  for (;;) { // a hundred at a time
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) break;
    for (const one of some) all.push(...await files(one, `${name}/`));
    if (all.length > most) throw new Error(`The folder ${entry.name} has more than ${most} files.`);
  }
  return all;
}

/** No path leads out of the folder that it is put into. */
const inside = (name) => name.split(/[\\/]/).filter((part) => part && part !== "." && part !== "..").join("/");

/** Copies these files into the page's memory and gives the path of what is to be opened; throws an Error, one sentence, if
 *  there is nothing. */
export async function pathOf(program, given) {
  const paths = [];
  for (const { name, file } of given) {
    if (!/\.zip$/i.test(name)) {
      paths.push(await intoMemory(program.FS, file, inside(name)));
      continue;
    }
    const folder = inside(name).replace(/\.zip$/i, "");
    for (const one of await unzip(file))
      paths.push(await intoMemory(program.FS, new Blob([one.bytes]), `${folder}/${inside(one.name)}`));
  }
  if (paths.length === 1) return paths[0]; // whatever it is, the program says what is wrong
  for (const kind of opened) {
    const found = paths.filter((path) => kind.test(path)).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
    if (found.length) return found[0];
  }
  throw new Error("Nothing of this can be opened. Choose or drop a scene, lesson or session (.toml), a robot (.urdf, " +
                  ".xml) with its meshes, recorded motion (.bvh), or a DH table (.csv).");
}

const depth = (path) => path.split("/").length;
