"use strict";
// Side payments, such as for a kong: from each or from one, by the rules' name or of the table's own, also without the network.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { ownRules } = require("./clubs.cjs");
const { expect, test, waits } = require("./fixtures.cjs");
const { choose, legend, more, record, recordNoHand, recordWin, sheetLines, startCorrection, totals, untilLine, untilRecorded, untilWaiting } = require("./table.cjs");
const { textsIn } = require("./texts.cjs");

const KIND = "Side payment, such as for a kong";
const TO_BO = "side payment: Bo is paid by each other player";

/** A new table, and its page for its owner. */
async function show(clubs, rules, options) {
  const table = await clubs.makeTable({ rules });
  return { ...table, page: await table.show(options) };
}

const pointsOf = ({ payments }) => payments.map(({ points }) => points);

/** States that Bo is paid some points by each other player. */
async function stateToBo(page, points = "4") {
  await more(page, KIND);
  await choose(page, "Who is paid", "Bo");
  await page.getByLabel("Points that each one pays").fill(points);
}

/** Records the same without the network: it waits. */
async function recordOffline(page) {
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await stateToBo(page);
  await record(page).click();
  await untilWaiting(page, 1);
}

test("each other player pays, or one: what is paid is shown before it is recorded", async ({ clubs }) => {
  const { page, outcome, lines } = await show(clubs);
  await stateToBo(page);
  for (const said of ["Bo +12", "Chun -4"]) await page.locator(".answer").getByText(said, { exact: true }).waitFor();
  assert.equal(await page.getByLabel("What for").count(), 0, "the rules name none");
  await record(page).click();
  await untilLine(page, TO_BO);
  await page.getByText(`Recorded: ${TO_BO}`).waitFor();
  assert.deepEqual((await outcome(0)).outcome, { kind: "side_payment", chair: 2, points: 4 });
  assert.deepEqual(await totals(page), [-4, 12, -4, -4]);
  // The hand is the same one as before.
  await page.getByText("hand 1", { exact: true }).waitFor();

  await more(page, KIND);
  await choose(page, "Who is paid", "Bo");
  await expect(legend(page, "Who pays").getByRole("radio", { name: "Bo" })).toBeDisabled();
  await choose(page, "Who pays", "Chun");
  await page.getByLabel("Points that this player pays").fill("2");
  await page.getByLabel("Reason, if you like").fill("a kong of dragons");
  await page.locator(".answer").getByText("Chun -2").waitFor();
  await assertNoBarriers(page);
  await record(page).click();
  await untilLine(page, "side payment: Bo is paid by Chun");
  const recorded = await outcome(1);
  assert.deepEqual([recorded.outcome, recorded.reason], [{ kind: "side_payment", chair: 2, from_chair: 3, points: 2 }, "a kong of dragons"]);
  // It is taken back where the thumb is, and put back.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: side payment: Bo is paid by Chun").waitFor();
  await untilRecorded(page, 1);
  await page.getByRole("button", { name: "Redo" }).click();
  await untilRecorded(page, 2);
  assert.deepEqual((await lines()).map(({ result }) => result), ["side_payment", "side_payment"]);
  assert.deepEqual(await totals(page), [-4, 14, -6, -4]);
});

test("what the rules name has its usual amount and its name, in both languages", async ({ clubs }) => {
  for (const [locale, name] of [["en-GB", "Exposed kong"], ["zh-HK", "明槓"]]) {
    const say = textsIn(locale);
    const table = await clubs.makeTable({ rules: ownRules() });
    const page = await table.open(`/matches/${table.match.split("/").at(-1)}`, { locale });
    await page.getByText(say("more"), { exact: true }).click();
    await page.getByRole("button", { name: say("kind_side_payment"), exact: true }).click();
    await choose(page, say("who_is_paid"), "Bo");
    await choose(page, say("who_pays_side"), "Chun");
    await expect(page.getByRole("button", { name: say("record"), exact: true })).toBeDisabled();
    await page.getByLabel(say("which_side_payment")).selectOption({ label: name });
    await page.locator(".answer").getByText("Bo +3").waitFor();
    await page.getByRole("button", { name: say("record"), exact: true }).click();
    const said = say("line_side_payment_of", { name: "Bo", from: "Chun" });
    await untilLine(page, said);
    const recorded = await table.outcome(0);
    assert.deepEqual(recorded.outcome, { kind: "side_payment", chair: 2, from_chair: 3, side_payment: "exposed_kong" });
    assert.deepEqual(pointsOf(recorded), [0, 3, -3, 0]);
    await page.locator(".sheet button.opens").click();
    await page.locator(".sheet .details").getByText(name, { exact: true }).waitFor();
    if (locale === "en-GB") await assertNoBarriers(page);
  }
});

