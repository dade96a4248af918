"use strict";
// A tournament by the pages: registered, checked in, drawn, timed, played, decided by a referee, closed; and everybody finds their seat.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet, waits } = require("./fixtures.cjs");
const { recordWin, untilSheetHas } = require("./table.cjs");
const { DRAGONS, NAMES, RULES, WINDS, hallLinks, tournamentOf } = require("./tournaments.cjs");

/** Registers players as a team. */
async function register(page, names, team) {
  for (const name of names) await page.getByLabel(name, { exact: true }).check();
  await page.getByRole("textbox", { name: "Team" }).fill(team);
  await page.getByRole("button", { name: `Register these: ${names.length}` }).click();
}

/** Who sits where at a table of the round that is shown, by wind. */
async function seating(page, table) {
  const places = await page.locator(".seating > li").nth(table).locator("li").allTextContents();
  return Object.fromEntries(places.map((place) => place.trim().split(/\s+(.*)/).slice(0, 2)));
}

const standing = (page, name) => page.locator(".standings").first().getByRole("listitem").filter({ hasText: name });

/** Records one win at a table, and comes back. Returns who won from whom. */
async function play(page, table, fan) {
  const address = page.url();
  const { East, South } = await seating(page, table - 1);
  await page.getByRole("link", { name: `Table ${table}`, exact: true }).click();
  await page.waitForURL("**/matches/*");
  await recordWin(page, East, South, fan);
  await untilSheetHas(page, `${East} from ${South}`);
  await page.goto(address);
  await page.getByRole("heading", { name: "Autumn <b>cup</b>" }).waitFor();
  return { winner: East, loser: South };
}

