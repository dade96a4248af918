"use strict";
// The old results of a club: its file is checked, put right, and imported.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { big5 } = require("./big5.cjs");
const { expect, test } = require("./fixtures.cjs");

const NAMES = ["陳大文", "阿寶", "李小龍", "黃師傅"];
const COLUMNS = "場次,日期,東,南,西,北,食糊,食糊方式,出銃,番數";
/** A match of two hands that was ended early, and another one that goes on. */
const LINES = [
  `1,2025-09-05,${NAMES.join(",")},阿寶,出銃,李小龍,4`,
  "1,,,,,,李小龍,自摸,,6",
  "1,,,,,,,提早完結,,",
  `2,2025-09-12,${NAMES.join(",")},黃師傅,出銃,阿寶,3`,
];

const fileOf = (...lines) => ({ name: "results.csv", mimeType: "text/csv", buffer: big5([COLUMNS, ...lines].join("\r\n")) });
const choose = (page, file) => page.getByLabel(/^File/).setInputFiles(file);
const check = (page) => page.getByRole("button", { name: "Check", exact: true }).click();
const heard = (page, what) => page.getByRole("status").filter({ hasText: what }).waitFor();
const found = (page) => page.getByRole("region", { name: "What the file has" });
const matchesOf = async (club) => (await club.owner.call("GET", `${club.path}/matches`)).matches;

/** Chooses a file on the page of a club. */
async function openWith(club, file) {
  const page = await club.open("/import");
  await choose(page, file);
  return page;
}

test("a file in Big5 is checked, corrected and imported, and its match is opened", async ({ clubs }) => {
  const club = await clubs.found({ players: NAMES });
  const page = await club.open();
  await page.getByRole("region", { name: "Matches" }).getByRole("link", { name: "Import results" }).click();
  await page.getByLabel("Money per point").fill("0.5");
  const [, ...others] = LINES;
  await choose(page, fileOf(`1,2025-09-05,${NAMES.join(",")},阿寶,出銃,,4`, ...others));
  await check(page);
  await heard(page, /^Matches: 2\. What keeps the file out: 1\. What to look at: 1\.$/);
  const shown = found(page);
  await shown.getByText("Line 2", { exact: true }).first().waitFor();
  await shown.getByText("The match is not over after this line", { exact: false }).waitFor();
  await shown.getByText(/big5/i).waitFor();
  await shown.getByText("comma", { exact: true }).waitFor();
  await shown.getByText("cannot be imported as it is").waitFor();
  await expect(page.getByRole("button", { name: /^Import \d/ })).toHaveCount(0);
  await assertNoBarriers(page);

  await choose(page, fileOf(...LINES));
  // Nothing of the other file is there any more.
  await expect(shown).toHaveCount(0);
  await check(page);
  await heard(page, /^Matches: 2\. What keeps the file out: 0\./);
  await shown.getByText(/陳大文 -\d+(\.5)?, 阿寶 [+-]/).first().waitFor();
  assert.deepEqual(await matchesOf(club), [], "a check records nothing");
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Import 2 matches" }).click();
  const heading = page.getByRole("heading", { name: "Imported matches: 2" });
  await heading.and(page.locator(":focus")).waitFor();
  await assertNoBarriers(page);
  const matches = await matchesOf(club);
  assert.deepEqual(matches.map(({ terms }) => [terms.stake_cents, terms.currency]), [[50, "HKD"], [50, "HKD"]]);
  await page.getByRole("region", { name: "Imported matches: 2" }).getByRole("link").first().click();
  await page.waitForURL("**/matches/*");
  await page.getByText("The match is over.").waitFor();
  await page.getByText(/阿寶 from 李小龍/).first().waitFor();
});

test("names that the club does not know become players where somebody ticks them", async ({ clubs }) => {
  const club = await clubs.found({ players: NAMES.slice(0, 2) });
  const page = await openWith(club, fileOf(...LINES, LINES[0].replaceAll(/李小龍/g, "李小虫").replace("1,", "3,")));
  await check(page);
  const names = found(page).getByRole("group", { name: "Names that the club does not know" });
  await names.getByLabel("李小虫 (line 6; matches: 1)").waitFor();
  await expect(names.getByRole("checkbox")).toHaveCount(3);
  // Nobody becomes a player because nobody looked.
  await expect(names.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(found(page).getByRole("button", { name: /^Make these players/ })).toBeDisabled();
  await assertNoBarriers(page);
  await names.getByLabel("李小龍 (line 2; matches: 2)").check();
  await names.getByLabel("黃師傅 (line 2; matches: 3)").check();
  await found(page).getByRole("button", { name: "Make these players, and check again: 2" }).click();
  await expect(names.getByRole("checkbox")).toHaveCount(1);
  await names.getByLabel("李小虫 (line 6; matches: 1)").waitFor();
  await page.getByRole("heading", { name: "What the file has" }).and(page.locator(":focus")).waitFor();
  const { players } = await club.owner.call("GET", `${club.path}/players`);
  assert.deepEqual(players.map(({ name }) => name).sort(), [...NAMES].sort());
  await choose(page, fileOf(...LINES));
  await check(page);
  await page.getByRole("button", { name: "Import 2 matches" }).click();
  await page.getByRole("heading", { name: "Imported matches: 2" }).waitFor();
});

test("an import whose answer was lost is done once", async ({ clubs }) => {
  const club = await clubs.found({ players: NAMES });
  const page = await openWith(club, fileOf(...LINES));
  await check(page);
  const keys = [];
  await page.route(/matches:import\?terms=/, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  const record = page.getByRole("button", { name: "Import 2 matches" });
  await record.click();
  await page.getByText("The server cannot be reached.", { exact: false }).waitFor();
  const again = page.waitForRequest(/matches:import\?terms=/);
  await record.click();
  keys.push((await again).headers()["idempotency-key"]);
  await page.getByRole("heading", { name: "Imported matches: 2" }).waitFor();
  assert.match(keys[0], /^\w{16,}$/);
  assert.equal(keys[1], keys[0]);
  assert.equal((await matchesOf(club)).length, 2);
});

test("what is refused only when it is imported is shown by its lines", async ({ clubs }) => {
  const club = await clubs.found({ players: NAMES });
  const page = await openWith(club, fileOf(...LINES));
  await check(page);
  const record = page.getByRole("button", { name: "Import 2 matches" });
  await record.waitFor();
  await club.owner.call("PATCH", `${club.path}/players/${club.ids["黃師傅"]}`, { name: "黃生" });
  await record.click();
  await found(page).getByText("Nothing can be imported yet.", { exact: false }).waitFor();
  await found(page).getByLabel("黃師傅 (line 2; matches: 2)").waitFor();
  await expect(record).toHaveCount(0);
  assert.deepEqual(await matchesOf(club), []);
});

test("the way to the import is there for those who record", async ({ clubs }) => {
  const club = await clubs.found();
  for (const [role, count] of [["scorer", 2], ["player", 0]]) {
    const page = await club.open("", { account: await club.join(role) });
    await page.getByRole("navigation", { name: "Pages of the club" }).waitFor();
    await expect(page.getByRole("link", { name: "Import results" })).toHaveCount(count);
    await page.goto(`${club.page}/import`);
    await page.getByRole("heading", { level: 2, name: "Import results" }).waitFor();
    await (role === "scorer" ? page.getByLabel(/^File/) : page.getByText("This page is for owners and scorers of the club.")).waitFor();
  }
});