test("without the network side payments and hands are kept in the order in which they were recorded", async ({ clubs }) => {
  const { page, lines, outcome } = await show(clubs, undefined, { first: waits({ 5_000: 250 }) });
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await stateToBo(page);
  await page.getByText("No network: it is kept here").or(page.locator(".answer .problem")).first().waitFor();
  await record(page).click();
  await untilWaiting(page, 1);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 2);
  // The same twice is meant twice.
  for (const count of [3, 4]) {
    await stateToBo(page, "1");
    await page.getByText("No network: it is kept here").waitFor();
    await record(page).click();
    await untilWaiting(page, count);
  }
  await recordWin(page, "Chun", "Bo", "3");
  await untilWaiting(page, 5);
  await page.locator(".outbox").getByText(TO_BO).first().waitFor();
  await assertNoBarriers(page);
  await page.context().setOffline(false);
  await untilRecorded(page, 5);
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.deepEqual((await lines()).map(({ result, number }) => [result, number ?? 0]), [["side_payment", 0], ["win", 1], ["side_payment", 0], ["side_payment", 0], ["win", 2]]);
  assert.equal((await outcome(0)).outcome.points, 4);
});

test("a hand that waited and is dropped takes the place of what waits behind it along", async ({ clubs }) => {
  const { page, lines, record: recordHand } = await show(clubs, undefined, { first: waits({ 5_000: 250 }) });
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await stateToBo(page);
  await record(page).click();
  await untilWaiting(page, 2);
  await recordHand(1, { kind: "goulash" });
  await page.context().setOffline(false);
  await page.getByText("Hand 1 was not recorded:").waitFor();
  await page.getByRole("button", { name: "Drop mine" }).click();
  await untilLine(page, TO_BO);
  assert.deepEqual((await lines()).map(({ result }) => result), ["goulash", "side_payment"]);
  await recordWin(page, "Bo", "Chun", "3");
  await untilRecorded(page, 3);
});

