"use strict";
// A correction of several changes: forgotten hands, seats, rows that are only right together, and refusals that name the row.
const assert = require("node:assert/strict");
const { assertNoBarriers, assertNothingWide } = require("./barriers.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const { choose, legend, sheetLines, startCorrection, stateWin, totals } = require("./table.cjs");
const { textsIn } = require("./texts.cjs");

const win = (winner, from, fan = 3) => ({ kind: "win", won_by: "discard", from_chair: from, winners: [{ chair: winner, declared: { fan } }] });
const SUBSTITUTION = (chair, player) => ({ chair, player });
/** Sixteen hands in which the dealer does not win, nor would if one hand more was played before: the whole match. */
const WHOLE_MATCH = Array.from({ length: 16 }, (_, place) => win(((place + 2) % 4) + 1, (place % 4) + 1));

/** A table where something was played already, and its page. */
async function show(clubs, outcomes, options = {}) {
  const table = await clubs.makeTable();
  await table.owner.call("POST", `${table.match}/hands:batch`, { number: 1, outcomes });
  const page = await table.open(`/matches/${table.match.split("/").at(-1)}`, options);
  await sheetLines(page).first().waitFor();
  return { ...table, page };
}

const bar = (page) => page.getByRole("region", { name: "The correction that is not made yet" });
const forgotten = (page) => page.getByRole("region", { name: "A hand was forgotten" });
const seats = (page) => page.getByRole("region", { name: "Seats" });
const announce = (form) => form.getByRole("button", { name: "Show what changes" }).click();
const changeMore = (form) => form.getByRole("button", { name: "Change something else, too" }).click();
const explain = (form, reason) => form.getByRole("textbox", { name: "Reason" }).fill(reason);

/** Opens the form of a hand that was forgotten somewhere. */
async function startForgotten(page, where) {
  await page.getByRole("button", { name: /^(A|No) hand was forgotten$/ }).waitFor();
  const tool = page.getByRole("button", { name: "A hand was forgotten", exact: true });
  if (await tool.isVisible()) await tool.click();
  await page.getByRole("button", { name: `A hand was forgotten here: ${where}`, exact: true }).click();
  return forgotten(page);
}

const chooseVoid = (form) => legend(form, "What is wrong").getByRole("radio", { name: "It never happened" }).check();

test("a forgotten hand is put in between two, before the first and after the last", async ({ clubs }) => {
  const { page, lines } = await show(clubs, [win(1, 2), win(3, 2, 4)]);
  await expect(page.getByRole("button", { name: /^A hand was forgotten here/ })).toHaveCount(0);
  const form = await startForgotten(page, "before Hand 2, East 1 +1");
  await expect(page.getByRole("button", { name: /^A hand was forgotten here/ })).toHaveCount(3);
  await expect(form.getByRole("heading", { name: "Forgotten before Hand 2, East 1 +1" })).toBeFocused();
  const isShown = form.getByRole("button", { name: "Show what changes" });
  assert.ok(await isShown.isDisabled(), "nothing is stated yet");
  await stateWin(form, "Bo", "Chun", "5");
  await announce(form);
  // The new hand, and the one that had its place: another one deals it.
  await form.getByText("was forgotten").waitFor();
  await form.locator(".differences ins").getByText("Hand 3, East 2", { exact: true }).waitFor();
  await form.getByRole("button", { name: "forgotten", exact: true }).click();
  await form.getByRole("button", { name: "Correct it" }).click();
  await form.waitFor({ state: "detached" });
  await expect(sheetLines(page)).toHaveCount(3);
  assert.deepEqual((await lines()).map(({ winners }) => winners[0].chair), [1, 2, 3]);

  const first = await startForgotten(page, "before Hand 1, East 1");
  await first.getByLabel("What happened").selectOption({ label: "Dead hand" });
  await changeMore(first);
  const last = await startForgotten(page, "after the last hand");
  await last.getByLabel("What happened").selectOption({ label: "Penalty" });
  await choose(last, "Who pays", "Chun");
  await last.getByLabel("Points to each other player").fill("2");
  await explain(last, "two were forgotten");
  await announce(last);
  await last.getByRole("button", { name: "Make these 2 changes" }).click();
  await last.waitFor({ state: "detached" });
  await expect(sheetLines(page)).toHaveCount(5);
  assert.deepEqual((await lines()).map(({ result }) => result), ["goulash", "win", "win", "win", "penalty"]);
  await expect(bar(page)).toHaveCount(0);
});

test("two changes that are refused alone are made together, with one reason", async ({ clubs }) => {
  // It was Chun and not Bo who left: Daai Lo came for Chun, and nobody else did.
  const { page, owner, match, players, lines, outcome } = await show(clubs, [{ kind: "goulash" }]);
  await owner.call("POST", `${match}/substitutions`, SUBSTITUTION(2, players[4]));
  await owner.call("POST", `${match}/substitutions`, SUBSTITUTION(3, players[1]));
  await expect(sheetLines(page)).toHaveCount(3);
  const first = sheetLines(page).nth(1);
  await first.getByRole("button", { name: /^Details/ }).click();
  await first.getByRole("button", { name: "Correct this row" }).click();
  const form = first.getByRole("region", { name: "Correct this row" });
  await chooseVoid(form);
  await announce(form);
  await form.getByRole("listitem").getByText(/^substitution after Hand 1, East 1: /).waitFor();
  await changeMore(form);
  await expect(form).toHaveCount(0);
  await bar(page).getByText("1 change", { exact: true }).waitFor();
  await first.getByText("to be corrected").waitFor();

  const last = sheetLines(page).first();
  await last.getByRole("button", { name: /^Details/ }).click();
  await last.getByRole("button", { name: "Correct this row" }).click();
  const second = last.getByRole("region", { name: "Correct this row" });
  await second.getByText(/^substitution after Hand 1, East 1: never happened/).waitFor();
  await second.getByLabel("Who sits there now").selectOption({ label: "Daai Lo" });
  // Alone it is refused as well.
  const alone = { reason: "x", changes: [{ kind: "replace", outcome_id: (await lines()).at(-1).id, outcome: { kind: "substitution", chair: 3, player: players[4] } }] };
  await assert.rejects(owner.call("POST", `${match}/corrections?dry_run=true`, alone), /invalid|twice|two|distinct/);
  await announce(second);
  await second.getByRole("heading", { name: "Totals" }).waitFor();
  await explain(second, "it was Chun who left");
  await second.getByRole("button", { name: "Make these 2 changes" }).click();
  await second.waitFor({ state: "detached" });
  await expect(sheetLines(page)).toHaveCount(2);
  const { corrections } = await owner.call("GET", `${match}/corrections`);
  assert.deepEqual(corrections.map(({ reason }) => reason), ["it was Chun who left"]);
  assert.deepEqual((await outcome(1)).outcome, { kind: "substitution", chair: 3, player: players[4] });
});

test("a refusal names the hand by its label, in both languages", async ({ clubs }) => {
  for (const locale of ["en-GB", "zh-HK"]) {
    const say = textsIn(locale);
    const { page } = await show(clubs, WHOLE_MATCH, { locale });
    const stateHand = async (form) => {
      for (const [group, name] of [["who_won", "Bo"], ["who_discarded", "Ah Ming"], ["how_many_fan", "3"]]) await choose(form, say(group), name);
    };
    const label = (number, wind, deal) => say("hand_label", { number, wind: say(wind), deal });
    await page.getByRole("button", { name: say("forgotten_hand"), exact: true }).click();
    const open = (place) => page.getByRole("button", { name: say("change_of", { about: say("forgotten_here"), what: place }), exact: true }).click();
    await open(say("place_before", { hand: label(7, "south", 7) }));
    const form = page.getByRole("region", { name: say("forgotten_hand") });
    await stateHand(form);
    await form.getByRole("button", { name: say("show_differences") }).click();
    await form.locator("li").getByText(label(16, "north", 16)).waitFor();
    await form.getByText(say("change_these_too")).waitFor();

    // That row is voided as well. A change of several that is refused itself is named, too.
    await form.getByRole("button", { name: say("change_more") }).click();
    const last = sheetLines(page).first();
    await last.locator("button.opens").click();
    await last.getByRole("button", { name: say("correct_this") }).click();
    await choose(last, say("what_is_wrong"), say("change_void"));
    await last.getByRole("button", { name: say("show_differences") }).click();
    await last.getByText(say("totals_change"), { exact: true }).waitFor();
    await last.getByRole("button", { name: say("change_more") }).click();
    await open(say("place_last"));
    const over = page.getByRole("region", { name: say("forgotten_hand") });
    await stateHand(over);
    await over.getByRole("button", { name: say("show_differences") }).click();
    await over.locator(".problem li").getByText(say("refused_at", { where: say("forgotten_at", { place: say("place_last") }), what: "" })).waitFor();
  }
});

test("what is planned outlives the way back to the sheet and a reload, and each of it is dropped", async ({ clubs }) => {
  const { page, lines, match, owner } = await show(clubs, [win(1, 2), win(3, 2, 4), { kind: "goulash" }]);
  const form = await startCorrection(page, "Ah Ming from Bo");
  await legend(form, "Who won").getByRole("radio", { name: "Fong" }).check();
  await explain(form, "we looked again");
  await changeMore(form);
  await chooseVoid(await startCorrection(page, "Dead hand"));
  await changeMore(page.getByRole("region", { name: "Correct this row" }));
  await bar(page).getByText("2 changes", { exact: true }).waitFor();
  await page.reload();
  await bar(page).getByText("2 changes", { exact: true }).click();
  await expect(bar(page).getByRole("listitem")).toHaveText([/^Hand 1, East 1: <b>Fong<\/b> from Bo, 3 fan/, /^Hand 3, .*: never happened/]);
  // A row that is planned is stated again as it was.
  const again = await startCorrection(page, "Ah Ming from Bo");
  await expect(legend(again, "Who won").getByRole("radio", { name: "Fong" })).toBeChecked();
  await expect(again.getByRole("textbox", { name: "Reason" })).toHaveValue("we looked again");
  await again.getByRole("button", { name: "Leave it as it is" }).click();

  await bar(page).getByRole("button", { name: "Preview" }).click();
  const whole = bar(page).getByRole("region", { name: "Preview" });
  await whole.getByRole("table", { name: "Total of each chair" }).waitFor();
  await bar(page).getByRole("button", { name: /^Remove: Hand 3/ }).click();
  await expect(bar(page).getByRole("list", { name: "The correction that is not made yet" })).toBeFocused();
  await bar(page).getByText("1 change", { exact: true }).waitFor();
  await whole.getByText("Look at the differences again.").waitFor();
  await announce(whole);
  await whole.getByRole("button", { name: "Correct it" }).click();
  await bar(page).waitFor({ state: "detached" });
  await sheetLines(page).locator("b").getByText("<b>Fong</b> from Bo", { exact: true }).waitFor();
  assert.equal((await lines()).length, 3);
  assert.deepEqual((await owner.call("GET", `${match}/corrections`)).corrections.map(({ reason }) => reason), ["we looked again"]);

  await chooseVoid(await startCorrection(page, "Dead hand"));
  await changeMore(page.getByRole("region", { name: "Correct this row" }));
  await bar(page).getByRole("button", { name: "Discard" }).click();
  await bar(page).waitFor({ state: "detached" });
  await expect(page.getByRole("heading", { name: "Sheet" })).toBeFocused();
  await page.reload();
  await sheetLines(page).nth(2).waitFor();
  await expect(bar(page)).toHaveCount(0);
});

test("two people change places, with what they won or without", async ({ clubs }) => {
  const { page, owner, match, players } = await show(clubs, [win(2, 3), win(3, 2, 4)]);
  const won = async () => Object.fromEntries((await owner.call("GET", match)).seats.map(({ player, total_points }) => [player.id, total_points]));
  const before = await won();
  const open = async () => {
    await page.getByRole("button", { name: "Wrong seats" }).click();
    await expect(seats(page).getByRole("heading", { name: "Who sat where at the start" })).toBeFocused();
    await seats(page).getByLabel("South").selectOption({ label: "Chun" });
  };
  await open();
  await expect(seats(page).getByLabel("West").locator("option:checked")).toHaveText("Bo");
  await announce(seats(page));
  const rows = seats(page).getByRole("table", { name: "Total of each chair" }).locator("tbody tr");
  await expect(rows.nth(1)).toContainText("Chun");
  await explain(seats(page), "they sat the other way round");
  await seats(page).getByRole("button", { name: "Correct it" }).click();
  await seats(page).waitFor({ state: "detached" });
  await expect(page.getByRole("button", { name: "Wrong seats" })).toBeFocused();
  await expect(page.locator(".seat-2")).toContainText("Chun");
  const [, bo, chun] = players;
  assert.deepEqual((await owner.call("GET", match)).seats.map(({ player }) => player.id).slice(1, 3), [chun, bo]);
  const followed = await won();
  assert.equal(followed[bo] > 0, before[bo] > 0);

  // And somebody else sat there in truth: the chair keeps what was recorded.
  await page.getByRole("button", { name: "Wrong seats" }).click();
  await seats(page).getByLabel("South").selectOption({ label: "Daai Lo" });
  await seats(page).getByText("Whoever sat there then has what was recorded of the chair.").waitFor();
  await announce(seats(page));
  await expect(rows.filter({ hasText: "Daai Lo" })).toHaveText(new RegExp(`Daai Lo–\\${followed[chun] < 0 ? "-" : "+"}${Math.abs(followed[chun])}`));
  await changeMore(seats(page));
  await bar(page).getByText("1 change", { exact: true }).click();
  await bar(page).getByRole("listitem").getByText("South Daai Lo").waitFor();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await explain(bar(page), "it was Daai Lo");
  await bar(page).getByRole("button", { name: "Correct it" }).click();
  await bar(page).waitFor({ state: "detached" });
  await expect(page.locator(".seat-2")).toContainText("Daai Lo");
  assert.equal((await won())[players[4]], followed[chun]);
  assert.deepEqual(await totals(page), Object.values(await won()));
});

test("who is let in by a link puts in a forgotten hand, and changes no seats", async ({ clubs, open }) => {
  const { match, owner, address, lines } = await show(clubs, [win(1, 2)]);
  const { secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${address}#record=${secret}`);
  const form = await startForgotten(guest, "before Hand 1, East 1");
  await expect(form.getByLabel("What happened").locator("option")).toHaveText(["Win", "Dead hand", "Several winners", "False mahjong", "Agreed points", "Side payment, such as for a kong", "Penalty", "Only the result is known"]);
  await form.getByLabel("What happened").selectOption({ label: "Dead hand" });
  await explain(form, "forgotten");
  await announce(form);
  await form.getByRole("button", { name: "Correct it" }).click();
  await expect(sheetLines(guest)).toHaveCount(2);
  assert.deepEqual((await lines()).map(({ result }) => result), ["goulash", "win"]);
  await expect(guest.getByRole("button", { name: "Wrong seats" })).toHaveCount(0);
});

test("a forgotten hand whose answer is lost is put in once", async ({ clubs }) => {
  const { page, lines } = await show(clubs, [win(1, 2)]);
  const form = await startForgotten(page, "after the last hand");
  await form.getByLabel("What happened").selectOption({ label: "Dead hand" });
  await explain(form, "forgotten");
  await announce(form);
  await page.route(/corrections$/, async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await form.getByRole("button", { name: "Correct it" }).click();
  await form.locator(".problem").waitFor();
  await expect(sheetLines(page)).toHaveCount(2);
  await form.getByText("Look at the differences again.").waitFor();
  await announce(form);
  await form.getByRole("button", { name: "Correct it" }).click();
  await form.waitFor({ state: "detached" });
  assert.deepEqual((await lines()).map(({ result }) => result), ["win", "goulash"]);
});

test("there is no barrier in a correction of several changes", async ({ clubs }) => {
  const { page } = await show(clubs, [win(1, 2), win(3, 2, 4), { kind: "goulash" }]);
  const form = await startForgotten(page, "before Hand 2, East 1 +1");
  await stateWin(form, "Bo", "Chun", "5");
  await changeMore(form);
  await untilQuiet(page);
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Wrong seats" }).click();
  await seats(page).getByLabel("South").selectOption({ label: "Chun" });
  await changeMore(seats(page));
  await bar(page).getByText("2 changes", { exact: true }).click();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await bar(page).getByRole("table", { name: "Total of each chair" }).waitFor();
  await page.getByRole("button", { name: "Wrong seats" }).click();
  await startForgotten(page, "after the last hand");
  await untilQuiet(page);
  await assertNothingWide(page);
  await assertNoBarriers(page);
});
