"use strict";
// A browser that has kept an old release: what it shows, and what becomes of what waits in it, when the service is upgraded.
const assert = require("node:assert/strict");
const { clubsOf } = require("./clubs.cjs");
const { expect, isKept, KEEPS, test: base, untilKept } = require("./fixtures.cjs");
const { recordWin, untilRecorded, untilSheetHas, untilWaiting } = require("./table.cjs");
const { createHash } = require("node:crypto");
const http = require("node:http");
const { pipeline } = require("node:stream");

/** The file that differs in the release after, and how. */
const CHANGED = "/web/table_modules.js";
const [OLD_TEXT, NEW_TEXT] = ["Dead hand", "Washed-out hand"];

const test = base.extend({
  /** The page of a table whose service will be of another release. */
  upgradable: async ({ service, open }, use) => {
    const { url, release, stop } = await startUpgradable(service);
    const table = await clubsOf(url, open).makeTable();
    await use({ page: await table.show(KEEPS), release });
    stop();
  },
});
test.skip(!isKept, "files that are taken from a folder are not kept");

const hashOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/**
 * The service behind another address, where it is of the release after once `release.isNew`; the changed file is still the old one while
 * `release.isPartial`, as where several servers are upgraded one after another.
 */
async function startUpgradable(service) {
  const release = { isNew: false, isPartial: false };
  const old = await (await fetch(`${service.url}${CHANGED}`)).text();
  const changed = old.replaceAll(OLD_TEXT, NEW_TEXT);
  assert.notEqual(changed, old);
  const worker = await (await fetch(`${service.url}/web/service_worker.js`)).text();
  assert.ok(worker.includes(hashOf(old)));
  const newWorker = worker.replace(hashOf(old), hashOf(changed)).replace(/const RELEASE = "/, "$&next-");
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, service.url);
    const isChanged = pathname === CHANGED && release.isNew && !release.isPartial;
    const text = isChanged ? changed : pathname === "/web/service_worker.js" && release.isNew ? newWorker : null;
    if (text !== null) {
      response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache", "Service-Worker-Allowed": "/" });
      response.end(text);
      return;
    }
    const { hostname, port } = new URL(service.url);
    const forwarded = http.request({ hostname, port, method: request.method, path: request.url, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      // What breaks off at the service breaks off here: a browser would wait for the rest for minutes.
      pipeline(answer, response, () => {});
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, release, stop };
}

/** The releases whose files the browser has. */
const releases = (page) => page.evaluate(() => caches.keys());
/** Looks for a new release, as browsers do by themselves now and then. Returns whether there was one that could be installed. */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing } = registration;
    if (!installing) return false;
    const isOver = () => ["activated", "redundant"].includes(installing.state);
    while (!isOver()) await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    return installing.state === "activated";
  });

test("a page of the release before says so, loses nothing, and loads the new one whole", async ({ upgradable }) => {
  const { page, release } = upgradable;
  await untilKept(page);
  const [before] = await releases(page);
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "4");
  await untilWaiting(page, 1);
  release.isNew = true;
  await page.context().setOffline(false);
  await untilSheetHas(page, "Bo from Chun");
  assert.ok(await update(page));
  await page.getByText("There is a newer version of this page.").waitFor();
  // What is open goes on as it is until somebody loads the new one.
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await recordWin(page, "Chun", "Bo", "5");
  await untilSheetHas(page, "Chun from Bo");
  await page.getByRole("button", { name: "Load it" }).click();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
  await untilRecorded(page, 2);
  await expect(page.getByText("There is a newer version of this page.")).toHaveCount(0);
  const after = await releases(page);
  assert.equal(after.length, 1);
  assert.notEqual(after[0], before);
  // Without the network it is the new release, too.
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
});

test("a release of which one file is still the old one is not taken, and the one before stays whole", async ({ upgradable }) => {
  const { page, release } = upgradable;
  await untilKept(page);
  const before = await releases(page);
  Object.assign(release, { isNew: true, isPartial: true });
  assert.equal(await update(page), false);
  await page.reload();
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await page.context().setOffline(false);
  assert.ok((await releases(page)).includes(before[0]));
  release.isPartial = false;
  assert.ok(await update(page));
  await page.reload();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
  assert.equal((await releases(page)).length, 1);
});

test("a browser that was away for a release shows the new one at the first visit after", async ({ upgradable }) => {
  const { page, release } = upgradable;
  await untilKept(page);
  const address = page.url();
  await page.close();
  release.isNew = true;
  const back = await page.context().newPage();
  await back.goto(address);
  await back.getByText("There is a newer version of this page.").or(back.getByRole("button", { name: NEW_TEXT })).first().waitFor();
  await back.reload();
  await back.getByRole("button", { name: NEW_TEXT }).waitFor();
});
