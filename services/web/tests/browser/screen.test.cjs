"use strict";
// The screen of the hall for hours, with many tables, while the service goes away now and then.
const assert = require("node:assert/strict");
const { clubsOf } = require("./clubs.cjs");
const { test } = require("./fixtures.cjs");

/** Simulated hours. FAAN_HOURS=10 is an evening and its night; otherwise a short one. */
const HOURS = Number(process.env.FAAN_HOURS ?? 0.05);
const TABLES = 20;
const OUTAGES = 10;
/** In so many of them the service itself ends and starts again; in the others the network is gone. */
const RESTARTS = HOURS < 1 ? 1 : OUTAGES;
const READ_MS = 3_000;

/** A club with so many tables, and the link to its screen. */
async function hallOf(clubs, tables) {
  const club = await clubs.found({ players: ["Ah Ming", "Bo", "Chun", "Fong"] });
  const match = { terms: { variant: { id: "old-hong-kong" } }, players: Object.values(club.ids), played_on: new Date().toISOString().slice(0, 10) };
  for (let table = 0; table < tables; table += 1) await club.owner.call("POST", `${club.path}/matches`, match);
  const { secret } = await club.owner.call("POST", `${club.path}/screen/api-keys`, { name: "hall", expires_in_days: 1 });
  return `${club.page}/screen#look=${secret}`;
}

async function heap(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

test("the screen is never stale without saying so, and does not grow", async ({ open, ownService: service }, testInfo) => {
  test.setTimeout(3_600_000);
  const address = await hallOf(clubsOf(service.url, open), TABLES);
  // A read that the service does not get fails, which the browser says.
  const page = await open(address, { viewport: { width: 1920, height: 1080 }, mayFail: /ERR_FAILED/ });
  await page.getByRole("heading", { name: `Table ${TABLES}` }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "every table is seen at once");
  const session = await page.context().newCDPSession(page);
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
    await stale.waitFor();
    if (isRestart) await service.start();
    isAway = false;
    await readOn(2);
    await stale.waitFor({ state: "detached" });
    await readOn(Math.max(1, Math.round(readsOfAll / OUTAGES) - 4));
  }
  const after = await heap(session);
  testInfo.annotations.push({ type: "measured", description: `${reads} reads, heap ${before} bytes before and ${after} after` });
  assert.ok(after < before * 1.25 + 500_000, `${before} ${after}`);
});
