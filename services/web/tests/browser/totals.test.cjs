"use strict";
// The result of a match of which no hand was written down: recorded, kept without the network, corrected, and put in place of hands.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, waits } = require("./fixtures.cjs");
const { choose, record, recordWin, sheetLines, startCorrection, totals, untilLine, untilRecorded, untilWaiting } = require("./table.cjs");
const { textsIn } = require("./texts.cjs");

const KIND = "Only the result is known";
const NAMES = ["Ah Ming", "Bo", "Chun", "<b>Fong</b>"];
const INSTEAD = "Totals instead of what was recorded";
const ONLY_TOTALS = "totals only, no hands";
const win = (winner, from, fan = 3) => ({ kind: "win", won_by: "discard", from_chair: from, winners: [{ chair: winner, declared: { fan } }] });

/** A new table, and its page for its owner. */
async function show(clubs, options) {
  const table = await clubs.makeTable();
  return { ...table, page: await table.show(options) };
}

const offered = (page) => page.getByRole("button", { name: KIND, exact: true });
async function fill(form, points) {
  for (const [place, typed] of points.entries()) await form.getByRole("textbox", { name: NAMES[place], exact: true }).fill(typed);
}

/** Records totals without the network: they wait. */
async function recordOffline(page) {
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await offered(page).click();
  await fill(page, ["8", "-8"]);
  await record(page).click();
  await untilWaiting(page, 1);
}

test("a match is recorded by its totals, which sum to zero, in both languages", async ({ clubs }) => {
  for (const locale of ["en-GB", "zh-HK"]) {
    const say = textsIn(locale);
    const table = await clubs.makeTable();
    const page = await table.open(`/matches/${table.match.split("/").at(-1)}`, { locale });
    const recordIt = page.getByRole("button", { name: say("record"), exact: true });
    await page.getByRole("button", { name: say("kind_totals"), exact: true }).click();
    await fill(page, ["24", "-8", "-20"]);
    await page.getByText(say("sum_is", { points: "-4", missing: "+4" }), { exact: true }).waitFor();
    await expect(recordIt).toBeDisabled();
    await page.getByRole("textbox", { name: NAMES[3], exact: true }).fill("4");
    await page.getByText(say("sum_is_zero"), { exact: true }).waitFor();
    await page.locator(".answer").getByText("Chun -20", { exact: true }).waitFor();
    assert.equal((await table.lines()).length, 0, "nothing is recorded yet");
    if (locale === "en-GB") await assertNoBarriers(page);
    await page.getByLabel(say("reason_if_any")).fill("the sheet was lost");
    await recordIt.click();
    await untilLine(page, say("line_totals"));
    await page.getByText(say("match_over")).first().waitFor();
    await expect(recordIt).toHaveCount(0);
    const recorded = await table.outcome(0);
    assert.deepEqual([recorded.outcome, recorded.reason], [{ kind: "totals", chair_points: [24, -8, -20, 4] }, "the sheet was lost"]);
    assert.deepEqual(await totals(page), [24, -8, -20, 4]);
    await page.locator(".sheet button.opens").click();
    await page.getByRole("heading", { name: say("said_totals", { points: "Ah Ming +24 · Bo -8 · Chun -20 · <b>Fong</b> +4" }) }).waitFor();
    await page.getByText(say("summary"), { exact: true }).click();
    assert.match(await page.getByRole("textbox", { name: say("summary") }).inputValue(), new RegExp(say("line_totals")));
    if (locale === "en-GB") await assertNoBarriers(page);
  }
});

