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

/** After each frame: the address follows, without a new entry in the history. */
export function followLink(program, api, say) {
  let known = program._page_changes(), changed = 0, own = location.hash;
  addEventListener("hashchange", () => {
    if (location.hash === own) return;
    own = location.hash;
    try { api.open(own.length > 1 ? own : "#scene=double-y"); } catch (error) { say(error.message); }
  });
  return () => {
    const changes = program._page_changes(), now = performance.now();
    if (changes !== known) {
      known = changes;
      changed = now;
    }
    if (!changed || now - changed < settled || program._page_hurries()) return;
    changed = 0;
    own = api.link();
    if (own === location.hash) return;
    try { history.replaceState(null, "", own || location.href.split("#")[0]); } catch { /* too often for this browser: later */ }
  };
}