test("a tournament of eight is played in two rounds, a referee decides, and it is closed", async ({ clubs, open }) => {
  const club = await clubs.found({ players: NAMES });
  const page = await club.open("/tournaments");
  await page.getByText("No tournament yet").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Autumn <b>cup</b>");
  await page.getByLabel("Rounds that are planned").fill("2");
  await page.getByLabel("What counts").selectOption({ label: "both together" });
  await page.getByLabel("Table points of place 1").fill("8");
  await page.getByLabel("Minutes of a round").fill("60");
  await page.getByText("Ties, sitting out, a cut").click();
  await page.getByLabel("What decides ties, 1").selectOption({ label: "points" });
  await page.getByLabel("What decides ties, 2").selectOption({ label: "the scores of the opponents" });
  await page.getByRole("button", { name: "Open a tournament" }).click();
  await page.waitForURL("**/tournaments/*");
  await page.getByRole("heading", { name: "Autumn <b>cup</b>" }).waitFor();
  await page.getByText("No round is drawn yet.").waitFor();

  // Two teams are registered, and everybody comes; one of them by the keyboard.
  await page.getByText("Register players").click();
  await register(page, WINDS, "Winds");
  await page.getByText("Entrants: 4, here: 0").waitFor();
  await register(page, DRAGONS, "Dragons");
  await page.getByText("Entrants: 8, here: 0").waitFor();
  await page.getByLabel("Bo · Team Winds", { exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByText("Entrants: 8, here: 1").waitFor();
  await page.getByRole("button", { name: "Check everybody in" }).click();
  await page.getByText("Entrants: 8, here: 8").waitFor();

  await page.getByRole("button", { name: "Draw round 1" }).click();
  await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
  await expect(page.locator(".seating > li")).toHaveCount(2);
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByRole("link", { name: "Table 2", exact: true }).waitFor();
  const clock = page.getByRole("timer");
  await page.getByRole("button", { name: "Start the clock" }).click();
  await clock.getByText(/^(1:00:00|59:\d\d)$/).waitFor();
  await page.getByRole("button", { name: "Pause the clock" }).click();
  await clock.getByText("paused").waitFor();
  await page.getByLabel("Minutes that are left").fill("12.5");
  await page.getByRole("button", { name: "Set the clock" }).click();
  await clock.getByText("12:30").waitFor();

  const first = await play(page, 1, "6");
  const second = await play(page, 2, "3");
  await standing(page, first.winner).filter({ hasText: /^1\./ }).waitFor();
  await standing(page, second.winner).filter({ hasText: /^2\./ }).waitFor();
  await page.getByRole("heading", { name: "Standings of the teams" }).waitFor();

  // A referee takes more away than the first had won, corrects a disputed hand, and does nothing else.
  const referee = await club.join("referee", "Uncle Bo");
  const judge = await open(`${page.url()}/referee`, { account: referee });
  await judge.getByRole("combobox", { name: "Who", exact: true }).selectOption({ label: first.winner });
  await judge.getByLabel("Points that are taken away", { exact: true }).fill("100");
  await judge.getByLabel("Reason").fill("late by ten minutes");
  await judge.getByRole("button", { name: "Give a penalty" }).click();
  await judge.getByText("−100 points").waitFor();
  await judge.getByLabel("A name, or the number of a table").fill("2");
  await judge.getByRole("link", { name: /^Round 1, table 2: / }).click();
  await judge.waitForURL("**/matches/*");
  await judge.getByText("You can correct what was recorded; scorers record.").waitFor();
  await expect(judge.getByRole("button", { name: "Record", exact: true })).toHaveCount(0);
  await judge.locator(".sheet > li").first().getByRole("button", { name: /^Details/ }).click();
  await judge.getByRole("button", { name: "Correct this row" }).click();
  const correction = judge.getByRole("region", { name: "Correct this row" });
  await correction.getByRole("group", { name: "Fan" }).getByRole("radio", { name: "5", exact: true }).check();
  await correction.getByRole("button", { name: "wrong number of fan" }).click();
  await correction.getByRole("button", { name: "Show what changes" }).click();
  await correction.getByRole("button", { name: "Correct it" }).click();
  await judge.getByText("corrected").first().waitFor();

  await page.reload();
  await standing(page, second.winner).filter({ hasText: /^1\./ }).waitFor();
  await standing(page, first.winner).filter({ hasText: "−100 points" }).waitFor();
  await page.getByText("late by ten minutes").waitFor();

  await endMatches(club, page);

  // The second round by the standings; its clock says when the time is over.
  await page.getByLabel("How it is drawn").selectOption({ label: "by the standings (Swiss)" });
  await page.getByRole("button", { name: "Draw round 2" }).click();
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByRole("link", { name: "Table 2", exact: true }).waitFor();
  await page.getByLabel("Minutes that are left").fill("0.02");
  await page.getByRole("button", { name: "Set the clock" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await clock.getByText("Time!").waitFor();
  await clock.getByText("the hand is finished").waitFor();
  await play(page, 1, "3");
  await page.getByText("All rounds were drawn.").waitFor();

  await page.getByRole("button", { name: "Close the tournament" }).click();
  await page.getByText("It cannot be opened again.").waitFor();
  await page.getByRole("button", { name: /Close the tournament/ }).click();
  await page.getByText("its standings are final").waitFor();
  await expect(page.getByRole("button", { name: "Check everybody in" })).toHaveCount(0);

  // What a referee decides afterwards shows beside the final standings.
  await page.getByRole("link", { name: "For the referee" }).click();
  await page.locator("summary", { hasText: "Withdraw" }).click();
  await page.getByLabel("Why it does not hold").fill("the bus was late");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("withdrawn: the bus was late").waitFor();
  await page.getByRole("link", { name: "The tournament", exact: true }).click();
  await page.getByText("Decisions and corrections after the closing changed this to:").waitFor();
  await page.goto(`${club.page}/tournaments`);
  await page.getByRole("link", { name: /^Autumn <b>cup<\/b>/ }).waitFor();
});

/** Ends the matches of the last round of a tournament whose page is shown. */
async function endMatches({ owner, path }, page) {
  const { rounds } = await owner.call("GET", `${path}/tournaments/${page.url().split("/").at(-1)}`);
  for (const { match } of rounds.at(-1).tables) await owner.call("POST", `${path}/matches/${match}/end`, {}, { "If-Match": "*" });
  await page.reload();
}

test("a round is seated as somebody states it", async ({ clubs }) => {
  const { show } = await tournamentOf(clubs, WINDS);
  const page = await show();
  await page.getByLabel("How it is drawn").selectOption({ label: "as you state it" });
  const seats = page.getByRole("button", { name: "Seat them so" });
  const winds = ["East", "South", "West", "North"];
  const seated = ["Daai Lo", "Ah Ming", "Chun", "Bo"];
  for (const [place, wind] of winds.entries()) {
    assert.equal(await seats.isDisabled(), true);
    await page.getByRole("combobox", { name: `Table 1, ${wind}`, exact: true }).selectOption({ label: seated[place] });
  }
  await seats.click();
  await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
  assert.deepEqual(await seating(page, 0), Object.fromEntries(winds.map((wind, place) => [wind, seated[place]])));
  await page.getByText("How it was drawn").click();
  await page.getByText("Seed of round 1 (as you state it):").waitFor();
});

test("whoever looks on changes nothing, and a scorer keeps the time", async ({ clubs }) => {
  const club = await tournamentOf(clubs, WINDS);
  await club.draw();
  const player = await club.join("player", "Sau");
  const page = await club.show("", { account: player });
  await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
  await expect(page.getByRole("button", { name: /^(Draw|Start the clock|Set the clock|Close|Check everybody)/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "For the referee" })).toHaveCount(0);
  await page.goto(`${club.address}/referee`);
  await page.getByText("This page is for owners and referees of the club.").waitFor();
  await expect(page.getByRole("button", { name: "Give a penalty" })).toHaveCount(0);
  const scorer = await club.join("scorer", "Keung");
  const timekeeper = await club.show("", { account: scorer });
  await timekeeper.getByRole("button", { name: "Start the clock" }).click();
  await timekeeper.getByRole("button", { name: "Pause the clock" }).waitFor();
  await expect(timekeeper.getByRole("link", { name: "For the referee" })).toHaveCount(0);
});

test("a void match of a round is played again at its table", async ({ clubs }) => {
  const club = await tournamentOf(clubs, WINDS);
  await club.draw();
  const opened = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  const { match } = opened.rounds[0].tables[0];
  const page = await club.show();
  const again = page.getByRole("button", { name: "Play void matches again: Round 1" });
  const sure = page.getByRole("button", { name: /^Yes/ });
  await again.click();
  await page.getByText("At each table of this round whose match is void").waitFor();
  await sure.click();
  await page.getByText("The matches of this round count, or were not opened yet.").waitFor();
  await page.getByRole("button", { name: "No, leave it as it is" }).click();
  await club.owner.call("POST", `${club.path}/matches/${match}:void`, { reason: "four wrong people" });
  await again.click();
  await sure.click();
  const table = page.getByRole("link", { name: "Table 1", exact: true });
  await expect(table).not.toHaveAttribute("href", new RegExp(match));
  const { rounds } = await club.owner.call("GET", club.tournament);
  await expect(table).toHaveAttribute("href", new RegExp(rounds[0].tables[0].match));
  await untilQuiet(page);
  await assertNoBarriers(page);
});

test("the screen shows draw and clock, and its code leads to one's seat without an account", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, [...WINDS, "Ivy Chan"]);
  const links = await hallLinks(club);
  const often = { first: waits({ 3_000: 250, 10_000: 250 }) };
  const hall = await open(links.screen, { viewport: { width: 1920, height: 1080 }, ...often });
  await hall.getByText("No table is playing.").waitFor();
  const phone = await open(links.seat, often);
  await phone.getByText("Nothing is drawn yet.").waitFor();

  const { rounds } = await club.draw();
  await club.owner.call("POST", `${club.tournament}/rounds/1/clock`, { running: true });
  await hall.getByRole("heading", { name: "Autumn cup · Round 1 of 2" }).waitFor();
  await hall.getByRole("timer").getByText(/^(1:00:00|59:\d\d)$/).waitFor();
  await hall.getByRole("heading", { name: "Table 1" }).waitFor();
  await hall.getByRole("img", { name: "QR code: where do I sit?" }).waitFor();

  const [south, out] = [rounds[0].tables[0].players[1].name, rounds[0].sitting_out[0].name];
  const name = phone.getByLabel("Your name");
  await name.fill(south.split(" ").at(-1).slice(0, 3));
  await phone.getByText(`${south}: Table 1, South`).waitFor();
  await name.fill(out);
  await phone.getByText(`${out} sits out this round.`).waitFor();
  await name.fill("nobody at all");
  await phone.getByText("Nobody with that name has a seat").waitFor();
  // The seats stay to be found while the tables play.
  await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  await hall.locator(".table-card").waitFor();
  await name.fill(south);
  await phone.getByText(`${south}: Table 1, South`).waitFor();
});

test("there is no barrier in the pages of tournaments", async ({ clubs }) => {
  const club = await tournamentOf(clubs, [...NAMES, "Keung"], {
    ...RULES,
    rounds: 3,
    scoring: "table_points",
    table_points: [4, 2, 1, 0],
    ties: ["points", "opponents"],
    cut: { after_round: 2, players: 4, keeps_results: false },
  });
  await club.draw();
  await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, { terms: { variant: { id: "old-hong-kong" } } });
  await club.owner.call("POST", `${club.tournament}/rounds/1/clock`, { running: false });
  await club.owner.call("POST", `${club.tournament}/penalties`, { player: club.ids.Bo, points: 2.5, reason: "late" });
  await club.owner.call("POST", `${club.tournament}/rounds`, { unfinished: true });
  const openAll = (page) => page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const page = await club.open("/tournaments");
  await page.getByLabel("Minutes of a round").fill("60");
  await openAll(page);
  await page.getByLabel("Only the best play on").fill("1");
  await assertNoBarriers(page);
  await page.goto(club.address);
  await page.getByRole("heading", { name: "Round 2", exact: true }).waitFor();
  await openAll(page);
  await page.getByRole("heading", { name: "Round 1, still playing", exact: true }).waitFor();
  await page.locator(".standings li").first().waitFor();
  await assertNoBarriers(page);
  await page.goto(`${club.address}/referee`);
  await page.getByRole("heading", { name: "For the referee" }).first().waitFor();
  await untilQuiet(page);
  await openAll(page);
  await assertNoBarriers(page);
});

test("there is no barrier in what the hall sees of a tournament", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, [...NAMES, "Keung"]);
  await club.draw();
  await club.owner.call("POST", `${club.tournament}/rounds/1/clock`, { running: false });
  const links = await hallLinks(club);
  for (const address of [links.screen, links.seat]) {
    const page = await open(address);
    await page.getByRole("heading", { level: 3 }).first().waitFor();
    if (address === links.seat) await page.getByLabel("Your name").fill("b");
    await assertNoBarriers(page);
  }
});
