// The address says what is shown, and what the address says is shown.

const settled = 500; // ms after the last change

const long = 1e5; // letters: main()'s arguments lie on its stack

/** What the address asks for, as main() takes it. */
export const linkArguments = () => (location.hash.length > 1 && location.hash.length < long ? [location.hash] : []);

/** When the program runs: what was too long for main(). */
export function openLongLink(api, say) {
  if (location.hash.length < long) return;
  try { api.open(location.hash); } catch (error) { say(error.message); }
}

/** After each frame: the address follows. Each scene and lesson that is opened is an entry in the history, so that Back
 *  leads to the one before; what is changed in it is none. Without a hash it is the start screen. */
export function followLink(program, api, say) {
  const shown = () => JSON.parse(program.ccall("page_text", "string", [], []));
  const open = () => {
    const { lesson, place, scene } = shown();
    return lesson?.name || place || scene;
  };
  let known = program._page_changes(), changed = 0, own = location.hash;
  let entry = open(); // null: what is open belongs to the entry that Back led to
  let starts; // whether there is a start screen, which the first frame shows
  let toStart = false; // Back led to it: it is shown after the first frame of the scene behind it
  addEventListener("hashchange", () => {
    if (location.hash === own) return;
    own = location.hash;
    entry = null;
    changed = performance.now(); // also where it changes nothing
    try {
      api.open(own.length > 1 ? own : "#scene=double-y");
      toStart = own.length <= 1 && starts;
    } catch (error) {
      say(error.message);
    }
  });
  return () => {
    starts ??= own.length <= 1 && !!shown().start;
    if (toStart) program.ccall("page_act", null, ["string", "number"], ["start", 0]);
    toStart = false;
    const changes = program._page_changes(), now = performance.now();
    if (changes !== known) {
      known = changes;
      changed = now;
    }
    if (!changed || now - changed < settled || program._page_is_fast_forwarding()) return;
    changed = 0;
    const before = entry, link = shown().start ? "" : api.link();
    entry = open();
    if (link === location.hash) return;
    const keep = before && entry !== before ? "pushState" : "replaceState";
    own = link;
    try { history[keep](null, "", own || location.href.split("#")[0]); } catch { /* too often for this browser: later */ }
  };
}
