"use strict";
// Rounds of a tournament that are not as they should be: tables play on, somebody is missing, a place is shared at the cut.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet, waits } = require("./fixtures.cjs");
const { NAMES, RULES, hallLinks, tournamentOf } = require("./tournaments.cjs");

test("drawing while tables play says what is unfinished, and they keep their places, links and clock", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, NAMES);
  const links = await hallLinks(club);
  await club.draw();
  const opened = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const [first, second] = opened.rounds[0].tables.map(({ match }) => match);
  await club.owner.call("POST", `${club.tournament}/rounds/1/clock`, { running: false, remaining_seconds: 2968 });
  const hall = await open(links.screen, { viewport: { width: 1920, height: 1080 }, first: waits({ 3_000: 250 }) });
  const names = () => hall.locator(".table-card h3").allTextContents();
  await expect(hall.locator(".table-card")).toHaveCount(2);
  assert.deepEqual((await names()).map((name) => name.slice(0, 7)), ["Table 1", "Table 2"]);

  const page = await club.show();
  await page.getByText("2 tables still play: Table 1 · Round 1 and Table 2 · Round 1.").waitFor();
  await page.getByRole("button", { name: "Draw round 2" }).click();
  await page.getByText("The round is drawn although these tables still play").waitFor();
  assert.equal((await club.owner.call("GET", club.tournament)).rounds.length, 1);
  await page.getByRole("button", { name: "No, leave it as it is" }).click();
  await club.owner.call("POST", `${club.path}/matches/${first}/end`, {}, { "If-Match": "*" });
  await page.reload();
  await page.getByText("1 table still plays: Table 2 · Round 1.").waitFor();
  await page.getByRole("button", { name: "Draw round 2" }).click();
  await page.getByRole("button", { name: "Yes: Draw round 2" }).click();
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  const earlier = page.getByRole("region", { name: "Round 1, still playing" });
  await expect(earlier.getByRole("link", { name: "Table 2", exact: true })).toHaveAttribute("href", new RegExp(second));
  await page.getByRole("region", { name: "Clock of round 1" }).getByText("49:28").waitFor();

  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await expect(hall.locator(".table-card")).toHaveCount(3);
  assert.deepEqual((await names()).map((name) => name.slice(0, 17)), ["Table 1 · Round 2", "Table 2 · Round 2", "Table 2 · Round 1"]);
  await hall.getByRole("heading", { name: "Autumn cup · Round 1 of 2" }).waitFor();
  await hall.getByText("49:28").waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
  await assertNoBarriers(hall);
});

test("a round begins with the terms of the one before, whatever the club plays in between", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  const friendly = (variant, stake) => club.owner.call("POST", `${club.path}/matches`,
    { terms: { variant: { id: variant }, currency: "HKD", stake_cents: stake }, players: Object.values(club.ids).slice(0, 4), played_on: "2026-11-21" });
  await friendly("old-hong-kong", 500);
  await club.draw();
  const page = await club.show();
  const [variant, stake] = [page.getByLabel("Variant"), page.getByLabel("Money per point")];
  await expect(stake).toHaveValue("");
  await expect(variant).toHaveValue("old-hong-kong");
  await variant.selectOption("half-spicy-10-full-gun");
  await stake.fill("2");
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("2 tables still play").waitFor();
  await friendly("old-hong-kong", 10000);
  await club.owner.call("POST", `${club.tournament}/rounds`, { unfinished: true });
  await page.reload();
  await expect(variant).toHaveValue("half-spicy-10-full-gun");
  await expect(stake).toHaveValue("2");
  const other = page.getByText(/^Round 1 was played by other terms: .*HK\$2\.00 per point\.$/);
  await expect(other).toHaveCount(0);
  await stake.fill("3");
  await other.waitFor();
  await stake.fill("2");
  await expect(other).toHaveCount(0);
  await page.getByRole("link", { name: "Table 1", exact: true }).first().click();
  await page.waitForURL("**/matches/*");
  await page.getByText(/^Rules: .*spicy/i).waitFor();
});

/** Taps a button, and the place where it was as soon as another one is there. */
async function doubleTap(page, first, next) {
  const button = page.getByRole("button", { name: first, exact: true });
  await button.scrollIntoViewIfNeeded();
  const tapped = await button.elementHandle();
  await tapped.evaluate(async (element, label) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    element.click();
    const isThere = () => [...document.querySelectorAll("button")].some((one) => !one.disabled && one.textContent.trim() === label);
    while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
    const under = document.elementFromPoint(left + width / 2, top + height / 2);
    // Without a pointer event for it nothing in the page is under the finger; where the layout moved, the other button is tapped all the same.
    if (under !== null && under !== document.documentElement) [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === label).click();
  }, next);
  await untilQuiet(page);
}

