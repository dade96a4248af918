"use strict";
// The rows of a sheet: what is known of them, their receipts, and correcting them with the differences shown first.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { TILES, ownRules } = require("./clubs.cjs");
const { expect, test, untilQuiet, untilSigned } = require("./fixtures.cjs");
const { legend, sheetLines, totals } = require("./table.cjs");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");

const FROM_BO = { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, hand: TILES }] };
const DECLARED = { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 3, declared: { fan: 4 } }] };

/** A new table where something was played already, and its page. */
async function show(clubs, outcomes, { rules, ...options } = {}) {
  const table = await clubs.makeTable({ rules });
  for (const [place, outcome] of outcomes.entries()) await table.record(place + 1, outcome);
  return { ...table, page: await table.show(options) };
}

const row = (page, said) => sheetLines(page).filter({ hasText: said }).first();
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
const announce = (form) => form.getByRole("button", { name: "Show what changes" }).click();
const confirm = (form) => form.getByRole("button", { name: "Correct it" }).click();
const cells = async (table) => {
  const all = await table.locator("tbody tr").all();
  return Promise.all(all.map(async (one) => (await one.locator("th, td").allTextContents()).map((said) => said.trim())));
};

test("a row opens: fan by fan, who paid, who recorded it", async ({ clubs }) => {
  const { page, outcome } = await show(clubs, [FROM_BO]);
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
  await expect(details).toHaveCount(0);
});

