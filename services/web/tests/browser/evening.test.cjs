"use strict";
// An evening by the page: who comes is checked in, a round is drawn, its matches are opened, played and settled.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet, waits } = require("./fixtures.cjs");
const { recordWin, untilSheetHas } = require("./table.cjs");

const NAMES = ["Ah Ming", "Bo", "Chun", "Fong"];

/** A club with one player more than a table takes, and an evening of it that is open. */
async function openEvening(clubs) {
  const club = await clubs.found({ players: [...NAMES, "Ivy"] });
  const page = await club.open();
  await page.getByRole("link", { name: "Evenings" }).click();
  await page.getByText("No evening yet").waitFor();
  await page.getByLabel("Where").fill("Kowloon Hall");
  await page.getByLabel("Names of the tables").fill("Window, Door");
  await page.getByRole("button", { name: "Open an evening" }).click();
  await page.waitForURL("**/evenings/*");
  await page.getByText("No round is drawn yet.").waitFor();
  return { club, page };
}

async function checkIn(page, names) {
  for (const [count, name] of names.entries()) {
    await page.getByLabel(name, { exact: true }).click();
    await page.getByText(`Who is there: ${count + 1}`, { exact: true }).waitFor();
  }
}

/** Who sits where at the first table, by wind. */
async function seating(page) {
  const places = await page.locator(".seating > li").first().locator("li").allTextContents();
  return Object.fromEntries(places.map((place) => place.trim().split(/\s+(.*)/).slice(0, 2)));
}

test("five come to an evening: four sit at a table and one sits out, and all of it is settled", async ({ clubs }) => {
  const { page } = await openEvening(clubs);
  const evening = page.url();
  await checkIn(page, NAMES.slice(0, 3));
  await page.getByText("A round needs four players: 1 to come.").waitFor();
  await page.getByLabel(NAMES[3], { exact: true }).click();
  await page.getByLabel("Ivy", { exact: true }).click();
  await page.getByText("Who is there: 5").waitFor();

  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  await page.getByRole("heading", { name: "Window" }).waitFor();
  const first = await page.getByText(/^Sits out: /).textContent();
  // Somebody leaves before the tiles are dealt: the round is drawn again.
  await page.getByRole("button", { name: "Draw this round again" }).click();
  const again = page.getByRole("group", { name: "Draw this round again" });
  await again.getByText("All seats are given anew: those of now cannot be had back.").waitFor();
  await expect(page.getByText("Round 1", { exact: true })).toHaveCount(1);
  await again.getByRole("button", { name: "Yes: Draw this round again" }).click();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  assert.ok([...NAMES, "Ivy"].includes(first.replace("Sits out: ", "")), first);

  await page.getByLabel("Money per point").fill("0.50");
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByRole("link", { name: "Window" }).waitFor();
  const { East, South } = await seating(page);
  await page.getByRole("link", { name: "Window" }).click();
  await page.waitForURL("**/matches/*");
  await recordWin(page, East, South, "4");
  await untilSheetHas(page, `${East} from ${South}`);

  // Whoever comes by the code finds the same, without a word in between.
  await page.goto(evening);
  await page.getByRole("img", { name: "A QR code of this page" }).waitFor();
  await page.getByRole("button", { name: "Draw the next round" }).waitFor();
  await page.getByText("Settle the evening").click();
  await page.getByText(`${South} pays ${East}`).waitFor();
  await page.getByRole("button", { name: "Settle this" }).click();
  const question = page.getByRole("group", { name: "Settle this" });
  await question.getByText("1 table still plays. What was played there so far is settled as well; what is played from now on is settled later.").waitFor();
  await expect(page.getByText(/is settled (as well|later)/)).toHaveCount(1);
  await page.getByRole("button", { name: "Yes: Settle this" }).click();
  await page.getByText(`${South} owes ${East}`).waitFor();
});

