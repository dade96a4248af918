"use strict";
// Links let others in without an account: to look on, to record in one match, and for the screen of the hall.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, isKept, KEEPS, test, untilKept, waits } = require("./fixtures.cjs");
const { recordWin, untilRecorded, untilSheetHas, untilWaiting } = require("./table.cjs");

/** Makes a link to the match on the page. */
async function makeLink(page, name, what) {
  await page.getByText("Let others in").click();
  await page.getByRole("radio", { name: what }).check();
  await page.getByLabel("For whom").fill(name);
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  return page.getByRole("textbox", { name: "Let others in" }).inputValue();
}

/** A page that looks at nothing by itself after some seconds: what is new there was told by the stream. */
function lookAtNothing() {
  const { setTimeout: later } = globalThis;
  globalThis.setInterval = () => 0;
  globalThis.setTimeout = (act, ms, ...given) => (ms >= 5_000 ? 0 : later(act, ms, ...given));
}

test("whoever has a link looks on live, and no more once it is revoked", async ({ clubs, open }) => {
  const page = await (await clubs.makeTable()).show();
  const link = await makeLink(page, "<i>Mrs Lee</i>", "To look on");
  assert.match(link, /#look=faan_[\w-]{43}$/);
  const other = await open(link, { first: lookAtNothing });
  await other.getByText("● live").waitFor();
  await expect(other.getByRole("button", { name: "Record", exact: true })).toHaveCount(0);
  await expect(other.getByText("Let others in")).toHaveCount(0);
  await recordWin(page, "Bo", "Chun", "4");
  await untilSheetHas(other, "Bo from Chun");
  await page.getByRole("button", { name: "Revoke the link for <i>Mrs Lee</i>" }).click();
  await page.getByText("No link is good now.").waitFor();
  await other.getByText("● live").waitFor({ state: "detached" });
  await other.getByText("This link is over, or was revoked.").waitFor();
});

test("two clicks at once make one link", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await page.getByText("Let others in").click();
  await page.getByLabel("For whom").fill("Uncle Wong");
  await page.getByRole("button", { name: "Make a link" }).evaluate((button) => {
    button.click();
    button.click();
  });
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  await page.getByRole("button", { name: "Revoke the link for Uncle Wong" }).first().waitFor();
  assert.equal((await table.owner.call("GET", `${table.path}/api-keys`)).api_keys.length, 1);
});

test("a guest records without an account, and the link outlives a reload", async ({ clubs, open }) => {
  const page = await (await clubs.makeTable()).show();
  const link = await makeLink(page, "Uncle Wong", "To record in this match until it ends");
  // A link that is no good, and then the right one in the same tab: only the fragment of the address changes.
  const guest = await open(link.replace(/#.*/, `#look=faan_${"A".repeat(43)}`), KEEPS);
  await guest.getByText("This link is over, or was revoked.").waitFor();
  await guest.goto(link);
  await untilKept(guest);
  await recordWin(guest, "Chun", "Self-draw", "6");
  await untilSheetHas(guest, "Chun by self-draw");
  await guest.context().setOffline(true);
  await recordWin(guest, "Bo", "Chun", "5");
  await untilWaiting(guest, 1);
  await guest.context().setOffline(false);
  await guest.reload();
  await untilSheetHas(guest, "Bo from Chun");
  await untilRecorded(guest, 2);
  await untilSheetHas(page, "Bo from Chun");
  await expect(guest.getByRole("button", { name: "End the match" })).toHaveCount(0);
});

test("a guest who recorded reads the finished sheet and who pays whom, until the link is revoked", async ({ clubs, open }) => {
  const club = await clubs.makeTable();
  const { owner, path, players } = club;
  const stated = { terms: { variant: { id: "old-hong-kong" }, stake_cents: 50, currency: "HKD" }, players: players.slice(0, 4), played_on: "2026-11-21" };
  const { id } = await owner.call("POST", `${path}/matches`, stated);
  const match = `${path}/matches/${id}`;
  const { id: key, secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${club.page}/matches/${id}#record=${secret}`);
  await recordWin(guest, "Bo", "Chun", "4");
  await untilSheetHas(guest, "Bo from Chun");
  await owner.call("POST", `${match}/end`, { reason: "it is late" }, { "If-Match": "*" });
  await guest.getByText("The match is over.").waitFor();
  await guest.getByRole("region", { name: "Who pays whom" }).getByText(/Chun pays Bo/).waitFor();
  await untilSheetHas(guest, "Bo from Chun");
  for (const name of ["Record", "Undo", "Settle this"]) await expect(guest.getByRole("button", { name, exact: true })).toHaveCount(0);
  // It is there after a reload as well.
  await guest.reload();
  await untilSheetHas(guest, "Bo from Chun");
  await guest.getByText(/Chun pays Bo/).waitFor();
  await assertNoBarriers(guest);
  await owner.call("POST", `${path}/api-keys/${key}:revoke`);
  await guest.reload();
  await guest.getByText("This link is over, or was revoked.").waitFor();
});

/** Notes what the page had loaded when a hand could be stated first. */
function noteWhenReady() {
  const isThere = () => [...document.querySelectorAll("button")].some(({ textContent }) => textContent === "Dead hand");
  const note = () => performance.getEntriesByType("resource").map(({ name, encodedBodySize: bytes }) => ({ path: new URL(name).pathname, bytes }));
  new MutationObserver(() => isThere() && (globalThis.loaded ??= note())).observe(document, { childList: true, subtree: true });
}

test("the table is ready on a slow network as soon as what its page lists and two answers are there", async ({ clubs, open }) => {
  test.skip(!isKept, "files that are taken from a folder are not joined");
  const table = await clubs.makeTable();
  const { secret } = await table.owner.call("POST", `${table.match}/api-keys`, { name: "slow", role: "scorer", expires_in_hours: 1 });
  const page = await open(`${table.address}#record=${secret}`, { first: noteWhenReady });
  await page.getByRole("button", { name: "Dead hand" }).waitFor();
  const loaded = await page.evaluate(() => globalThis.loaded);
  const files = loaded.filter(({ path }) => path.startsWith("/web/"));
  const listed = await (await fetch(table.address)).text();
  assert.deepEqual(files.filter(({ path }) => !listed.includes(`"${path}"`)), [], "nothing is asked for after something else came");
  const bytes = files.reduce((sum, { bytes: some }) => sum + some, 0);
  test.info().annotations.push({ type: "measured", description: `${bytes} bytes of script and style` });
  assert.ok(bytes > 10_000 && bytes <= 100_000, `${bytes} bytes`);
  const answers = loaded.map(({ path }) => path).filter((path) => path.startsWith("/v1/") && !path.endsWith("/events"));
  assert.deepEqual([...new Set(answers)].sort(), [table.match, `${table.match}/rounds`]);
});

test("the screen of the hall shows each table, and says when it is stale", async ({ clubs, open }) => {
  const table = await clubs.makeTable();
  const page = await table.open();
  await page.getByText("Link for a television").click();
  await page.getByLabel("Which television").fill("at the door");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByRole("textbox", { name: "Let others in" }).inputValue();
  const hall = await open(link, { viewport: { width: 1920, height: 1080 }, first: waits({ 3_000: 250 }) });
  await hall.getByRole("heading", { name: "Table 1" }).waitFor();
  await hall.getByText("<b>Fong</b>").waitFor();
  await assertNoBarriers(hall);
  await hall.context().setOffline(true);
  await hall.getByText("No connection since").waitFor();
  await hall.context().setOffline(false);
  await hall.getByText("No connection since").waitFor({ state: "detached" });
});