test("the second half of a double tap neither stops a clock nor draws a round again", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  const page = await club.show();
  await page.getByRole("button", { name: "Draw round 1", exact: true }).waitFor();
  await doubleTap(page, "Draw round 1", "Draw round 1 again");
  await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
  await doubleTap(page, "Start the clock", "Pause the clock");
  const { rounds } = await club.owner.call("GET", club.tournament);
  assert.equal(rounds.length, 1);
  assert.ok(rounds[0].clock.running);
});

test("of two who draw the same round of a tournament one draws it, and the other one sees it", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  const page = await club.show();
  const outrun = (stated) =>
    page.route("**/rounds", async (route) => {
      await club.owner.call("POST", `${club.tournament}/rounds`, stated);
      await route.continue();
    }, { times: 1 });
  const drawn = async () => (await club.owner.call("GET", club.tournament)).rounds.map(({ round }) => round);
  const told = page.getByText("Somebody else drew meanwhile, and nothing was drawn");
  await outrun({});
  await page.getByRole("button", { name: "Draw round 1", exact: true }).click();
  await told.waitFor();
  await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
  assert.deepEqual(await drawn(), [1]);
  // Also of two who draw it again, which has the same number.
  await outrun({ redraw: true });
  await page.getByRole("button", { name: "Draw round 1 again" }).click();
  await page.getByRole("button", { name: "Yes: Draw round 1 again" }).click();
  await told.waitFor();
  assert.deepEqual(await drawn(), [1, 1]);
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("2 tables still play").waitFor();
  await outrun({ unfinished: true });
  await page.getByRole("button", { name: "Draw round 2" }).click();
  await page.getByRole("button", { name: "Yes: Draw round 2" }).click();
  await told.waitFor();
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  assert.deepEqual(await drawn(), [1, 1, 2]);
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("All rounds were drawn.").waitFor();
});

test("of two who open the matches of a round of a tournament, the second is told by which terms they are played", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  await club.draw();
  const page = await club.show();
  await page.route("**/rounds/1/matches", async (route) => {
    await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" }, currency: "HKD", stake_cents: 300 } });
    await route.continue();
  }, { times: 1 });
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText(/^Round 1 is played by these terms: Old Hong Kong.*, HK\$3\.00 per point\.$/).waitFor();
  await page.getByRole("region", { name: "The next round" }).getByRole("alert").waitFor();
  await page.getByText("2 tables still play").waitFor();
});

test("what is unfinished stands in the question before a tournament is closed", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  await club.draw();
  await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const page = await club.show();
  await page.getByRole("button", { name: "Close the tournament" }).click();
  await page.getByText("2 tables still play. 1 round is not drawn. After that its standings are final.").waitFor();
});

test("a void table that was not played again, and a round that is not opened, are named before the next draw and the closing", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  await club.draw();
  const { rounds } = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const [first, second] = rounds[0].tables.map(({ match }) => match);
  await club.owner.call("POST", `${club.path}/matches/${first}/hands`, { number: 1, outcome: { kind: "goulash" } });
  await club.owner.call("POST", `${club.path}/matches/${first}/end`, {}, { "If-Match": "*" });
  await club.owner.call("POST", `${club.path}/matches/${second}:void`, { reason: "the wrong rules" });
  const page = await club.show();
  const named = "1 table is void and was not played again: Table 2 · Round 1.";
  await page.getByRole("button", { name: "Close the tournament" }).click();
  await page.getByText(`${named} 1 round is not drawn. After that`).waitFor();
  await page.getByRole("button", { name: "No, leave it as it is" }).click();
  await page.getByText(named).waitFor();
  await page.getByRole("button", { name: "Draw round 2" }).click();
  await page.getByText("The round is drawn without what the void tables would have come to.").waitFor();
  assert.equal((await club.owner.call("GET", club.tournament)).rounds.length, 1);
  await page.getByRole("button", { name: "Yes: Draw round 2" }).click();
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Close the tournament" }).click();
  await page.getByText(`${named} Round 2 is drawn, and its matches are not opened. After that`).waitFor();
  await page.getByRole("button", { name: "No, leave it as it is" }).click();
  await page.getByRole("button", { name: "Draw round 2 again" }).click();
  await page.getByText("All seats are given anew: those of now cannot be had back. The round is drawn without").waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
});

