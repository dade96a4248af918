"use strict";
// The screen of the hall for hours, with many tables, while the service goes away now and then.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { clubsOf } = require("./clubs.cjs");
const { expect, test } = require("./fixtures.cjs");
const { WINDS, hallLinks, tournamentOf } = require("./tournaments.cjs");

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

/** Notes when and at which frequencies the page strikes, and what keeps its screen on. */
const listen = {
  content: `globalThis.struck = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    globalThis.struck.push(Math.round(this.frequency.value));
    return start.call(this, when);
  };
  globalThis.screenLocks = 0;
  if ("WakeLock" in globalThis) {
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = function (kind) {
      globalThis.screenLocks += 1;
      return request.call(this, kind);
    };
  }`,
};

test("the hall hears the last minutes and the end of a round, unless somebody turns the sound off", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, WINDS);
  const links = await hallLinks(club);
  await club.draw();
  const set = (remaining_seconds) => club.owner.call("POST", `${club.tournament}/rounds/1/clock`, { running: true, remaining_seconds });
  await set(900);
  const hall = await open(links.screen, { viewport: { width: 1920, height: 1080 }, first: listen });
  const sound = hall.getByLabel("Sound of the clock");
  await expect(sound).toBeChecked();
  await hall.locator("h2").click();
  await expect(hall.getByText("This browser sounds nothing")).toHaveCount(0);
  assert.equal(await hall.evaluate(() => globalThis.screenLocks > 0 || !("wakeLock" in navigator)), true);
  const heard = () => hall.evaluate(() => globalThis.struck.splice(0));
  assert.deepEqual(await heard(), []);
  await set(303);
  await hall.getByText("last minutes").waitFor();
  await expect.poll(() => hall.evaluate(() => globalThis.struck.length)).toBe(2);
  assert.deepEqual(await heard(), [880, 880]);
  await set(5);
  await hall.getByText("Time!").waitFor();
  await expect.poll(() => hall.evaluate(() => globalThis.struck.length)).toBe(9);
  assert.deepEqual(new Set(await heard()), new Set([196, 262, 523]));
  await sound.uncheck();
  await set(303);
  await hall.getByText("last minutes").waitFor();
  await set(5);
  await hall.getByText("Time!").waitFor();
  assert.deepEqual(await heard(), []);
  await hall.reload();
  await expect(hall.getByLabel("Sound of the clock")).not.toBeChecked();
  // A page that opens after the end strikes nothing.
  await hall.getByLabel("Sound of the clock").check();
  await hall.getByText("Time!").waitFor();
  assert.deepEqual(await heard(), []);
  await assertNoBarriers(hall);
});

test("a phone at the table stays on as long as somebody wants it", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show({ first: listen });
  const stays = page.getByLabel("Keep this screen on");
  await expect(stays).toBeChecked();
  await expect.poll(() => page.evaluate(() => globalThis.screenLocks)).toBe(1);
  await stays.uncheck();
  await page.reload();
  await expect(stays).not.toBeChecked();
  await page.getByRole("region", { name: "The table" }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.screenLocks), 0);
  await table.owner.call("POST", `${table.match}/end`, { reason: "late" }, { "If-Match": "*" });
  await expect(stays).toHaveCount(0);
});
