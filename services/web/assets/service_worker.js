// @ts-check
/// <reference lib="webworker" />
/**
 * Has the pages at hand without the network: it keeps all files of one release, and serves no file of another one. What is asked of the API
 * goes to the server. The server puts the release and its files in here, so that this file changes whenever one of them does.
 */
const RELEASE = "{release}";
/** Each file with its hash. */
const FILES = new Map("{files}".split(",").map((file) => /** @type {[string, string]} */ (file.split(" "))));
const KEPT = "faan-pages-";
/** A network that gives no file in this time would keep a browser installing for five minutes, which is until it gives up by itself. */
const PATIENCE_MS = 120_000;

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

/** Keeps every file, or none: one of another release has another hash, and is refused. */
async function install() {
  const cache = await caches.open(KEPT + RELEASE);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const request = (/** @type {[string, string]} */ [path, integrity]) => new Request(path, { integrity, cache: "no-cache", credentials: "omit", signal });
  await cache.addAll([...FILES].map(request));
  await worker.skipWaiting();
}

/** Forgets the files of the release before. */
async function activate() {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(KEPT) && name !== KEPT + RELEASE);
  await Promise.all(before.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The file that answers a request; `null` if the server does. @param {Request} request */
function fileOf(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return null;
  if (request.mode === "navigate") {
    if (pathname === "/") return "/web/index.html";
    return /^\/clubs(\/|$)/.test(pathname) ? "/web/app.html" : null;
  }
  return FILES.has(pathname) ? pathname : null;
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const cache = await caches.open(KEPT + RELEASE);
  return (await cache.match(path)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const path = fileOf(event.request);
  if (path !== null) event.respondWith(answer(path, event.request));
});