test("the receipt is a file that names its entry", async ({ clubs }) => {
  const { page, outcome, id, path, owner } = await show(clubs, [DECLARED]);
  const details = await openRow(page, "Chun from Bo");
  await untilSigned(() => owner.call("POST", `${path}/ledger/checkpoint`));
  await details.getByText("Receipt", { exact: true }).click();
  const { seq } = await outcome(0);
  const downloads = page.waitForEvent("download");
  await details.getByRole("button", { name: `Save the receipt for entry ${seq}` }).click();
  const download = await downloads;
  assert.equal(download.suggestedFilename(), `receipt-${seq}.txt`);
  const receipt = fs.readFileSync(await download.path(), "utf8");
  assert.equal(receipt, await owner.call("GET", `${path}/ledger/entries/${seq}/receipt`));
  // A receipt is a proof as c2sp.org/tlog-proof describes it, which counts entries from 0.
  assert.match(receipt, new RegExp(`^c2sp.org/tlog-proof@v1\\n(.*\\n)*index ${seq - 1}\\n`));
  const { keys } = await owner.call("GET", "/.well-known/log-keys");
  const key = keys[0].verifier_key;
  await details.getByText(`faan audit receipt receipt-${seq}.txt --key "${key}" --club ${id}`).waitFor();
  const audit = spawnSync(process.env.FAAN, ["audit", "receipt", await download.path(), "--key", key, "--club", id], { encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stderr);
  assert.match(audit.stdout, new RegExp(`^SOUND: the ledger had this entry, number ${seq},`));
});

test("a correction shows every row and total that it changes before it is sent", async ({ clubs }) => {
  const { page, lines, outcome } = await show(clubs, [FROM_BO, DECLARED]);
  const was = await totals(page);
  const form = await startCorrection(page, "Ah Ming from Bo");
  // It is filled with what was recorded.
  await expect(legend(form, "Who won").getByRole("radio", { name: "Ah Ming" })).toBeChecked();
  await expect(legend(form, "From").getByRole("radio", { name: "Bo" })).toBeChecked();
  await legend(form, "Who won").getByRole("radio", { name: "<b>Fong</b>" }).check();
  await announce(form);
  await form.getByText("<b>Fong</b> from Bo, 9 fan").waitFor();
  // The dealer does not win any more: the next hand has another dealer, and pays otherwise.
  await expect(form.locator(".differences > li")).toHaveCount(2);
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
  await expect(history.locator(".differences > li")).toHaveCount(2);
});

test("any row can be voided, and another kind put in its place", async ({ clubs }) => {
  const { page, lines } = await show(clubs, [DECLARED, FROM_BO, { kind: "goulash" }]);
  const form = await startCorrection(page, "Chun from Bo");
  await legend(form, "What is wrong").getByRole("radio", { name: "It never happened" }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("it was the match before");
  await announce(form);
  await form.getByText("never happened", { exact: false }).nth(1).waitFor();
  await confirm(form);
  await form.waitFor({ state: "detached" });
  await sheetLines(page).nth(2).waitFor({ state: "detached" });
  assert.deepEqual((await lines()).map(({ result }) => result), ["win", "goulash"]);

  const other = await startCorrection(page, "Dead hand");
  await other.getByLabel("What happened").selectOption({ label: "False mahjong" });
  await legend(other, "Who called it").getByRole("radio", { name: "Chun" }).check();
  await other.getByLabel("Points to each other player").fill("5");
  await other.getByRole("button", { name: "wrong player" }).click();
  await announce(other);
  await other.getByText("Chun: false mahjong").waitFor();
  await confirm(other);
  await other.waitFor({ state: "detached" });
  await row(page, "false mahjong").waitFor();
  assert.deepEqual((await lines()).map(({ result }) => result), ["win", "false_mahjong"]);
});

test("what was recorded is what the form of a correction says", async ({ clubs }) => {
  const winners = [{ chair: 1, declared: { fan: 3 } }, { chair: 3, hand: { ...TILES, concealed: "78s WW CCC FFF", melds: [{ kind: "pung", tiles: "222s" }], bonus_tiles: "1f" } }];
  const { page } = await show(clubs, [{ ...FROM_BO, winners }], { rules: ownRules() });
  const form = await startCorrection(page, "Ah Ming and Chun from Bo");
  await form.getByRole("textbox", { name: "Reason" }).fill("nothing");
  const answer = page.waitForResponse(/corrections\?dry_run=true$/);
  await announce(form);
  assert.equal((await (await answer).json()).code, "nothing_corrected");
});

test("where another phone was faster, nothing is lost and the differences are shown again", async ({ clubs }) => {
  const { page, record, lines } = await show(clubs, [DECLARED]);
  const form = await startCorrection(page, "Chun from Bo");
  await legend(form, "From").getByRole("radio", { name: "Ah Ming" }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("it was the player across");
  await announce(form);
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
  await expect(form.getByRole("textbox", { name: "Reason" })).toHaveValue("it was the player across");
  await expect(legend(form, "From").getByRole("radio", { name: "Ah Ming" })).toBeChecked();
  await announce(form);
  await confirm(form);
  await form.waitFor({ state: "detached" });
  await row(page, "Chun from Ah Ming").waitFor();
  assert.deepEqual((await lines()).map(({ result, corrected }) => [result, corrected]), [["win", true], ["goulash", false]]);
});

test("a correction that makes a later row impossible says so, and stays", async ({ clubs }) => {
  const { page, owner, match, players, lines } = await show(clubs, [{ kind: "goulash" }]);
  await owner.call("POST", `${match}/substitutions`, { chair: 2, player: players[4] });
  await owner.call("POST", `${match}/substitutions`, { chair: 3, player: players[1] });
  await sheetLines(page).nth(2).waitFor();
  const first = sheetLines(page).nth(1);
  await first.getByRole("button", { name: /^Details/ }).click();
  await first.getByText("Daai Lo for Bo").first().waitFor();
  await first.getByRole("button", { name: "Correct this row" }).click();
  const form = page.getByRole("region", { name: "Correct this row" });
  await legend(form, "What is wrong").getByRole("radio", { name: "It never happened" }).check();
  await announce(form);
  await form.locator(".problem").waitFor();
  assert.ok((await form.getByRole("listitem").count()) > 0, "the row that could not have happened is named");
  assert.equal((await lines()).length, 3);
});

test("a player opens rows and corrections, and changes nothing", async ({ clubs }) => {
  const table = await clubs.makeTable();
  await table.record(1, FROM_BO);
  const page = await table.show({ account: await table.join("player") });
  const details = await openRow(page, "Ah Ming from Bo");
  await details.getByText(/^Recorded by Mei, /).waitFor();
  await expect(page.getByRole("button", { name: "Correct this row" })).toHaveCount(0);
  await untilSigned(() => table.owner.call("POST", `${table.path}/ledger/checkpoint`));
  await details.getByText("Receipt", { exact: true }).click();
  const downloads = page.waitForEvent("download");
  await details.getByRole("button", { name: /^Save the receipt/ }).click();
  await downloads;
  await page.getByText("Corrections", { exact: true }).click();
  await page.getByText("Nothing was corrected.").waitFor();
});

test("a whole match is printed on one page, without buttons", async ({ clubs }) => {
  const played = Array.from({ length: 60 }, (_, place) => [DECLARED, { kind: "goulash" }][place % 2]);
  for (const colorScheme of ["light", "dark"]) {
    const { page, owner, match } = await show(clubs, [], { colorScheme });
    await owner.call("POST", `${match}/hands:batch`, { number: 1, outcomes: played });
    await sheetLines(page).nth(played.length - 1).waitFor();
    const was = await totals(page);
    await page.evaluate(() => {
      globalThis.print = () => dispatchEvent(new Event("printed"));
      addEventListener("printed", () => document.body.setAttribute("data-printed", ""));
    });
    await page.getByRole("button", { name: "Print the sheet" }).click();
    await page.locator("body[data-printed]").waitFor();
    await page.emulateMedia({ media: "print", colorScheme });
    await page.locator(".printable").waitFor();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.locator("main > :visible")).toHaveCount(1);
    const table = page.locator(".printable table");
    assert.equal(await table.locator("tbody tr").count(), played.length);
    assert.deepEqual((await table.locator("tfoot td").allTextContents()).map(Number), was);
    assert.deepEqual((await table.locator("thead th").allTextContents()).slice(2), ["Ah Ming", "Bo", "Chun", "<b>Fong</b>"]);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
    await page.emulateMedia({ media: "screen", colorScheme });
    await page.locator(".printable").waitFor({ state: "detached" });
  }
});

test("a match that was started by mistake is declared void, and counts again", async ({ clubs }) => {
  const table = await clubs.makeTable();
  await table.record(1, DECLARED);
  const page = await table.show({ account: await table.join("referee") });
  await page.locator("summary").filter({ hasText: "Declare the match void" }).click();
  const declare = page.getByRole("button", { name: "Declare the match void" });
  assert.ok(await declare.isDisabled(), "it has a reason");
  await page.getByRole("button", { name: "started by mistake" }).click();
  await declare.click();
  const note = page.getByRole("status").filter({ hasText: "This match is void: nothing of it counts." });
  await note.getByText("started by mistake").waitFor();
  await note.getByText(/^Recorded by /).waitFor();
  // What happened can be read, and nothing is recorded or corrected.
  await row(page, "Chun from Bo").waitFor();
  const ofOwner = await table.show();
  await ofOwner.getByText("This match is void").waitFor();
  await expect(ofOwner.getByRole("button", { name: "Record", exact: true })).toHaveCount(0);
  await openRow(ofOwner, "Chun from Bo");
  await expect(ofOwner.getByRole("button", { name: "Correct this row" })).toHaveCount(0);
  await untilQuiet(page);
  await assertNoBarriers(page);
  const { void: declaration } = await table.owner.call("GET", table.match);
  assert.equal(declaration.reason, "started by mistake");
  await ofOwner.goto(`${new URL(ofOwner.url()).origin}${table.path.replace("/v1", "")}`);
  await ofOwner.getByText(/ · void$/).waitFor();

  await page.getByRole("textbox", { name: "Reason" }).fill("it was another table");
  await page.getByRole("button", { name: "Let the match count again" }).click();
  await note.waitFor({ state: "detached" });
  await expect(page.locator("summary").filter({ hasText: "Declare the match void" })).toHaveCount(1);
});

test("scorers and players do not declare a match void", async ({ clubs }) => {
  const table = await clubs.makeTable();
  for (const role of ["scorer", "player"]) {
    const page = await table.show({ account: await table.join(role) });
    await page.getByText("Corrections", { exact: true }).waitFor();
    await untilQuiet(page);
    await expect(page.locator("summary").filter({ hasText: "Declare the match void" })).toHaveCount(0);
  }
});

test("there is no barrier in an open row and its correction", async ({ clubs }) => {
  const { page, owner, match, lines } = await show(clubs, [FROM_BO, DECLARED]);
  const [first] = await lines();
  const { version } = await owner.call("GET", match);
  const changes = [{ kind: "replace", outcome_id: first.id, outcome: { ...FROM_BO, from_chair: 3 } }];
  await owner.call("POST", `${match}/corrections`, { reason: "the other one", changes }, { "If-Match": `"${version}"` });
  await row(page, "Ah Ming from Chun").waitFor();
  const form = await startCorrection(page, "Ah Ming from Chun");
  await row(page, "Ah Ming from Chun").getByText("Receipt", { exact: true }).click();
  await legend(form, "Who won").getByRole("radio", { name: "Bo" }).check();
  await announce(form);
  await form.getByRole("button", { name: "Correct it" }).waitFor();
  await page.getByText("Corrections", { exact: true }).click();
  await untilQuiet(page);
  await assertNoBarriers(page);
});
