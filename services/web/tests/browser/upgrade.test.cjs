"use strict";
// A browser that has kept an old release: what it shows, and what becomes of what waits in it, when the service is upgraded.
const assert = require("node:assert/strict");
const { createHash } = require("node:crypto");
const http = require("node:http");
const { after, before, test } = require("node:test");
const { isKept, startBrowser, startService, untilKept } = require("./service.cjs");
const { openTable, recordWin, sheetLines, untilSheetHas } = require("./table.cjs");

/** The file that differs in the release after, and how. */
const CHANGED = "/web/table_modules.js";
const [OLD_TEXT, NEW_TEXT] = ["Dead hand", "Washed-out hand"];

let service;
let browser;
/** What stands between the browser and the service. */
const servers = [];
before(async () => {
  service = await startService();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await service?.stop();
});

const hashOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/**
 * The service behind another address, where it is of the release after once `release.isNew`; the changed file is still the old one while
 * `release.isPartial`, as where several servers are upgraded one after another.
 */
async function startUpgradable() {
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
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { url: `http://127.0.0.1:${server.address().port}`, release };
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
    return new Promise((resolve) => {
      installing.addEventListener("statechange", () => ["activated", "redundant"].includes(installing.state) && resolve(installing.state === "activated"));
    });
  });

const skip = !isKept;

test("a page of the release before says so, loses nothing, and loads the new one whole", { skip }, async () => {
  const { url, release } = await startUpgradable();
  const { page, context, faults } = await openTable(browser, url);
  await untilKept(page);
  const [before] = await releases(page);
  await context.setOffline(true);
  await recordWin(page, "Bo", "Chun", "4");
  await page.getByText("1 not sent yet").waitFor();
  release.isNew = true;
  await context.setOffline(false);
  await untilSheetHas(page, "Bo from Chun");
  assert.ok(await update(page));
  await page.getByText("There is a newer version of this page.").waitFor();
  // What is open goes on as it is until somebody loads the new one.
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await recordWin(page, "Chun", "Bo", "5");
  await untilSheetHas(page, "Chun from Bo");
  await page.getByRole("button", { name: "Load it" }).click();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
  assert.equal(await sheetLines(page).count(), 2);
  assert.equal(await page.getByText("There is a newer version of this page.").count(), 0);
  const after = await releases(page);
  assert.equal(after.length, 1);
  assert.notEqual(after[0], before);
  // Without the network it is the new release, too.
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a release of which one file is still the old one is not taken, and the one before stays whole", { skip }, async () => {
  const { url, release } = await startUpgradable();
  const { page, context } = await openTable(browser, url);
  await untilKept(page);
  const before = await releases(page);
  Object.assign(release, { isNew: true, isPartial: true });
  assert.equal(await update(page), false);
  await page.reload();
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: OLD_TEXT }).waitFor();
  await context.setOffline(false);
  assert.ok((await releases(page)).includes(before[0]));
  release.isPartial = false;
  assert.ok(await update(page));
  await page.reload();
  await page.getByRole("button", { name: NEW_TEXT }).waitFor();
  assert.equal((await releases(page)).length, 1);
  await context.close();
});

test("a browser that was away for a release shows the new one at the first visit after", { skip }, async () => {
  const { url, release } = await startUpgradable();
  const { page, context } = await openTable(browser, url);
  await untilKept(page);
  const address = page.url();
  await page.close();
  release.isNew = true;
  const back = await context.newPage();
  await back.goto(address);
  await back.getByText("There is a newer version of this page.").or(back.getByRole("button", { name: NEW_TEXT })).first().waitFor();
  await back.reload();
  await back.getByRole("button", { name: NEW_TEXT }).waitFor();
  await context.close();
});
