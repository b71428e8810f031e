// Files of the page: settings and an unfinished body survive in the browser's storage; what the program saves is
// downloaded.

const home = "/home/web_user";
const settings = `${home}/.config/ikscope/settings.toml`;
const draft = `${home}/opened/unfinished.toml`;
const draftOften = 3000; // ms

let drafted = 0, draftText = "", offered = false;
let opening = false; // the program has been asked to open it, and opens it in its next frame

// Without storage, or with a full one, nothing is remembered.
const stored = {
  get(name) {
    try { return localStorage.getItem(`ikscope/${name}`); } catch { return null; }
  },
  set(name, text) {
    try {
      if (text) localStorage.setItem(`ikscope/${name}`, text);
      else localStorage.removeItem(`ikscope/${name}`);
    } catch { /* as above */ }
  },
};

/** Before the program starts. */
export function restoreFiles(FS) {
  for (const folder of [settings, draft].map(parent).concat(`${home}/Documents`, `${home}/Pictures`)) FS.mkdirTree(folder);
  takeSettings(FS);
}

/** What another tab has saved meanwhile: the program changes in it what was changed here. */
export function takeSettings(FS) {
  const text = stored.get("settings.toml");
  if (text) FS.writeFile(settings, text);
}

/** Also when a corrupt one was renamed. */
export function giveSettings(FS) {
  stored.set("settings.toml", FS.analyzePath(settings).exists ? FS.readFile(settings, { encoding: "utf8" }) : "");
}

/** When it runs: the body that was being built is opened; or, where the address asks for something else than it did
 *  then, or the page has ended while it was opened, kept for `offer`. */
export function restoreDraft(program, offer) {
  const text = stored.get("draft.toml"), other = location.hash.length > 1 && location.hash !== stored.get("draft.link");
  if (!text) return;
  program.FS.writeFile(draft, text);
  const open = () => {
    opening = true;
    offered = false;
    draftText = text;
    drafted = performance.now();
    stored.set("draft.tried", "yes");
    program.ccall("page_open", null, ["string"], [draft]);
  };
  if (!other && !stored.get("draft.tried")) return open();
  offered = true;
  offer("An unsaved body was kept.", "Open it", open);
}

const parent = (path) => path.slice(0, path.lastIndexOf("/"));

/** After a frame, or, `all`, before the page goes. */
export function keepFiles(program, all = false) {
  const now = performance.now();
  if (all) program._page_keep();
  else opening = false;
  if (opening) return;
  if (all || now - drafted > draftOften) keepDraft(program, now);
}

/** What is opened from it counts as unfinished until another scene is opened. One that cannot be opened, as the program
 *  has said, is dropped; one that is offered waits. */
function keepDraft(program, now) {
  drafted = now;
  let text = program.ccall("page_draft", "string", [], []);
  if (!text && draftText && JSON.parse(program.ccall("page_text", "string", [], [])).place === draft) text = draftText;
  if (!text && (offered || !draftText)) return;
  offered = false;
  stored.set("draft.tried", "");
  if (text !== draftText || !stored.get("draft.toml")) stored.set("draft.toml", text);
  // Firefox may reload the page at the address that it had a moment before.
  if (!text || location.hash.length > 1) stored.set("draft.link", text && location.hash);
  draftText = text;
}

/** Copies a file of the user into the page's memory; gives its path there. */
export async function intoMemory(FS, file, name = file.name) {
  const path = `${home}/opened/${name}`;
  FS.mkdirTree(parent(path));
  FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

export function download(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
