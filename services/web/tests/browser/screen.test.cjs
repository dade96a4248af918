"use strict";
// The screen of the hall for hours, with many tables, while the service goes away now and then.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { openPage, startBrowser, startService } = require("./service.cjs");

/** Simulated hours. FAAN_HOURS=10 is an evening and its night; otherwise a short one. */
const HOURS = Number(process.env.FAAN_HOURS ?? 0.05);
const TABLES = 20;
const OUTAGES = 10;
/** In so many of them the service itself ends and starts again; in the others the network is gone. */
const RESTARTS = HOURS < 1 ? 1 : OUTAGES;
const READ_MS = 3_000;

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Asks the API as somebody who is signed in. */
function client(token) {
  let keys = 0;
  return async (path, body) => {
    keys += 1;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": `screen-${keys}` };
    const answer = await fetch(`${service.url}/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
}

/** A club with so many tables, and the link to its screen. */
async function hallOf(tables) {
  const account = { email: "owner@example.org", password: "thirteen orphans" };
  const nobody = client("none");
  await nobody("/users", { ...account, display_name: "Mei" });
  const ask = client((await nobody("/sessions", account)).access_token);
  const club = await ask("/clubs", { name: "Sai Ying Pun", time_zone: "Asia/Hong_Kong" });
  const players = [];
  for (const name of ["Ah Ming", "Bo", "Chun", "Fong"]) players.push((await ask(`/clubs/${club.id}/players`, { name })).id);
  const match = { variant: { id: "old-hong-kong" }, players, played_on: new Date().toISOString().slice(0, 10) };
  for (let table = 0; table < tables; table += 1) await ask(`/clubs/${club.id}/matches`, match);
  const { secret } = await ask(`/clubs/${club.id}/screen/api-keys`, { name: "hall", expires_in_days: 1 });
  return `${service.url}/clubs/${club.id}/screen#look=${secret}`;
}

async function heap(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

test("the screen is never stale without saying so, and does not grow", { timeout: 3_600_000 }, async (t) => {
  const { page, context, faults } = await openPage(browser, await hallOf(TABLES), { viewport: { width: 1920, height: 1080 }, serviceWorkers: "block" });
  await page.getByRole("heading", { name: `Table ${TABLES}` }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "every table is seen at once");
  const session = await context.newCDPSession(page);
  await page.clock.install();
  let isAway = false;
  let reads = 0;
  await page.route("**/screen", async (route) => {
    reads += 1;
    if (isAway) await route.abort();
    else await route.continue();
  });
  /** Lets the page read so many times. */
  const readOn = async (times) => {
    for (const goal = reads + times; reads < goal; ) {
      await page.clock.runFor(READ_MS);
      await page.waitForTimeout(1);
    }
  };
  const stale = page.getByText("No connection since");
  const readsOfAll = Math.round((HOURS * 3_600_000) / READ_MS);
  await readOn(20);
  const before = await heap(session);
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    const isRestart = outage < RESTARTS;
    if (isRestart) await service.end();
    else isAway = true;
    await readOn(2);
    await stale.waitFor({ timeout: 5_000 });
    if (isRestart) await service.start();
    isAway = false;
    await readOn(2);
    await stale.waitFor({ state: "detached", timeout: 5_000 });
    await readOn(Math.max(1, Math.round(readsOfAll / OUTAGES) - 4));
  }
  const after = await heap(session);
  t.diagnostic(`${reads} reads, heap ${before} bytes before and ${after} after`);
  assert.ok(after < before * 1.25 + 500_000, `${before} ${after}`);
  assert.deepEqual(faults.filter((fault) => !/ERR_FAILED/.test(fault)), []);
  await context.close();
});
