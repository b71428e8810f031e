// Web Workers in which the program computes beside the page: the same code without a window (worker.js), so nothing more
// is loaded. Which computes what, the program says (src/app/remote/pool.h).

import { code } from "./loading.js";

export function makeWorkers(page) {
  const workers = [];
  const failed = (number, what) => {
    const reason = what ? ` (${what})` : "";
    page.program.ccall("page_worker_failed", null, ["number", "string"],
      [number, `The browser stopped the worker that computed this${reason}. Compute less, or reload the page.`]);
  };
  const later = (number, what) => setTimeout(() => failed(number, what));
  const end = (number) => {
    const worker = workers[number];
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
    workers[number] = null;
  };
  return {
    /** All but the core that draws; of many, eight are enough. */
    possible: () => (typeof Worker === "function" ? Math.min(8, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)) : 0),
    start(number) {
      try {
        const worker = workers[number] = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => {
          page.message = data;
          page.program._page_worker_said(number);
          page.message = null;
        };
        worker.onerror = (event) => { event.preventDefault?.(); failed(number, event.message); };
        worker.onmessageerror = () => failed(number);
        worker.postMessage({ code });
      } catch (error) {
        later(number, error.message);
      }
    },
    end,
    send: (number, message) => workers[number]?.postMessage(message),
  };
}
