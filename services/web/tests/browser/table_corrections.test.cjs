"use strict";
// The rows of a sheet: what is known of them, their receipts, and correcting them with the differences shown first.
const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const { after, before, test } = require("node:test");
const { assertNoBarrier, startBrowser, startService, until, untilSigned } = require("./service.cjs");
const { legend, totals } = require("./table.cjs");
const { invite, makeTable, openAs, ownRules } = require("./table_api.cjs");

/** A half flush of bamboos with two pungs of dragons. */
const TILES = { concealed: "22278s WW CCC FFF", winning_tile: "9s" };
const FROM_BO = { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, hand: TILES }] };
const DECLARED = { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 3, declared: { fan: 4 } }] };

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

/** The page of a new table where something was played already. */
async function open(outcomes, options, rules) {
  const table = await makeTable(service.url, { rules });
  for (const [place, outcome] of outcomes.entries()) await table.record(place + 1, outcome);
  return { ...table, ...(await openAs(browser, table, table.owner.email, options)) };
}

const rows = (page) => page.locator(".sheet > li");
const row = (page, said) => rows(page).filter({ hasText: said }).first();
async function openRow(page, said) {
  await row(page, said).getByRole("button", { name: /^Details/ }).click();
  await row(page, said).locator(".details table").first().waitFor();
  return row(page, said).locator(".details");
}
async function startCorrection(page, said) {
  const details = await openRow(page, said);
  await details.getByRole("button", { name: "Correct this row" }).click();
  return page.getByRole("region", { name: "Correct this row" });
}
const show = (form) => form.getByRole("button", { name: "Show what changes" }).click();
const confirm = (form) => form.getByRole("button", { name: "Correct it" }).click();
const cells = async (table) => {
  const all = await table.locator("tbody tr").all();
  return Promise.all(all.map(async (one) => (await one.locator("th, td").allTextContents()).map((said) => said.trim())));
};

