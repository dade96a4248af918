"use strict";
// What a test of the pages has: for each worker one service and one browser, and for each test browser contexts of its own.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test: base, expect } = require("@playwright/test");
const { clubsOf } = require("./clubs.cjs");
const { startService } = require("./service.cjs");

/** Whether a browser can keep the pages: not where files are taken from a folder. */
const isKept = !process.env.FAAN_ASSETS;
/** The options of a browser that keeps the pages. */
const KEEPS = { serviceWorkers: isKept ? "allow" : "block" };

/** Waits until the browser keeps the pages: a network that goes earlier interrupts that. */
async function untilKept(page) {
  if (!isKept) return;
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active.state === "activated");
  // A page that is made just as the worker takes over those that are there is kept from its next load on.
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** What the pages get of the contracts, as it is kept. */
const VARIANT_SCHEMA = path.join(__dirname, "../../../../proto/variant.schema.json");

/** Whoever works on the pages names their folder in FAAN_ASSETS: then files are taken from there, and the binary needs no building. */
async function takeAssetsFromFolder(context) {
  const folder = process.env.FAAN_ASSETS;
  if (!folder) return;
  const content = async (route, name, headers) => {
    const file = name === path.basename(VARIANT_SCHEMA) ? VARIANT_SCHEMA : path.join(folder, name);
    if (!fs.existsSync(file)) await route.continue();
    else await route.fulfill({ path: file, headers });
  };
  await context.route("**/web/*", (route) => content(route, path.basename(new URL(route.request().url()).pathname)));
  await context.route(/\/clubs(\/.*)?$/, async (route) => {
    const isPage = route.request().resourceType() === "document";
    if (isPage) await content(route, "app.html", { "content-type": "text/html" });
    else await route.fallback();
  });
}

/** What each page has asked and not got yet, but for the events of a match, which do not end. */
const asked = new WeakMap();

function watchRequests(page) {
  const open = new Set();
  asked.set(page, open);
  page.on("request", (request) => request.url().endsWith("/events") || open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Waits until a page has all that it asked for, and shows it. */
async function untilQuiet(page) {
  const isQuiet = async () => {
    const shown = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await page.evaluate(shown);
    if (asked.get(page).size > 0) return false;
    await page.evaluate(shown);
    return asked.get(page).size === 0;
  };
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
}

/** Opens all that opens on a page. */
async function openAll(page) {
  const isOpen = () => page.evaluate(() => {
    const closed = document.querySelectorAll("main details:not([open])");
    for (const one of closed) one.open = true;
    return closed.length === 0;
  });
  await expect.poll(isOpen).toBe(true);
}

/** Notes what a page must not do: ask another origin, violate its policy, or fail. What `mayFail` matches, it may. */
function watch(page, origin, mayFail, faults) {
  watchRequests(page);
  const note = (fault) => mayFail?.test(fault) || faults.push(fault);
  page.on("request", (request) => new URL(request.url()).origin === origin || note(`asks ${request.url()}`));
  page.on("pageerror", (error) => note(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) note(message.text());
  });
}

/** The script of a page that waits shorter, for a test that is not about how long: `{ 5_000: 250 }` makes its waits of five seconds a quarter of one. */
const waits = (shorter) => ({
  content: `const lengthOf = (ms) => (${JSON.stringify(shorter)})[ms] ?? ms;
  for (const wait of ["setTimeout", "setInterval"]) {
    const own = globalThis[wait];
    globalThis[wait] = (act, ms, ...given) => own(act, lengthOf(ms), ...given);
  }
  const signal = AbortSignal.timeout;
  AbortSignal.timeout = (ms) => signal.call(AbortSignal, lengthOf(ms));`,
});

/** A test that failed tells what its pages show. */
async function showPages(contexts) {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.evaluate(() => document.body.innerText).catch(String);
    console.log(`left open: ${page.url()}\n${text.replaceAll(/^/gm, "    | ")}`);
  }
}

const test = base.extend({
  service: [
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],

  /** For a test that ends its service, or starts it again. */
  ownService: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.stop();
  },

  /**
   * Opens a page in a browser context of its own, signed in with `account`, after the script `first`, where it is always the moment `now`. Whatever was opened is closed
   * after the test, which fails if one of the pages did what it must not do.
   */
  open: async ({ browser }, use, testInfo) => {
    const contexts = [];
    const faults = [];
    await use(async (url, { account, mayFail, first, now, ...options } = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      context.on("page", (page) => watch(page, new URL(url).origin, mayFail, faults));
      await takeAssetsFromFolder(context);
      if (first) await context.addInitScript(first);
      if (now) await context.clock.setFixedTime(now);
      if (account) await context.addCookies([account.cookie]);
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    });
    if (testInfo.status !== testInfo.expectedStatus) await showPages(contexts);
    for (const context of contexts) await context.close();
    assert.deepEqual(faults, []);
  },

  /** Makes accounts, clubs and matches, and opens their pages. */
  clubs: async ({ service, open }, use) => use(clubsOf(service.url, open)),
});

/** Has the ledger of a club signed by `sign`, which asks the service: that may take longer than one request waits. */
const untilSigned = (sign) => expect.poll(() => sign().then(() => "signed", String)).toBe("signed");

module.exports = { test, expect, waits, VARIANT_SCHEMA, isKept, openAll, KEEPS, untilKept, untilQuiet, untilSigned };