test("a side payment whose answer was lost is recorded once", async ({ clubs }) => {
  const { page, lines } = await show(clubs, undefined, { first: waits({ 5_000: 250 }) });
  await stateToBo(page);
  await page.route("**/side-payments", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await record(page).click();
  await untilLine(page, TO_BO);
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.equal((await lines()).length, 1);
});

test("a side payment whose answer was lost is taken back where it is recorded", async ({ clubs }) => {
  const { page, lines } = await show(clubs);
  await stateToBo(page);
  let isLost = true;
  await page.route("**/side-payments", async (route) => {
    const response = await route.fetch();
    if (isLost) await route.abort();
    else await route.fulfill({ response });
  });
  await record(page).click();
  await untilWaiting(page, 1);
  await expect.poll(async () => (await lines()).length).toBe(1);
  // As long as no answer comes, nothing is said to be taken back.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("No answer came: it may be recorded already.").waitFor();
  await untilWaiting(page, 1);
  isLost = false;
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: ", { exact: false }).waitFor();
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.deepEqual(await lines(), []);
});

test("what the server put off is not there, and is taken back without the server", async ({ clubs }) => {
  const { page, lines } = await show(clubs);
  await stateToBo(page);
  let asked = 0;
  await page.route("**/side-payments", async (route) => {
    asked += 1;
    await route.fulfill({
      status: 429, headers: { "content-type": "application/problem+json" },
      body: JSON.stringify({ type: "/problems#too_many_requests", title: "Too many requests", status: 429, detail: "Later.", code: "too_many_requests" }),
    });
  });
  await record(page).click();
  await untilWaiting(page, 1);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: ", { exact: false }).waitFor();
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  await page.unroute("**/side-payments");
  assert.deepEqual(await lines(), []);
});

test("a hand that is stated again as a side payment is recorded besides the same one", async ({ clubs }) => {
  const { page, lines, owner, match } = await show(clubs, undefined, { first: waits({ 5_000: 250 }) });
  await page.evaluate(() => import("/web/other_outcome_forms.js"));
  await page.context().setOffline(true);
  await recordNoHand(page);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  const give = () => owner.call("POST", `${match}/side-payments`, { chair: 2, points: 4 });
  // Those that were there before it was stated are no question.
  for (const count of [1, 2]) {
    await give();
    await untilRecorded(page, count);
  }
  await stateToBo(page);
  await give();
  await record(page).click();
  await page.getByRole("button", { name: "Record mine as well" }).click();
  await untilRecorded(page, 4);
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.equal((await lines()).length, 4);
});

test("what is changed is not decided about elsewhere, and stays stated when what was refused is gone", async ({ clubs }) => {
  const { page, lines, owner, match, players } = await show(clubs, undefined, { first: waits({ 5_000: 250 }) });
  await recordOffline(page);
  await owner.call("POST", `${match}/substitutions`, { chair: 2, player: players[4] });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Change it" }).click();
  await page.getByText("What was refused is changed.").waitFor();
  await expect(page.locator(".outbox").getByRole("button")).toHaveCount(0);
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  await page.locator(".outbox").getByRole("button", { name: "Change it" }).click();
  await page.getByLabel("Points that each one pays").fill("5");
  // Another page of this browser drops it meanwhile.
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole("button", { name: "Drop mine" }).click();
  await expect(page.locator(".outbox")).toHaveCount(0);
  await record(page).click();
  await untilRecorded(page, 2);
  assert.deepEqual((await lines()).map(({ result }) => result), ["substitution", "side_payment"]);
});

test("who sits there is known of the match as it was when a side payment is sent", async ({ clubs }) => {
  const { page, lines, owner, match, players, record: recordHand } = await show(clubs);
  await recordOffline(page);
  await recordHand(1, { kind: "goulash" });
  let isStale = false;
  await page.route("**/side-payments", async (route) => {
    const response = await route.fetch();
    isStale ||= response.status() === 412;
    await route.fulfill({ response });
  });
  // Somebody takes over between the two reads that follow.
  let tookOver;
  const isTaken = new Promise((resolve) => {
    tookOver = resolve;
  });
  let isFirst = true;
  await page.route(`**${match}`, async (route) => {
    if (!isStale || !isFirst) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    await owner.call("POST", `${match}/substitutions`, { chair: 2, player: players[4] });
    tookOver();
    await route.fulfill({ response });
  });
  await page.route("**/rounds", async (route) => {
    if (isStale) await isTaken;
    await route.continue();
  });
  await page.context().setOffline(false);
  await page.getByText("This was not recorded:").waitFor();
  await page.getByRole("button", { name: "Record it for those who sit there now" }).waitFor();
  assert.deepEqual((await lines()).map(({ result }) => result), ["goulash", "substitution"]);
});

test("of a side payment that two phones record, the second is asked whether it is the same", async ({ clubs }) => {
  const { page, lines, owner, match } = await show(clubs);
  const give = () => owner.call("POST", `${match}/side-payments`, { chair: 2, points: 4 });
  await give();
  await untilLine(page, TO_BO);
  // One that was there before is no question.
  await stateToBo(page);
  await give();
  await record(page).click();
  await page.getByText(`Somebody else recorded the same meanwhile: ${TO_BO}`).waitFor();
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Drop mine" }).click();
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.equal((await lines()).length, 2);
  await stateToBo(page);
  await give();
  await record(page).click();
  await page.getByRole("button", { name: "Record mine as well" }).click();
  await untilRecorded(page, 4);
  assert.equal((await lines()).length, 4);
});

test("what others would pay or get is told, and not recorded for those who sit there now", async ({ clubs }) => {
  const { page, lines, owner, match, players, outcome } = await show(clubs);
  await recordOffline(page);
  await owner.call("POST", `${match}/substitutions`, { chair: 2, player: players[4] });
  await page.context().setOffline(false);
  await page.getByText("This was not recorded:").waitFor();
  assert.equal((await lines()).length, 1);
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Record it for those who sit there now" }).click();
  await untilLine(page, "side payment: Daai Lo is paid by each other player");
  assert.deepEqual(pointsOf(await outcome(1)), [-4, 12, -4, -4]);
});

test("a guest records a side payment by a link, and who looks on sees it", async ({ clubs, open }) => {
  const { owner, match, address, page } = await show(clubs);
  const { secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  const guest = await open(`${address}#record=${secret}`);
  await stateToBo(guest);
  await record(guest).click();
  for (const one of [guest, page]) await untilLine(one, TO_BO);
});

test("a side payment is put in and put in place of another one by a correction", async ({ clubs }) => {
  const { page, outcome, owner, match } = await show(clubs);
  await owner.call("POST", `${match}/side-payments`, { chair: 2, points: 4 });
  const form = await startCorrection(page, TO_BO);
  await expect(form.getByLabel("Points that each one pays")).toHaveValue("4");
  await choose(form, "Who pays", "Chun");
  await form.getByRole("textbox", { name: "Reason" }).fill("Chun alone");
  await form.getByRole("button", { name: "Show what changes" }).click();
  await form.locator(".differences ins").getByText("side payment: Bo is paid by Chun").waitFor();
  await form.getByRole("button", { name: "Correct it" }).click();
  await untilLine(page, "side payment: Bo is paid by Chun");

  await page.getByRole("button", { name: "A hand was forgotten", exact: true }).click();
  await page.getByRole("button", { name: "A hand was forgotten here: after the last hand", exact: true }).click();
  const forgotten = page.getByRole("region", { name: "A hand was forgotten" });
  await forgotten.getByLabel("What happened").selectOption({ label: KIND });
  await choose(forgotten, "Who is paid", "Ah Ming");
  await forgotten.getByLabel("Points that each one pays").fill("1");
  await forgotten.getByRole("textbox", { name: "Reason" }).fill("forgotten");
  await forgotten.getByRole("button", { name: "Show what changes" }).click();
  await forgotten.getByRole("button", { name: "Correct it" }).click();
  await untilLine(page, "side payment: Ah Ming is paid by each other player");
  assert.deepEqual((await outcome(1)).outcome, { kind: "side_payment", chair: 1, points: 1 });
  assert.deepEqual(await totals(page), [3, 3, -5, -1]);
  await expect(sheetLines(page)).toHaveCount(2);
});
