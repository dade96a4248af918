"use strict";
// Two phones at one table, on a bad network: nothing that was recorded is lost or doubled.
const assert = require("node:assert/strict");
const { isDeepStrictEqual } = require("node:util");
const { expect, KEEPS, test, untilKept, waits } = require("./fixtures.cjs");
const { recordWin, sheetLines } = require("./table.cjs");

const HANDS = 40;
const NAMES = ["Ah Ming", "Bo", "Chun", "Fong"];
const DEALER = NAMES[0];
/** Another win than all those that are recorded. */
const CORRECTED = "self 14";

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Wins that differ from each other. The dealer wins each time, so that the match does not end. */
function wins() {
  const fans = ["4", "5", "6", "7", "8", "9", "10", "11", "12", "Limit"];
  return ["Self-draw", ...NAMES.slice(1)].flatMap((from) => fans.map((fan) => ({ from, fan })));
}

/** Decides for whoever stands before a taken number. */
async function decide(page) {
  const button = page.getByRole("button", { name: /^Record mine as hand/ });
  if (await button.count()) await button.click({ timeout: 1_000 }).catch(() => {});
}

/** The fan that somebody declared, as the form has them. */
const fanOf = ({ winners: [{ declared }] }) => (declared.limit ? "Limit" : declared.fan);

/** Everything that was recorded, as the server has it. */
async function recorded({ owner, match }) {
  const hands = [];
  for (let cursor = ""; cursor !== undefined; ) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer = await owner.call("GET", `${match}/hands${query}`);
    hands.push(...answer.hands);
    cursor = answer.next_cursor;
  }
  return hands.map(({ outcome }) => `${outcome.from_chair ?? "self"} ${fanOf(outcome)}`);
}

/** Replaces the first hand, and says what it was; false if there is none yet. */
async function correctFirst({ owner, match }) {
  const { hands } = await owner.call("GET", `${match}/hands`);
  if (hands.length === 0) return false;
  const [{ id, outcome }] = hands;
  const change = { kind: "replace", outcome_id: id, outcome: { kind: "win", won_by: "self_draw", winners: [{ chair: 1, declared: { fan: 14 } }] } };
  await owner.call("POST", `${match}/corrections`, { reason: "it was self-drawn", changes: [change] }, { "If-Match": "*" });
  return `${outcome.from_chair ?? "self"} ${fanOf(outcome)}`;
}

test("two phones record forty hands on a bad network: none is lost, none is doubled", async ({ clubs, open }, testInfo) => {
  const seed = Number(process.env.FAAN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
  testInfo.annotations.push({ type: "seed", description: `FAAN_TEST_SEED=${seed}` });
  const chance = random(seed);
  const table = await clubs.makeTable({ names: NAMES });
  const { secret } = await table.owner.call("POST", `${table.match}/api-keys`, { name: "the other phone", role: "scorer", expires_in_hours: 1 });
  const link = `${table.address}#record=${secret}`;
  // Without the moment after each hand in which taps do nothing: nobody taps twice here.
  const options = { ...KEEPS, first: waits({ 700: 20, 5_000: 250 }) };
  const pages = [await table.show(options), await open(link, options)];
  const phones = pages.map((page) => ({ page, context: page.context() }));
  const [one, other] = phones;
  for (const { page } of phones) await untilKept(page);

  let corrected = false;
  for (const [place, { from, fan }] of wins().slice(0, HANDS).entries()) {
    const phone = phones[Math.floor(chance() * 2)];
    await phone.context.setOffline(chance() < 0.5);
    if (chance() < 0.2) {
      // As if the browser had been killed: another page of it opens.
      const address = phone.page.url();
      await phone.page.close();
      phone.page = await phone.context.newPage();
      await phone.page.goto(address);
    } else if (chance() < 0.2) {
      await phone.page.reload();
    }
    await phone.page.getByRole("button", { name: "Dead hand" }).waitFor();
    await recordWin(phone.page, DEALER, from, fan);
    if (chance() < 0.3) await decide(phone.page);
    if (!corrected && place > HANDS / 2) corrected = await correctFirst(table);
  }
  assert.ok(corrected, "a hand was corrected meanwhile");

  for (const { context } of phones) await context.setOffline(false);
  await expect(async () => {
    for (const { page } of phones) await decide(page);
    for (const { page } of phones) await expect(page.getByText("not sent yet")).toHaveCount(0, { timeout: 1_000 });
    await expect(sheetLines(one.page)).toHaveCount(HANDS, { timeout: 1_000 });
  }).toPass();
  const said = wins().slice(0, HANDS).map(({ from, fan }) => `${from === "Self-draw" ? "self" : NAMES.indexOf(from) + 1} ${fan}`);
  const kept = await recorded(table);
  assert.deepEqual([...kept].sort(), said.map((win) => (win === corrected ? CORRECTED : win)).sort());
  await expect(sheetLines(other.page)).toHaveCount(HANDS);
  const texts = ({ page }) => sheetLines(page).locator("b").allTextContents();
  await expect.poll(async () => isDeepStrictEqual(await texts(one), await texts(other))).toBe(true);
});