test("a row opens: fan by fan, who paid, who recorded it", async () => {
  const { page, faults, context, outcome } = await open([FROM_BO]);
  const details = await openRow(page, "Ah Ming from Bo");
  const { scores, payments } = await outcome(0);
  const counted = details.getByRole("table").first();
  assert.equal(await counted.locator("tr").count(), scores[0].score.counted.length);
  assert.match(await counted.textContent(), /Half flush/i);
  await details.getByRole("heading", { name: "How the tiles are read" }).waitFor();
  const paid = await cells(details.getByRole("table", { name: "Who pays" }));
  assert.deepEqual(paid.map((cell) => Number(cell[1])), payments.map(({ points }) => points));
  assert.match(paid[3][0], /^<b>Fong<\/b>/);
  await details.getByText(/^Recorded by Mei, /).waitFor();
  await row(page, "Ah Ming from Bo").getByRole("button", { name: /^Details/ }).click();
  await until(() => details.count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the receipt is a file that names its entry", async () => {
  const { page, faults, context, outcome, club, owner } = await open([DECLARED]);
  const details = await openRow(page, "Chun from Bo");
  await untilSigned(() => owner.ask("POST", `${club}/ledger/checkpoint`));
  await details.getByText("Receipt", { exact: true }).click();
  const { seq } = await outcome(0);
  const downloads = page.waitForEvent("download");
  await details.getByRole("button", { name: `Save the receipt for entry ${seq}` }).click();
  const download = await downloads;
  assert.equal(download.suggestedFilename(), `receipt-${seq}.txt`);
  const receipt = fs.readFileSync(await download.path(), "utf8");
  assert.equal(receipt, await owner.ask("GET", `${club}/ledger/entries/${seq}/receipt`));
  // A receipt is a proof as c2sp.org/tlog-proof describes it, which counts entries from 0.
  assert.match(receipt, new RegExp(`^c2sp.org/tlog-proof@v1\\n(.*\\n)*index ${seq - 1}\\n`));
  const { keys } = await owner.ask("GET", "/.well-known/log-keys");
  const [key, id] = [keys[0].verifier_key, club.split("/").pop()];
  await details.getByText(`faan audit receipt receipt-${seq}.txt --key "${key}" --club ${id}`).waitFor();
  const audit = spawnSync(process.env.FAAN, ["audit", "receipt", await download.path(), "--key", key, "--club", id], { encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stderr);
  assert.match(audit.stdout, new RegExp(`^SOUND: the ledger had this entry, number ${seq},`));
  assert.deepEqual(faults, []);
  await context.close();
});

test("a correction shows every row and total that it changes before it is sent", async () => {
  const { page, faults, context, lines, outcome } = await open([FROM_BO, DECLARED]);
  const was = await totals(page);
  const form = await startCorrection(page, "Ah Ming from Bo");
  // It is filled with what was recorded.
  assert.ok(await legend(form, "Who won").getByRole("radio", { name: "Ah Ming" }).isChecked());
  assert.ok(await legend(form, "From").getByRole("radio", { name: "Bo" }).isChecked());
  await legend(form, "Who won").getByRole("radio", { name: "<b>Fong</b>" }).check();
  await show(form);
  await form.getByText("<b>Fong</b> from Bo, 9 fan").waitFor();
  // The dealer does not win any more: the next hand has another dealer, and pays otherwise.
  assert.equal(await form.locator(".differences > li").count(), 2);
  const [first, second] = await lines();
  assert.deepEqual([first.corrected, second.corrected], [false, false], "nothing is sent yet");
  const announced = (await cells(form.getByRole("table", { name: "Total of each chair" }))).map(([, before, then]) => [before, then].map(Number));
  assert.deepEqual(announced.map(([before]) => before), was);
  assert.notDeepEqual(announced.map(([, then]) => then), was);
  await confirm(form);
  assert.ok(await form.isVisible(), "a correction has a reason");
  await form.getByRole("button", { name: "wrong player" }).click();
  await confirm(form);
  await form.waitFor({ state: "detached" });
  await row(page, "<b>Fong</b> from Bo").getByText("corrected").waitFor();
  assert.deepEqual(await totals(page), announced.map(([, then]) => then));
  const corrected = await outcome(0);
  assert.deepEqual([corrected.outcome.winners[0].chair, corrected.earlier.length], [4, 1]);
  // What counts stands before who pays, as before, and the focus where the form was opened.
  const headings = await row(page, "<b>Fong</b> from Bo").locator(".details").locator("h3, h4, caption").allTextContents();
  assert.ok(headings.indexOf("What counts") < headings.indexOf("Who pays"), `${headings}`);
  await page.getByRole("heading", { name: "<b>Fong</b> from Bo" }).and(page.locator(":focus")).waitFor();
  // The row has its earlier version now, and the match its correction.
  await row(page, "<b>Fong</b> from Bo").locator(".details").getByText("Ah Ming from Bo, 9 fan").waitFor();
  await page.getByText("Corrections", { exact: true }).click();
  const history = page.locator("details").filter({ hasText: "Corrections" }).locator("ol").first();
  await history.getByText("wrong player").waitFor();
  await history.getByText(/^Recorded by Mei, /).waitFor();
  assert.equal(await history.locator(".differences > li").count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("any row can be voided, and another kind put in its place", async () => {
  const { page, faults, context, lines } = await open([DECLARED, FROM_BO, { kind: "goulash" }]);
  const form = await startCorrection(page, "Chun from Bo");
  await legend(form, "What is wrong").getByRole("radio", { name: "It never happened" }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("it was the match before");
  await show(form);
  await form.getByText("never happened", { exact: false }).nth(1).waitFor();
  await confirm(form);
  await form.waitFor({ state: "detached" });
  await rows(page).nth(2).waitFor({ state: "detached" });
  assert.deepEqual((await lines()).map(({ result }) => result), ["win", "goulash"]);

  const other = await startCorrection(page, "Dead hand");
  await other.getByLabel("What happened").selectOption({ label: "False mahjong" });
  await legend(other, "Who called it").getByRole("radio", { name: "Chun" }).check();
  await other.getByLabel("Points to each other player").fill("5");
  await other.getByRole("button", { name: "wrong player" }).click();
  await show(other);
  await other.getByText("Chun: false mahjong").waitFor();
  await confirm(other);
  await other.waitFor({ state: "detached" });
  await row(page, "false mahjong").waitFor();
  assert.deepEqual((await lines()).map(({ result }) => result), ["win", "false_mahjong"]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what was recorded is what the form of a correction says, whatever it is", async () => {
  const outcomes = [
    { kind: "win", won_by: "robbed_kong", robbed_kong: "exposed_kong", from_chair: 4, last_tile: true, winners: [{ chair: 1, declared: { fan: 20, fan_toward_minimum: 5 } }] },
    { kind: "win", won_by: "self_draw", replacement: "second_kong", winners: [{ chair: 3, declared: { fan: 0, limit: true }, liability: { chair: 2, rule: "big_three_dragons" } }] },
    { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, declared: { fan: 3 } }, { chair: 3, hand: { ...TILES, concealed: "78s WW CCC FFF", melds: [{ kind: "pung", tiles: "222s" }], bonus_tiles: "1f" } }] },
    { kind: "win", won_by: "bonus_tiles", winners: [{ chair: 2, hand: { bonus_tiles: "1234f1234q" } }] },
    { kind: "agreed", chair_points: [3, -1, -1, -1], winner: 1 },
    { kind: "false_mahjong", chair: 3, points: 7 },
  ];
  const { page, context } = await open(outcomes, {}, ownRules());
  for (let place = 0; place < outcomes.length; place += 1) {
    const one = rows(page).nth(outcomes.length - 1 - place);
    await one.getByRole("button", { name: /^Details/ }).click();
    await one.getByRole("button", { name: "Correct this row" }).click();
    const form = one.getByRole("region", { name: "Correct this row" });
    await form.getByRole("textbox", { name: "Reason" }).fill("nothing");
    const answer = page.waitForResponse(/corrections\?dry_run=true$/);
    await show(form);
    const { code } = await (await answer).json();
    assert.equal(code, "nothing_corrected", JSON.stringify(outcomes[place]));
    await form.getByRole("button", { name: "Leave it as it is" }).click();
  }
  await context.close();
});

test("where another phone was faster, nothing is lost and the differences are shown again", async () => {
  const { page, context, record, lines } = await open([DECLARED]);
  const form = await startCorrection(page, "Chun from Bo");
  await legend(form, "From").getByRole("radio", { name: "Ah Ming" }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("it was the player across");
  await show(form);
  await form.getByRole("button", { name: "Correct it" }).waitFor();
  // The page does not learn of the other phone's hand until it corrects.
  await page.route("**/rounds", (route) => route.abort());
  await record(2, { kind: "goulash" });
  const refused = page.waitForResponse(/corrections$/);
  await confirm(form);
  assert.equal((await refused).status(), 412);
  await page.unroute("**/rounds");
  await form.getByText("Look at the differences again.").waitFor();
  assert.equal((await lines())[0].corrected, false);
  await row(page, "Dead hand").waitFor();
  assert.equal(await form.getByRole("textbox", { name: "Reason" }).inputValue(), "it was the player across");
  assert.ok(await legend(form, "From").getByRole("radio", { name: "Ah Ming" }).isChecked());
  await show(form);
  await confirm(form);
  await form.waitFor({ state: "detached" });
  await row(page, "Chun from Ah Ming").waitFor();
  assert.deepEqual((await lines()).map(({ result, corrected }) => [result, corrected]), [["win", true], ["goulash", false]]);
  await context.close();
});

test("a correction that makes a later row impossible says so, and stays", async () => {
  const { page, context, owner, match, players, lines } = await open([{ kind: "goulash" }]);
  await owner.ask("POST", `${match}/substitutions`, { chair: 2, player: players[4] });
  await owner.ask("POST", `${match}/substitutions`, { chair: 3, player: players[1] });
  await rows(page).nth(2).waitFor();
  const first = rows(page).nth(1);
  await first.getByRole("button", { name: /^Details/ }).click();
  await first.getByText("Daai Lo for Bo").first().waitFor();
  await first.getByRole("button", { name: "Correct this row" }).click();
  const form = page.getByRole("region", { name: "Correct this row" });
  await legend(form, "What is wrong").getByRole("radio", { name: "It never happened" }).check();
  await show(form);
  await form.locator(".problem").waitFor();
  assert.ok((await form.getByRole("listitem").count()) > 0, "the row that could not have happened is named");
  assert.equal((await lines()).length, 3);
  await context.close();
});

test("a player opens rows and corrections, and changes nothing", async () => {
  const table = await makeTable(service.url);
  await table.record(1, FROM_BO);
  const guest = await invite(table, "player", "Siu Man");
  const { page, faults, context } = await openAs(browser, table, guest.email);
  const details = await openRow(page, "Ah Ming from Bo");
  await details.getByText(/^Recorded by Mei, /).waitFor();
  assert.equal(await page.getByRole("button", { name: "Correct this row" }).count(), 0);
  await untilSigned(() => table.owner.ask("POST", `${table.club}/ledger/checkpoint`));
  await details.getByText("Receipt", { exact: true }).click();
  const downloads = page.waitForEvent("download");
  await details.getByRole("button", { name: /^Save the receipt/ }).click();
  await downloads;
  await page.getByText("Corrections", { exact: true }).click();
  await page.getByText("Nothing was corrected.").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a whole match is printed on one page, without buttons", async () => {
  const played = Array.from({ length: 60 }, (_, place) => [DECLARED, { kind: "goulash" }][place % 2]);
  for (const colorScheme of ["light", "dark"]) {
    const { page, faults, context, owner, match } = await open([], { colorScheme });
    await owner.ask("POST", `${match}/hands:batch`, { number: 1, outcomes: played });
    await rows(page).nth(played.length - 1).waitFor();
    const was = await totals(page);
    await page.evaluate(() => {
      globalThis.print = () => dispatchEvent(new Event("printed"));
      addEventListener("printed", () => document.body.setAttribute("data-printed", ""));
    });
    await page.getByRole("button", { name: "Print the sheet" }).click();
    await page.locator("body[data-printed]").waitFor();
    await page.emulateMedia({ media: "print", colorScheme });
    await page.locator(".printable").waitFor();
    assert.equal(await page.getByRole("button").count(), 0);
    assert.equal(await page.locator("main > :visible").count(), 1);
    const table = page.locator(".printable table");
    assert.equal(await table.locator("tbody tr").count(), played.length);
    assert.deepEqual((await table.locator("tfoot td").allTextContents()).map(Number), was);
    assert.deepEqual((await table.locator("thead th").allTextContents()).slice(2), ["Ah Ming", "Bo", "Chun", "<b>Fong</b>"]);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
    await page.emulateMedia({ media: "screen", colorScheme });
    await page.locator(".printable").waitFor({ state: "detached" });
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("there is no barrier in an open row and its correction", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const options = { bypassCSP: true, colorScheme, viewport: { width: 320, height: 640 } };
    const { page, context, owner, match, lines } = await open([FROM_BO, DECLARED], options);
    const [first] = await lines();
    const { version } = await owner.ask("GET", match);
    const changes = [{ kind: "replace", outcome: first.id, with: { ...FROM_BO, from_chair: 3 } }];
    await owner.ask("POST", `${match}/corrections`, { reason: "the other one", changes }, { "If-Match": `"${version}"` });
    await row(page, "Ah Ming from Chun").waitFor();
    const form = await startCorrection(page, "Ah Ming from Chun");
    await row(page, "Ah Ming from Chun").getByText("Receipt", { exact: true }).click();
    await legend(form, "Who won").getByRole("radio", { name: "Bo" }).check();
    await show(form);
    await form.getByRole("button", { name: "Correct it" }).waitFor();
    await page.getByText("Corrections", { exact: true }).click();
    for (const language of ["en", "zh"]) {
      if (language === "zh") await page.getByRole("button", { name: "繁體中文" }).click();
      await assertNoBarrier(page);
    }
    await context.close();
  }
});
