"use strict";
// A Faan with a PostgreSQL of its own, and a browser in front of it.
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { afterEach } = require("node:test");
const { isDeepStrictEqual } = require("node:util");
const { chromium } = require("playwright-core");

const READY = "Ctrl-C stops everything.";
/** How long something may take on a machine that has much else to do. */
const PATIENCE_MS = 60_000;

/** Starts a Faan in a folder. Answers its process and its address. */
async function startIn(folder, gateway) {
  const listen = ["--engine-listen", "127.0.0.1:0", "--gateway-listen", gateway];
  const child = spawn(process.env.FAAN, ["up", "--data-dir", folder, ...listen, "--anonymous-rate", "100000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      if (said.includes(READY)) resolve(/http:\/\/[^\s]+/.exec(said.split("REST")[1])[0]);
    });
    child.on("exit", () => reject(new Error(`faan up ended after: ${said}`)));
  });
  return { child, url: url.replace(/\/$/, "") };
}

/** `end` ends it and `start` starts it again at the same address, with what it had; `stop` ends it for good. */
async function startService() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "faan-pages-"));
  // PostgreSQL runs as another user where this is root.
  fs.chmodSync(folder, 0o755);
  let running = await startIn(folder, "127.0.0.1:0");
  const { url } = running;
  const end = async () => {
    const ended = new Promise((resolve) => running.child.on("exit", resolve));
    running.child.kill("SIGTERM");
    await ended;
  };
  const start = async () => {
    running = await startIn(folder, new URL(url).host);
  };
  const stop = async () => {
    await end();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { url, folder, end, start, stop };
}

/** The browser of this file: each file starts one. */
let browser = null;

async function startBrowser() {
  browser = await chromium.launch({ executablePath: process.env.FAAN_CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  return browser;
}

/** A test that fails closes nothing: what its pages show tells why. */
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) {
    for (const page of context.pages()) {
      const text = await page.evaluate(() => document.body.innerText).catch(String);
      console.log(`left open: ${page.url()}\n${text.replaceAll(/^/gm, "    | ")}`);
    }
    await context.close();
  }
});

/** Whether the browser keeps the pages: not where files are taken from a folder. */
const isKept = !process.env.FAAN_ASSETS;

/** Waits until the browser keeps the pages: a network that goes earlier interrupts that. */
async function untilKept(page) {
  if (isKept) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Whoever works on the pages names their folder in FAAN_ASSETS: then files are taken from there, and the binary needs no building. */
async function takeAssetsFromFolder(context) {
  const folder = process.env.FAAN_ASSETS;
  if (!folder) return;
  const content = async (route, name, headers) => {
    const file = path.join(folder, name);
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

/**
 * A page that notes what it must not do: ask another origin, violate its policy, or fail.
 * `faults` is empty as long as it does nothing of that.
 */
async function openPage(browser, url, options = {}) {
  const serviceWorkers = isKept ? "allow" : "block";
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 360, height: 740 }, serviceWorkers, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await takeAssetsFromFolder(context);
  const page = await context.newPage();
  const faults = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) faults.push(`asks ${request.url()}`);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page, faults };
}

/** The script of axe-core, to be evaluated in a page. */
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** There is no barrier in what a page shows, on a telephone and on a wide screen, and nothing is wider than a telephone of 320 pixels. */
async function assertNoBarrier(page, what = page.url()) {
  const size = page.viewportSize();
  await page.evaluate(AXE);
  for (const [width, height] of [[360, 740], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${what}, ${width} pixels wide`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = await page.evaluate(() => [...document.querySelectorAll("main *")]
    .filter((element) => document.documentElement.scrollWidth > innerWidth && element.getBoundingClientRect().right > innerWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 200)));
  assert.deepEqual(wide, [], `${what}: wider than 320 pixels`);
  await page.setViewportSize(size);
}

/** Waits until what is read is what is expected: when a click returns, neither the page nor the service has done all that follows from it. */
async function until(read, expected, message) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (Date.now() > end) assert.deepEqual(actual, expected, message);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Has the ledger of a club signed by `sign`, which asks the service: that may take longer than one request waits. */
const untilSigned = (sign) => until(() => sign().then(() => "signed", String), "signed");

module.exports = { assertNoBarrier, isKept, until, untilKept, untilSigned, startService, startBrowser, openPage };
