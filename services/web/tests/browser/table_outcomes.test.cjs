"use strict";
// What a table records besides a usual win: each kind by the page, and what the API then has.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { ownRules } = require("./clubs.cjs");
const { expect, test } = require("./fixtures.cjs");
const { choose, legend, more, record, sheetLines, totals, untilLine, untilWaiting } = require("./table.cjs");

/** A new table, and its page for its owner. */
async function show(clubs, rules) {
  const table = await clubs.makeTable({ rules });
  return { ...table, page: await table.show() };
}

const pointsOf = ({ payments }) => payments.map(({ points }) => points);

test("a false mahjong is paid as the table says, where the rules leave it to the table", async ({ clubs }) => {
  const { page, outcome } = await show(clubs);
  await more(page, "False mahjong");
  await choose(page, "Who called it", "Bo");
  assert.ok(await record(page).isDisabled(), "nothing is said of the amount yet");
  await page.getByLabel("Points to each other player").fill("12");
  await page.getByLabel("Reason, if you like").fill("two tiles short");
  await page.getByText("Bo -36").waitFor();
  await expect(sheetLines(page)).toHaveCount(0);
  await record(page).click();
  await untilLine(page, "false mahjong");
  const recorded = await outcome(0);
  assert.deepEqual(recorded.outcome, { kind: "false_mahjong", chair: 2, points: 12 });
  assert.equal(recorded.reason, "two tiles short");
  assert.deepEqual(await totals(page), pointsOf(recorded));
  assert.ok(await legend(page, "Who won").isVisible(), "the next hand begins as a win");
});

test("a false mahjong of a fixed amount needs one tap more than its caller", async ({ clubs }) => {
  const { page, outcome } = await show(clubs, { ...ownRules(), false_mahjong: { points: 20 } });
  await more(page, "False mahjong");
  await page.getByText("Pays 20 points to each other player.").waitFor();
  await choose(page, "Who called it", "Chun");
  await record(page).click();
  await untilLine(page, "false mahjong");
  assert.deepEqual(pointsOf(await outcome(0)), [20, 20, -60, 20]);
});

test("agreed points are recorded once they sum to zero", async ({ clubs }) => {
  const { page, outcome } = await show(clubs);
  await more(page, "Agreed points");
  for (const [name, points] of [["Ah Ming", "8"], ["Bo", "-4"], ["Chun", "-2"]]) await page.getByRole("textbox", { name, exact: true }).fill(points);
  await page.getByText("Sum: +2. It has to be 0.").waitFor();
  await expect(record(page)).toBeDisabled();
  await page.getByRole("textbox", { name: "<b>Fong</b>", exact: true }).fill("-2");
  await page.getByText("Sum: 0", { exact: true }).waitFor();
  await choose(page, "The deal goes on as if this player had won", "Ah Ming");
  await record(page).click();
  await untilLine(page, "agreed points");
  assert.deepEqual((await outcome(0)).outcome, { kind: "agreed", chair_points: [8, -4, -2, -2], winner: 1 });
  assert.deepEqual(await totals(page), [8, -4, -2, -2]);
});