test("a table that lacks a player says so, with what can be done; and a void one is void in the hall", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, NAMES);
  const links = await hallLinks(club);
  const { rounds } = await club.draw();
  const gone = rounds[0].tables[1].players[2];
  await club.owner.call("POST", `${club.tournament}/entrants`, { withdrawn: [gone.id] });
  const page = await club.show();
  const lacks = `Table 2 lacks a player: ${gone.name}`;
  await page.getByText(lacks).waitFor();
  await page.getByText("Draw this round again, among those who are there.").waitFor();
  const hall = await open(links.screen, { viewport: { width: 1920, height: 1080 }, first: waits({ 3_000: 250 }) });
  await hall.getByText(lacks).waitFor();
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByText("Record a substitution in this match").waitFor();
  await expect(hall.locator(".table-card")).toHaveCount(2);
  await hall.locator(".table-card").getByText(lacks).waitFor();
  await page.getByRole("link", { name: "To the match" }).click();
  await page.waitForURL("**/matches/*");
  const opened = await club.owner.call("GET", club.tournament);
  const { match } = opened.rounds[0].tables[1];
  assert.ok(page.url().endsWith(match));
  await club.owner.call("POST", `${club.path}/matches/${match}:void`, { reason: "somebody went home" });
  await hall.getByRole("heading", { name: /^Table 2.*void$/ }).waitFor();
  await page.goto(club.address);
  await page.getByRole("heading", { name: /^Table 2.*void$/ }).waitFor();
  await untilQuiet(page);
  await assertNoBarriers(page);
});

test("a void match that is played again stays to be seen beside the new one", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES);
  await club.draw();
  const opened = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const { match: first } = opened.rounds[0].tables[1];
  await club.owner.call("POST", `${club.path}/matches/${first}:void`, { reason: "the tiles were marked" });
  const page = await club.show();
  await page.getByRole("heading", { name: /^Table 2.*void$/ }).waitFor();
  await expect(page.getByText("was declared void, and is played again")).toHaveCount(0);
  await page.getByRole("button", { name: "Play void matches again" }).click();
  await page.getByRole("button", { name: "Yes: Play void matches again" }).click();
  const table = page.locator(".seating > li").nth(1);
  const replaced = table.getByRole("link", { name: "Match 1 was declared void, and is played again" });
  await expect(replaced).toHaveAttribute("href", new RegExp(first));
  await expect(table.getByRole("link", { name: "Table 2", exact: true })).not.toHaveAttribute("href", new RegExp(first));
  await untilQuiet(page);
  await assertNoBarriers(page);
});

test("who shares the last place at a cut is said beside the button that draws", async ({ clubs }) => {
  const club = await tournamentOf(clubs, NAMES, { ...RULES, cut: { after_round: 1, players: 4, keeps_results: true } });
  await club.draw();
  const opened = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const losers = [];
  for (const { match, players } of opened.rounds[0].tables) {
    const won = { kind: "agreed", winner: 1, chair_points: [12, -4, -4, -4] };
    await club.owner.call("POST", `${club.path}/matches/${match}/hands`, { number: 1, outcome: won });
    await club.owner.call("POST", `${club.path}/matches/${match}/end`, {}, { "If-Match": "*" });
    losers.push(...players.slice(1).map(({ name }) => name));
  }
  const page = await club.show();
  const tie = page.getByText(/^Round 2 is for the best 4: .* share rank 3, for so many places: 2\.$/);
  await tie.waitFor();
  const said = await tie.textContent();
  assert.ok(losers.every((name) => said.includes(name)), said);
  await page.getByText("The draw decides among them by lot").waitFor();
  // Four who lost are seated: both winners would be left out.
  await page.getByLabel("How it is drawn").selectOption({ label: "as you state it" });
  for (const [place, wind] of ["East", "South", "West", "North"].entries()) {
    await page.getByRole("combobox", { name: `Table 1, ${wind}`, exact: true }).selectOption({ label: losers[place] });
  }
  const seats = page.getByRole("button", { name: "Seat them so" });
  await seats.click();
  await page.getByText(/Left out: .*\(rank 1\)/).waitFor();
  await page.getByLabel("Reason").fill("the winners went home");
  await seats.click();
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  const { rounds } = await club.owner.call("GET", club.tournament);
  assert.equal(rounds[1].reason, "the winners went home");
  await untilQuiet(page);
  await assertNoBarriers(page);
});
