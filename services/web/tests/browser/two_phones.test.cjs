"use strict";
// Two phones at one table, on a bad network: nothing that was recorded is lost or doubled.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { openPage, startBrowser, startService, untilKept } = require("./service.cjs");
const { openTable, recordWin, sheetLines } = require("./table.cjs");

const HANDS = 40;
const NAMES = ["Ah Ming", "Bo", "Chun", "Fong"];
const DEALER = NAMES[0];
/** Another win than all those that are recorded. */
const CORRECTED = "self 14";

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

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
  const fans = ["4", "5", "6", "7", "8", "9", "10", "11", "12", "13"];
  return ["Self-draw", ...NAMES.slice(1)].flatMap((from) => fans.map((fan) => ({ from, fan })));
}

/** Decides for whoever stands before a taken number. */
async function decide(page) {
  const button = page.getByRole("button", { name: /^Record mine as hand/ });
  if (await button.count()) await button.click({ timeout: 1_000 }).catch(() => {});
}

/** Everything that was recorded, as the server has it. */
async function recorded(link) {
  const [, path, key] = /(\/clubs\/.*)#record=(.*)/.exec(link);
  const hands = [];
  for (let cursor = ""; cursor !== undefined; ) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${service.url}/v1${path}/hands${query}`, { headers: { Authorization: `Bearer ${key}` } });
    const body = await answer.json();
    hands.push(...body.hands);
    cursor = body.next_cursor;
  }
  return hands.map(({ outcome }) => `${outcome.from_chair ?? "self"} ${outcome.winners[0].declared.fan}`);
}

test("two phones record forty hands on a bad network: none is lost, none is doubled", { timeout: 300_000 }, async (t) => {
  const seed = Number(process.env.FAAN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
  t.diagnostic(`FAAN_TEST_SEED=${seed}`);
  const chance = random(seed);
  const one = await openTable(browser, service.url, {}, NAMES);
  await one.page.getByText("Let others in").click();
  await one.page.getByRole("radio", { name: "To record in this match until it ends" }).check();
  await one.page.getByLabel("For whom").fill("the other phone");
  await one.page.getByRole("button", { name: "Make a link" }).click();
  const link = await one.page.getByRole("textbox", { name: "Let others in" }).inputValue();
  const other = await openPage(browser, link);
  const phones = [one, other];
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
    if (!corrected && place > HANDS / 2) corrected = await correctFirst(link);
  }
  assert.ok(corrected, "a hand was corrected meanwhile");

  for (const { context } of phones) await context.setOffline(false);
  for (let tries = 0; tries < 200; tries += 1) {
    const waiting = await Promise.all(phones.map(({ page }) => page.getByText("not sent yet").count()));
    if (waiting.every((count) => count === 0) && (await sheetLines(one.page).count()) === HANDS) break;
    for (const { page } of phones) await decide(page);
    await one.page.waitForTimeout(300);
  }
  const said = wins().slice(0, HANDS).map(({ from, fan }) => `${from === "Self-draw" ? "self" : NAMES.indexOf(from) + 1} ${fan}`);
  const kept = await recorded(link);
  assert.deepEqual([...kept].sort(), said.map((win) => (win === corrected ? CORRECTED : win)).sort());
  const texts = async ({ page }) => {
    await page.locator(".sheet li").nth(HANDS - 1).waitFor();
    const lines = await sheetLines(page).locator("b").allTextContents();
    return lines.join("\n");
  };
  assert.equal(await texts(one), await texts(other));
  for (const { context } of phones) await context.close();
});

/** Replaces the first hand, and says what it was; false if there is none yet. */
async function correctFirst(link) {
  const [, path, key] = /(\/clubs\/.*)#record=(.*)/.exec(link);
  const at = `${service.url}/v1${path}`;
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const { hands } = await (await fetch(`${at}/hands`, { headers })).json();
  if (hands.length === 0) return false;
  const [{ id, outcome }] = hands;
  const change = { kind: "replace", outcome: id, with: { kind: "win", won_by: "self_draw", winners: [{ chair: 1, declared: { fan: 14 } }] } };
  const body = JSON.stringify({ reason: "it was self-drawn", changes: [change] });
  const answer = await fetch(`${at}/corrections`, { method: "POST", headers: { ...headers, "If-Match": "*", "Idempotency-Key": `${Math.random()}` }, body });
  assert.equal(answer.status, 201, await answer.text());
  return `${outcome.from_chair ?? "self"} ${outcome.winners[0].declared.fan}`;
}