test("the tables of an evening that still play keep their links after another round was drawn", async ({ clubs }) => {
  const { club, page } = await openEvening(clubs);
  await checkIn(page, NAMES);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  const link = page.getByRole("link", { name: "Window" });
  const address = await link.getAttribute("href");
  await page.getByText("1 table still plays: Window · Round 1.").waitFor();
  await page.getByRole("button", { name: "Draw the next round" }).click();
  const evening = `${club.path}/evenings/${page.url().split("/").at(-1)}`;
  assert.equal((await club.owner.call("GET", evening)).rounds.length, 1);
  await page.getByRole("button", { name: "Yes: Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  const earlier = page.getByRole("region", { name: "Round 1, still playing" });
  await expect(earlier.getByRole("link", { name: "Window" })).toHaveAttribute("href", address);
  await untilQuiet(page);
  await assertNoBarriers(page);
});

test("before the next draw of an evening a void table that was not played again is named, and can be played again later", async ({ clubs }) => {
  const { club, page } = await openEvening(clubs);
  const evening = `${club.path}/evenings/${page.url().split("/").at(-1)}`;
  const post = (at, body) => club.owner.call("POST", at, body);
  await post(`${evening}/attendance`, { checked_in: NAMES.map((name) => club.ids[name]) });
  await post(`${evening}/rounds`, {});
  const { rounds } = await post(`${evening}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  await post(`${club.path}/matches/${rounds[0].tables[0].match}:void`, { reason: "the wrong rules" });
  await page.reload();
  const named = page.getByText("1 table is void and was not played again: Window · Round 1.");
  await named.waitFor();
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByText("The round is drawn without what the void tables would have come to.").waitFor();
  assert.equal((await club.owner.call("GET", evening)).rounds.length, 1);
  await page.getByRole("button", { name: "Yes: Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  await named.waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Play void matches again: Round 1" }).click();
  await page.getByRole("button", { name: "Yes: Play void matches again" }).click();
  await page.getByText("1 table still plays: Window · Round 1.").waitFor();
  await expect(named).toHaveCount(0);
});

/** Somebody else draws just before what a page sends arrives. */
const outrun = (page, drawElsewhere) =>
  page.route("**/rounds", async (route) => {
    await drawElsewhere();
    await route.continue();
  }, { times: 1 });

test("of two who draw the same round of an evening one draws it, and the other one sees it", async ({ clubs }) => {
  const { club, page } = await openEvening(clubs);
  await checkIn(page, NAMES);
  const evening = `${club.path}/evenings/${page.url().split("/").at(-1)}`;
  const drawn = async () => (await club.owner.call("GET", evening)).rounds.length;
  await outrun(page, () => club.owner.call("POST", `${evening}/rounds`, {}));
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByText("Somebody else drew meanwhile, and nothing was drawn").waitFor();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  assert.equal(await drawn(), 1);
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("1 table still plays").waitFor();
  await outrun(page, () => club.owner.call("POST", `${evening}/rounds`, { unfinished: true }));
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("button", { name: "Yes: Draw the next round" }).click();
  await page.getByText("Somebody else drew meanwhile, and nothing was drawn").waitFor();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  assert.equal(await drawn(), 2);
  await untilQuiet(page);
  await assertNoBarriers(page);
  // Who looks at the rounds as they are draws the next one.
  await page.getByRole("button", { name: "Draw this round again" }).click();
  await page.getByRole("button", { name: "Yes: Draw this round again" }).click();
  await page.getByRole("heading", { name: "Round 3" }).waitFor();
  await expect(page.getByText("Somebody else drew meanwhile")).toHaveCount(0);
});

test("of two who open the matches of a round, the second is told by which terms they are played", async ({ clubs }) => {
  const { club, page } = await openEvening(clubs);
  await checkIn(page, NAMES);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  const rounds = `${club.path}/evenings/${page.url().split("/").at(-1)}/rounds`;
  await page.getByLabel("Money per point").fill("2");
  await page.route("**/rounds/1/matches", async (route) => {
    await club.owner.call("POST", `${rounds}/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
    await route.continue();
  }, { times: 1 });
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("1 table still plays").waitFor();
  await page.getByText(/^Round 1 is played by these terms: Old Hong Kong.*, for points\.$/).waitFor();
  const refusal = page.getByRole("region", { name: "The next round" }).getByRole("alert");
  await refusal.waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
  // It is of what was tapped last.
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("button", { name: "Yes: Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  await expect(refusal).toHaveCount(0);
});

test("of two who settle an evening, the second is told so, and both see who owes whom, also after a reload", async ({ clubs }) => {
  const { club, page } = await openEvening(clubs);
  const evening = `${club.path}/evenings/${page.url().split("/").at(-1)}`;
  const post = (at, body, headers) => club.owner.call("POST", at, body, headers);
  await post(`${evening}/attendance`, { checked_in: NAMES.map((name) => club.ids[name]) });
  await post(`${evening}/rounds`, {});
  const { rounds } = await post(`${evening}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" }, currency: "HKD", stake_cents: 50 } });
  const { match, players } = rounds[0].tables[0];
  await post(`${club.path}/matches/${match}/hands`, { number: 1, outcome: { kind: "agreed", winner: 1, chair_points: [12, -4, -4, -4] } });
  await post(`${club.path}/matches/${match}/end`, {}, { "If-Match": "*" });
  await page.addInitScript(() => {
    navigator.share = async ({ text }) => document.body.setAttribute("data-shared", text);
  });
  await page.reload();
  await page.getByText("Settle the evening").click();
  await page.getByText(`pays ${players[0].name}`).first().waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const lines = (await page.locator("body[data-shared]").getAttribute("data-shared")).split("\n");
  assert.match(lines[0], /^Faan 番 · /);
  assert.equal(lines.length, 4);
  for (const line of lines.slice(1)) assert.match(line, new RegExp(` pays ${players[0].name} `));
  await page.route("**/settlement", async (route) => {
    await post(`${evening}/settlement`, { currency: "HKD" }, { "If-Match": "*" });
    await route.continue();
  }, { times: 1 });
  await page.getByRole("button", { name: "Settle this" }).click();
  const owed = page.getByText(`owes ${players[0].name}`);
  await expect(owed).toHaveCount(3);
  await page.getByRole("alert").waitFor();
  await page.getByText("Settled: nothing is left to settle here.").waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
  await page.reload();
  await page.getByText("Settle the evening").click();
  await expect(owed).toHaveCount(3);
  await page.getByRole("button", { name: /it was paid$/ }).first().click();
  await expect(page.getByRole("button", { name: /it was paid$/ })).toHaveCount(2);
});

test("a tick that could not be sent stays, says so, and is sent when there is a network", async ({ clubs }) => {
  const { page } = await openEvening(clubs);
  for (const isByItself of [false, true]) {
    const [first, second, third] = isByItself ? ["Fong", "Ivy"] : NAMES;
    const before = isByItself ? 3 : 0;
    await page.route("**/attendance", (route) => route.abort());
    await page.getByLabel(first, { exact: true }).click();
    await page.getByText("Not sent yet: 1", { exact: true }).waitFor();
    await page.getByLabel(second, { exact: true }).click();
    await page.getByText("Not sent yet: 2", { exact: true }).waitFor();
    await expect(page.getByLabel(`${first} (not sent yet)`)).toBeChecked();
    await assertNoBarriers(page);
    await page.unroute("**/attendance");
    if (third) {
      // What is tapped next makes nothing of it forgotten.
      await page.getByLabel(third, { exact: true }).click();
      await page.getByText("Who is there: 1", { exact: true }).waitFor();
      await page.getByText("Not sent yet: 2", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
    } else {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    }
    await page.getByText(`Who is there: ${before + (third ? 3 : 2)}`, { exact: true }).waitFor();
    await expect(page.getByText("ot sent yet")).toHaveCount(0);
  }
});

test("a screen that shows an evening follows it by itself", async ({ clubs }) => {
  const { page } = await openEvening(clubs);
  const screen = await page.context().newPage();
  await screen.addInitScript(waits({ 10_000: 250 }));
  await screen.goto(page.url());
  await screen.getByText("No round is drawn yet.").waitFor();
  await checkIn(page, NAMES);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await screen.getByRole("heading", { name: "Round 1" }).waitFor();
});

test("whoever has the link to the screen sees what was drawn, without an account", async ({ clubs, open }) => {
  const { club, page } = await openEvening(clubs);
  const evening = page.url();
  await checkIn(page, NAMES);
  await club.owner.call("POST", `${club.path}/matches`, { terms: { variant: { id: "old-hong-kong" } }, players: Object.values(club.ids).slice(0, 4), played_on: "2026-11-21" });
  await page.goto(club.page);
  await page.getByText("Link for a television").click();
  await page.getByLabel("Which television").fill("hall");
  await page.getByRole("button", { name: "Make a link" }).click();
  const screen = await open(await page.locator(".made-link").inputValue(), { first: waits({ 3_000: 250 }) });
  await screen.getByRole("heading", { name: /^Table 1/ }).waitFor();
  await page.goto(evening);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await screen.getByRole("heading", { name: "Round 1" }).waitFor();
  await screen.getByRole("heading", { name: "Window" }).waitFor();
});

test("there is no barrier in the pages of evenings", async ({ clubs }) => {
  const { page } = await openEvening(clubs);
  await checkIn(page, NAMES);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  for (const address of [page.url(), page.url().replace(/\/[^/]*$/, "")]) {
    await page.goto(address);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await untilQuiet(page);
    await assertNoBarriers(page);
  }
});
