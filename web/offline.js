// The page works without a network after the first visit (sw.js).

/** Before anything is loaded: another version that came meanwhile is taken now, if no other page runs. */
export async function takeUpdate() {
  try {
    const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
    if (!waiting) return;
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", () => done(true)));
    const given_up = new Promise((done) => {
      setTimeout(done, 5000, false);
      navigator.serviceWorker.addEventListener("message", ({ data }) => data === "later" && done(false));
      navigator.serviceWorker.startMessages();
    });
    waiting.postMessage("start");
    if (await Promise.race([taken, given_up])) {
      location.reload();
      await new Promise(() => {}); // nothing more is done here
    }
  } catch { /* without it the page works as long as there is a network */ }
}

/** When the program runs: what it needs is kept, and a newer version looked for. */
export async function keepOffline() {
  try {
    await navigator.serviceWorker?.register(new URL("sw.js", import.meta.url));
  } catch { /* as above */ }
}
