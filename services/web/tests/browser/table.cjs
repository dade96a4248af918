"use strict";
// A table, as somebody uses it who is at it.
const { PASSWORD } = require("./clubs.cjs");
const { expect } = require("./fixtures.cjs");

/** Signs in with the form that a page shows to whoever is not. */
async function signIn(page, { email }, password = PASSWORD) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Enrols a player on the page of the club. */
async function enrol(page, name) {
  await page.getByLabel("Name of a player").fill(name);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("listitem").getByText(name, { exact: true }).waitFor();
}

const legend = (page, name) => page.getByRole("group", { name });
const choose = (page, group, name) => legend(page, group).getByRole("radio", { name, exact: true }).check();

/** States a declared win, with three taps. */
async function stateWin(page, winner, from, fan) {
  await choose(page, "Who won", winner);
  await choose(page, "From", from);
  await choose(page, "Fan", fan);
}

/** Records a declared win, with one more. */
async function recordWin(page, winner, from, fan) {
  await stateWin(page, winner, from, fan);
  await page.getByRole("button", { name: "Record", exact: true }).click();
}

const sheetLines = (page) => page.locator(".sheet > li");
/** Waits until the sheet has a line that says so: what is only kept in the browser stands elsewhere. */
const untilSheetHas = (page, said) => sheetLines(page).getByText(said).first().waitFor();
const untilLine = (page, said) => sheetLines(page).filter({ hasText: said }).first().waitFor();
const untilRecorded = (page, count) => expect(sheetLines(page)).toHaveCount(count);
const untilWaiting = (page, count) => page.getByText(`${count} not sent yet`).waitFor();

const totals = async (page) => {
  const texts = await page.locator(".seat .total").allTextContents();
  return texts.map(Number);
};

const record = (page) => page.getByRole("button", { name: "Record", exact: true });

/** Records tiles that are no hand, without the network: nothing tells so before they wait. */
async function recordNoHand(page) {
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await page.getByText("Or by the tiles").click();
  await page.getByLabel("Or type the tiles").fill("123m 456p 789s EEE S W");
  await page.getByRole("button", { name: "Use" }).click();
  await record(page).click();
  await untilWaiting(page, 1);
}

/** Begins what is no usual win. */
async function more(page, kind) {
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: kind, exact: true }).click();
  await page.getByRole("heading", { name: kind, exact: true }).waitFor();
}

/** Opens the correction of the row that says something. */
async function startCorrection(page, said) {
  const row = sheetLines(page).filter({ hasText: said }).first();
  await row.getByRole("button", { name: /^Details/ }).click();
  await row.getByRole("button", { name: "Correct this row" }).click();
  return row.getByRole("region", { name: "Correct this row" });
}

/** Ends the match of a table. */
async function endMatch(page) {
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("Nothing can be recorded afterwards.").waitFor();
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("The match is over.").waitFor();
}

module.exports = { choose, endMatch, enrol, legend, more, record, recordNoHand, recordWin, sheetLines, signIn, startCorrection, stateWin, totals, untilLine, untilRecorded, untilSheetHas, untilWaiting };
