// Makes the page work without a network: all of its files are kept at the first visit. Another version is
// fetched while this one runs, and is used from the next start on, when no page has this one any more.

const version = "@VERSION@";
const files = ["@FILES@"];
const own = `ikscope ${registration.scope} `; // another copy on the same host has its own
const name = own + version;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(name);
    // Past the browser's own cache, which may have files of another version.
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const one of await caches.keys())
      if ((one.startsWith(own) && one !== name) || /^ikscope [0-9a-f]+$/.test(one)) await caches.delete(one);
  })());
});

// A page that is just starting asks for it.
self.addEventListener("message", (event) => {
  if (event.data !== "start") return;
  event.waitUntil((async () => {
    for (let i = 0; i < 10; ++i) { // one that is being left is there for a moment more
      const pages = await clients.matchAll({ includeUncontrolled: true, type: "window" });
      const runs = (one) => one.url.startsWith(registration.scope) && !one.url.includes("/example.html");
      if (pages.filter(runs).every((one) => one.id === event.source.id)) return self.skipWaiting();
      await new Promise((done) => setTimeout(done, 100));
    }
    event.source.postMessage("later");
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
  })());
});