test("a penalty of the rules has its usual amount, and a lost answer records it once", async ({ clubs }) => {
  const { page, lines: recorded, outcome } = await show(clubs, ownRules());
  await more(page, "Penalty");
  await choose(page, "Who pays", "Bo");
  await page.getByLabel("Which penalty").selectOption({ label: "Came late" });
  await choose(page, "Paid to", "The club");
  await page.getByText("Bo -6").waitFor();
  assert.ok(await record(page).isDisabled(), "a penalty has a reason");
  await page.getByLabel("Reason").fill("half an hour");
  // The request arrives, and its answer is lost.
  await page.route("**/penalties", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await record(page).click();
  await page.getByText("The server cannot be reached").first().waitFor();
  await expect(page.getByLabel("Reason")).toHaveValue("half an hour");
  await record(page).click();
  await legend(page, "Who won").waitFor();
  await untilLine(page, "penalty");
  assert.equal((await recorded()).length, 1);
  const penalty = await outcome(0);
  assert.deepEqual(penalty.outcome, { kind: "penalty", chair: 2, payee: "house", penalty: "late" });
  assert.deepEqual([penalty.reason, penalty.house_points, pointsOf(penalty)], ["half an hour", 6, [0, -6, 0, 0]]);
  // The same again is another penalty.
  await more(page, "Penalty");
  await choose(page, "Who pays", "Bo");
  await page.getByLabel("Which penalty").selectOption({ label: "Came late" });
  await choose(page, "Paid to", "The club");
  await page.getByLabel("Reason").fill("half an hour");
  await record(page).click();
  await sheetLines(page).nth(1).waitFor();
  assert.equal((await recorded()).length, 2);
});

/** States a penalty of five points to the club. */
async function statePenalty(page, reason) {
  await more(page, "Penalty");
  await choose(page, "Who pays", "Bo");
  await choose(page, "Paid to", "The club");
  await page.getByLabel("Points to the club").fill("5");
  await page.getByLabel("Reason").fill(reason);
}

test("a penalty whose answer was lost is recorded once, also after a reload", async ({ clubs }) => {
  const { page, lines: recorded } = await show(clubs);
  await statePenalty(page, "looked into the wall");
  await page.route("**/penalties", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await record(page).click();
  await page.getByText("it is not known whether this is recorded").waitFor();
  await page.reload();
  await expect(page.getByLabel("Reason")).toHaveValue("looked into the wall");
  await record(page).click();
  await legend(page, "Who won").waitFor();
  await untilLine(page, "penalty");
  assert.equal((await recorded()).length, 1);
});

test("of a penalty that two phones record, the second is asked whether it is the same", async ({ clubs }) => {
  const { page, lines: recorded, match, owner, record: recordHand } = await show(clubs);
  const give = () => owner.call("POST", `${match}/penalties`, { chair: 2, payee: "house", points: 5, reason: "the wall" });
  await give();
  await untilLine(page, "penalty");
  // One that was there before is no question, and neither is what is another thing.
  await statePenalty(page, "once more");
  await recordHand(1, { kind: "goulash" });
  await record(page).click();
  await expect(sheetLines(page)).toHaveCount(3);
  await statePenalty(page, "looked into the wall");
  await give();
  await record(page).click();
  await page.getByText("Somebody else recorded the same meanwhile: Bo: penalty, the wall").waitFor();
  assert.equal((await recorded()).length, 4);
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Drop mine" }).click();
  await legend(page, "Who won").waitFor();
  await expect(sheetLines(page)).toHaveCount(4);
  await statePenalty(page, "another");
  await give();
  await record(page).click();
  await page.getByRole("button", { name: "Record mine as well" }).click();
  await legend(page, "Who won").waitFor();
  await expect(sheetLines(page)).toHaveCount(6);
  assert.equal((await recorded()).length, 6);
});

test("somebody else takes over a chair, and plays under their own name", async ({ clubs }) => {
  const { page, outcome, players } = await show(clubs);
  await more(page, "Substitution");
  await choose(page, "Who leaves", "Chun");
  const comes = page.getByLabel("Who sits there now");
  await comes.getByRole("option", { name: "Daai Lo" }).waitFor({ state: "attached" });
  assert.equal(await comes.getByRole("option", { name: "Bo" }).count(), 0, "whoever sits there does not come");
  await comes.selectOption({ label: "Daai Lo" });
  await record(page).click();
  await untilLine(page, "substitution");
  assert.deepEqual((await outcome(0)).outcome, { kind: "substitution", chair: 3, player: players[4] });
  await choose(page, "Who won", "Daai Lo");
  await choose(page, "From", "Bo");
  await choose(page, "Fan", "3");
  await record(page).click();
  await untilLine(page, "Daai Lo from Bo");
  assert.match(await sheetLines(page).first().textContent(), /Daai Lo \+/);
});

test("several win by one discard, one with fan and one with tiles", async ({ clubs }) => {
  const { page, outcome } = await show(clubs, ownRules());
  await more(page, "Several winners");
  await choose(page, "From", "Bo");
  await page.getByRole("checkbox", { name: "Ah Ming wins" }).check();
  await page.getByRole("checkbox", { name: "Chun wins" }).check();
  const first = page.getByRole("group", { name: "Ah Ming", exact: true });
  await first.getByRole("radio", { name: "5", exact: true }).check();
  const other = page.getByRole("group", { name: "Chun", exact: true });
  await other.getByText("Or by the tiles").click();
  await other.getByLabel("Or type the tiles").fill("222s 78s CCC FFF WW 9s");
  await other.getByRole("button", { name: "Use" }).click();
  await page.locator(".answer .worth").nth(1).waitFor();
  await record(page).click();
  await untilLine(page, "Ah Ming and Chun from Bo");
  const { outcome: stated } = await outcome(0);
  assert.deepEqual([stated.won_by, stated.from_chair, stated.winners.map(({ chair }) => chair)], ["discard", 2, [1, 3]]);
  assert.deepEqual(stated.winners[0].declared, { fan: 5 });
  assert.equal(stated.winners[1].hand.winning_tile, "9s");
});

test("where one discard has one winner, several are not offered", async ({ clubs }) => {
  const { page } = await show(clubs);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Several winners" }).waitFor({ state: "hidden" });
  await expect(page.getByRole("button", { name: "Penalty", exact: true })).toHaveCount(1);
});

test("a win says how it came about: a robbed kong, a replacement, and who is liable", async ({ clubs }) => {
  const { page, outcome } = await show(clubs, ownRules());
  await choose(page, "Who won", "Ah Ming");
  await choose(page, "From", "Bo");
  await choose(page, "Fan", "6");
  await page.getByText("Kong, first turn, last tile, liability").click();
  await choose(page, "Robbing a kong", "Added kong");
  await record(page).click();
  await untilLine(page, "Ah Ming from Bo");
  const robbed = (await outcome(0)).outcome;
  assert.deepEqual([robbed.won_by, robbed.robbed_kong, robbed.from_chair], ["robbed_kong", "added_kong", 2]);

  await choose(page, "Who won", "Chun");
  await choose(page, "From", "Self-draw");
  await choose(page, "Fan", "Limit");
  await page.getByText("Kong, first turn, last tile, liability").click();
  await choose(page, "Replacement", "After a kong");
  await page.getByRole("checkbox", { name: "Last tile of the wall" }).check();
  await choose(page, "Who pays for all three", "Bo");
  await page.getByLabel("By which rule").selectOption({ label: "Big three dragons" });
  await page.getByText(/^Bo -/).waitFor();
  await record(page).click();
  await untilLine(page, "Chun by self-draw");
  const liable = await outcome(1);
  assert.deepEqual([liable.outcome.replacement, liable.outcome.last_tile], ["kong", true]);
  assert.deepEqual(liable.outcome.winners, [{ chair: 3, declared: { fan: 0, limit: true }, liability: { chair: 2, rule: "big_three_dragons" } }]);
  assert.deepEqual(pointsOf(liable).map(Math.sign), [0, -1, 1, 0], "whoever is liable pays for all three");
});

test("a hand of another kind is kept without the network, and what is no hand waits for it", async ({ clubs }) => {
  const { page, lines: recorded } = await show(clubs);
  // What a table seldom needs is loaded after the table.
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await more(page, "Agreed points");
  await page.getByRole("textbox", { name: "Ah Ming", exact: true }).fill("3");
  await page.getByRole("textbox", { name: "Bo", exact: true }).fill("-3");
  await record(page).click();
  await untilWaiting(page, 1);
  await more(page, "Penalty");
  await choose(page, "Who pays", "Bo");
  await page.getByLabel("Points to each other player").fill("2");
  await page.getByLabel("Reason").fill("looked into the wall");
  await page.getByText("They come first").waitFor();
  await expect(record(page)).toBeDisabled();
  await page.context().setOffline(false);
  await untilLine(page, "agreed points");
  await expect(page.getByLabel("Reason")).toHaveValue("looked into the wall");
  await record(page).click();
  await untilLine(page, "penalty");
  assert.deepEqual((await recorded()).map(({ result }) => result), ["agreed", "penalty"]);
});

test("a player records nothing", async ({ clubs }) => {
  const table = await clubs.makeTable();
  await table.record(1, { kind: "goulash" });
  const page = await table.show({ account: await table.join("player") });
  await page.getByText("You can look on; scorers record.").waitFor();
  await untilLine(page, "Dead hand");
  for (const name of ["Record", "Undo", "End the match"]) assert.equal(await page.getByRole("button", { name }).count(), 0, name);
});

test("there is no barrier in any form", async ({ clubs }) => {
  const { page } = await show(clubs, ownRules());
  for (const kind of ["Several winners", "False mahjong", "Agreed points", "Side payment, such as for a kong", "Penalty", "Substitution"]) {
    await more(page, kind);
    if (kind === "Several winners") {
      await page.getByRole("radio", { name: "Bo" }).check();
      await page.getByRole("checkbox").first().check();
    }
    await assertNoBarriers(page);
    await page.getByRole("button", { name: "Back to a win" }).click();
  }
});