test("what is missing goes to the club only if somebody says so", async ({ clubs }) => {
  const { page, outcome } = await show(clubs);
  await offered(page).click();
  await fill(page, ["24", "-8", "-20", "-6"]);
  await page.getByText("Sum: -10. It has to be 0. Missing: +10", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "The club gets what is missing" }).check();
  await page.getByText("The club gets 10.", { exact: true }).waitFor();
  await page.locator(".answer").getByText("The club +10", { exact: true }).waitFor();
  // Too much is nothing that the club could give.
  await page.getByRole("textbox", { name: "Ah Ming", exact: true }).fill("44");
  await page.getByText("Sum: +10. It has to be 0. Missing: -10", { exact: true }).waitFor();
  await expect(record(page)).toBeDisabled();
  await page.getByRole("textbox", { name: "Ah Ming", exact: true }).fill("24");
  await record(page).click();
  await untilLine(page, ONLY_TOTALS);
  assert.deepEqual((await outcome(0)).outcome, { kind: "totals", chair_points: [24, -8, -20, -6], house_points: 10 });
});

test("the rules say whether there are halves", async ({ clubs }) => {
  const { page } = await show(clubs);
  await offered(page).click();
  await fill(page, ["0.5", "-0.5"]);
  await page.locator(".answer .problem").waitFor();
  await expect(record(page)).toBeDisabled();
});

test("totals are offered until something was recorded, and again once it is taken back", async ({ clubs }) => {
  const { page, owner, match } = await show(clubs);
  await offered(page).waitFor();
  await page.getByText("More", { exact: true }).click();
  await expect(offered(page)).toHaveCount(1);
  await recordWin(page, "Bo", "Chun", "3");
  await untilRecorded(page, 1);
  await expect(offered(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await untilRecorded(page, 0);
  await offered(page).waitFor();
  // Who began to state them learns what somebody else recorded meanwhile.
  await offered(page).click();
  await fill(page, ["8", "-8"]);
  await owner.call("POST", `${match}/side-payments`, { chair: 2, points: 4 });
  await untilRecorded(page, 1);
  await page.getByRole("textbox", { name: "Ah Ming", exact: true }).fill("9");
  await page.getByRole("textbox", { name: "Bo", exact: true }).fill("-9");
  await page.locator(".answer .problem").waitFor();
  await expect(record(page)).toBeDisabled();
});

test("totals are kept without the network, and what the server refuses is told", async ({ clubs }) => {
  for (const isRefused of [false, true]) {
    const { page, owner, match, lines } = await show(clubs, { first: waits({ 5_000: 250 }) });
    await recordOffline(page);
    await page.locator(".outbox").getByText("Totals only, no hands: Ah Ming +8").waitFor();
    await expect(offered(page)).toHaveCount(0);
    if (isRefused) await owner.call("POST", `${match}/hands`, { number: 1, outcome: win(1, 2) });
    await page.context().setOffline(false);
    if (isRefused) {
      await page.getByText("This was not recorded:").waitFor();
      await assertNoBarriers(page);
      await page.getByRole("button", { name: "Drop mine" }).click();
    }
    await untilRecorded(page, 1);
    await expect(page.getByText("not sent yet")).toHaveCount(0);
    assert.deepEqual((await lines()).map(({ result }) => result), [isRefused ? "win" : "totals"]);
  }
});

test("two phones that record the same totals record one", async ({ clubs }) => {
  const { page, owner, match, lines } = await show(clubs, { first: waits({ 5_000: 250 }) });
  await recordOffline(page);
  await owner.call("POST", `${match}/totals`, { chair_points: [8, -8, 0, 0], reason: "another phone" });
  await page.context().setOffline(false);
  await untilLine(page, ONLY_TOTALS);
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.equal((await lines()).length, 1);
});

test("a guest records the totals by a link", async ({ clubs, open }) => {
  const { owner, match, address, page } = await show(clubs);
  const { secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${address}#record=${secret}`);
  await offered(guest).click();
  await fill(guest, ["8", "-8"]);
  await record(guest).click();
  for (const one of [guest, page]) await untilLine(one, ONLY_TOTALS);
  await guest.getByText("Nothing can be taken back with this link any more.").waitFor();
});

test("totals by a link whose answer was lost are recorded, and told so", async ({ clubs, open }) => {
  const { owner, match, address, lines } = await clubs.makeTable();
  const { secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${address}#record=${secret}`, { first: waits({ 5_000: 250 }) });
  await guest.route("**/totals", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await offered(guest).click();
  await fill(guest, ["8", "-8"]);
  await record(guest).click();
  await untilLine(guest, ONLY_TOTALS);
  await expect(guest.getByText("not sent yet")).toHaveCount(0);
  await expect(guest.getByText("will not be sent any more")).toHaveCount(0);
  assert.equal((await lines()).length, 1);
});

test("the same totals of other people are told, and not dropped", async ({ clubs }) => {
  const { page, owner, match, players } = await show(clubs, { first: waits({ 5_000: 250 }) });
  await recordOffline(page);
  await owner.call("POST", `${match}/substitutions`, { chair: 1, player: players[4] });
  await owner.call("POST", `${match}/totals`, { chair_points: [8, -8, 0, 0] });
  await page.context().setOffline(false);
  await page.locator(".outbox").getByRole("button", { name: "Drop mine" }).waitFor();
});

test("totals are corrected, and voided so that hands can be recorded", async ({ clubs }) => {
  const { page, owner, match, outcome, lines } = await show(clubs);
  await owner.call("POST", `${match}/totals`, { chair_points: [8, -8, 0, 0] });
  const form = await startCorrection(page, ONLY_TOTALS);
  await expect(page.getByRole("button", { name: INSTEAD })).toHaveCount(0);
  await expect(form.getByRole("textbox", { name: "Bo", exact: true })).toHaveValue("-8");
  await fill(form, ["8", "-6", "-2"]);
  await form.getByRole("textbox", { name: "Reason" }).fill("misread");
  await form.getByRole("button", { name: "Show what changes" }).click();
  await form.locator(".differences").getByText("the whole match").waitFor();
  await form.locator(".differences ins").getByText("Totals only, no hands: Ah Ming +8 · Bo -6").waitFor();
  await assertNoBarriers(page);
  await form.getByRole("button", { name: "Correct it" }).click();
  await form.waitFor({ state: "detached" });
  assert.deepEqual((await outcome(0)).outcome.chair_points, [8, -6, -2, 0]);

  const row = sheetLines(page).filter({ hasText: ONLY_TOTALS });
  await row.getByRole("button", { name: "Correct this row" }).click();
  const again = row.getByRole("region", { name: "Correct this row" });
  await choose(again, "What is wrong", "It never happened");
  await again.getByRole("textbox", { name: "Reason" }).fill("the sheet was found");
  await again.getByRole("button", { name: "Show what changes" }).click();
  await again.getByText("It goes on with hand 1").waitFor();
  await again.getByRole("button", { name: "Correct it" }).click();
  await untilRecorded(page, 0);
  await recordWin(page, "Bo", "Chun", "3");
  await untilRecorded(page, 1);
  assert.deepEqual((await lines()).map(({ result }) => result), ["win"]);
});

test("totals take the place of hands, penalties and the end in one correction, and substitutions stay", async ({ clubs }) => {
  const { page, owner, match, players, lines, record: recordHand } = await show(clubs);
  await recordHand(1, win(1, 2));
  await owner.call("POST", `${match}/substitutions`, { chair: 3, player: players[4] });
  await recordHand(2, win(3, 2, 4));
  await owner.call("POST", `${match}/penalties`, { chair: 2, payee: "players", points: 3, reason: "late" });
  const { version } = await owner.call("GET", match);
  await owner.call("POST", `${match}/end`, { reason: "late" }, { "If-Match": `"${version}"` });
  await untilRecorded(page, 5);
  await page.getByRole("button", { name: INSTEAD }).click();
  const form = page.getByRole("region", { name: INSTEAD });
  await expect(form.getByRole("button", { name: "Show what changes" })).toBeDisabled();
  await form.getByRole("textbox", { name: "Daai Lo", exact: true }).fill("-8");
  await form.getByRole("textbox", { name: "Ah Ming", exact: true }).fill("8");
  await form.getByRole("button", { name: "Show what changes" }).click();
  await form.getByRole("heading", { name: "Totals", exact: true }).waitFor();
  await form.locator(".differences").getByText("never happened").first().waitFor();
  await assertNoBarriers(page);
  // It is kept as other changes are, and each can be removed.
  await form.getByRole("button", { name: "Change something else, too" }).click();
  const bar = page.getByRole("region", { name: "The correction that is not made yet" });
  await bar.getByText("5 changes", { exact: true }).click();
  await bar.getByRole("button", { name: /^Remove: the whole match: Totals only, no hands: Ah Ming \+8/ }).waitFor();
  await bar.getByRole("button", { name: "Preview" }).click();
  await bar.getByRole("button", { name: "only the totals are right" }).or(bar.getByRole("textbox", { name: "Reason" })).first().waitFor();
  await bar.getByRole("textbox", { name: "Reason" }).fill("the sheet was wet");
  await bar.getByRole("button", { name: "Make these 5 changes" }).click();
  await untilRecorded(page, 2);
  assert.deepEqual((await lines()).map(({ result }) => result), ["substitution", "totals"]);
  assert.deepEqual(await totals(page), [8, 0, -8, 0]);
  const { corrections } = await owner.call("GET", `${match}/corrections`);
  assert.deepEqual(corrections.map(({ reason }) => reason), ["the sheet was wet"]);
  await page.getByText("Corrections", { exact: true }).click();
  await page.getByText("the sheet was wet").waitFor();
  await expect(sheetLines(page).first()).toContainText(ONLY_TOTALS);
  await assertNoBarriers(page);
});

test("a match of more rows than a correction takes back says so before the totals are stated", async ({ clubs }) => {
  const { page, owner, match } = await show(clubs);
  await owner.call("POST", `${match}/hands:batch`, { number: 1, outcomes: Array.from({ length: 100 }, () => ({ kind: "goulash" })) });
  await untilRecorded(page, 100);
  await page.getByRole("button", { name: INSTEAD }).click();
  const form = page.getByRole("region", { name: INSTEAD });
  await form.getByText("A correction takes back at most 99 rows, and this match has 100.").waitFor();
  await expect(form.getByRole("textbox")).toHaveCount(0);
  await form.getByRole("button", { name: "Leave it as it is" }).click();
  await form.waitFor({ state: "detached" });
});

test("a guest puts totals in place of hands while the match is open", async ({ clubs, open }) => {
  const { owner, match, address, lines, record: recordHand } = await clubs.makeTable();
  await recordHand(1, win(1, 2));
  const { secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${address}#record=${secret}`);
  await guest.getByRole("button", { name: INSTEAD }).click();
  const form = guest.getByRole("region", { name: INSTEAD });
  await fill(form, ["8", "-8"]);
  await form.getByRole("button", { name: "only the totals are right" }).click();
  await form.getByRole("button", { name: "Show what changes" }).click();
  await form.getByRole("button", { name: "Make these 2 changes" }).click();
  await untilLine(guest, ONLY_TOTALS);
  assert.deepEqual((await lines()).map(({ result }) => result), ["totals"]);
});

test("totals can also be stated as what was forgotten", async ({ clubs }) => {
  const { page, owner, match, players, lines } = await show(clubs);
  await owner.call("POST", `${match}/substitutions`, { chair: 3, player: players[4] });
  await untilRecorded(page, 1);
  await page.getByRole("button", { name: "A hand was forgotten", exact: true }).click();
  await page.getByRole("button", { name: "A hand was forgotten here: after the last hand", exact: true }).click();
  const form = page.getByRole("region", { name: "A hand was forgotten" });
  await form.getByLabel("What happened").selectOption({ label: KIND });
  await form.getByRole("textbox", { name: "Daai Lo", exact: true }).fill("-8");
  await form.getByRole("textbox", { name: "Bo", exact: true }).fill("8");
  await form.getByRole("textbox", { name: "Reason" }).fill("the table told it");
  await form.getByRole("button", { name: "Show what changes" }).click();
  await form.getByRole("button", { name: "Correct it" }).click();
  await untilRecorded(page, 2);
  assert.deepEqual((await lines()).map(({ result }) => result), ["substitution", "totals"]);
});
