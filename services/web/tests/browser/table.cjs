"use strict";
// A club at its table, as somebody gets there by the pages alone.
const { openPage } = require("./service.cjs");

let people = 0;

/** Enrols a player on the page of the club. */
async function enrol(page, name) {
  await page.getByLabel("Name of a player").fill(name);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("listitem").getByText(name, { exact: true }).waitFor();
}

/** Signs up, founds a club, enrols four players, starts a match. The page shows the table afterwards. */
async function openTable(browser, url, options, names = ["Ah Ming", "Bo", "Chun", "<b>Fong</b>"]) {
  people += 1;
  const email = `scorer-${people}@example.org`;
  const opened = await openPage(browser, `${url}/clubs`, options);
  const { page } = opened;
  await page.getByRole("button", { name: "I have no account yet" }).click();
  await page.getByLabel("Your name").fill("Mei");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("thirteen orphans");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByLabel("Name of the club").fill("Sai Ying Pun");
  await page.getByRole("button", { name: "Make a club" }).click();
  await page.waitForURL("**/clubs/*");
  for (const name of names) await enrol(page, name);
  await page.getByRole("button", { name: "Start a match" }).click();
  await page.waitForURL("**/matches/*");
  await page.getByRole("region", { name: "The table" }).waitFor();
  return { ...opened, email };
}

const legend = (page, name) => page.getByRole("group", { name });

/** Records a declared win. Returns how many taps it took. */
async function recordWin(page, winner, from, fan) {
  await legend(page, "Who won").getByRole("radio", { name: winner }).check();
  await legend(page, "From").getByRole("radio", { name: from }).check();
  await legend(page, "Fan").getByRole("radio", { name: fan, exact: true }).check();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  return 4;
}

const sheetLines = (page) => page.locator(".sheet li");
/** Waits until the sheet has a line that says so: what is only kept in the browser stands elsewhere. */
const untilSheetHas = (page, said) => sheetLines(page).getByText(said).first().waitFor();
const totals = async (page) => {
  const texts = await page.locator(".seat .total").allTextContents();
  return texts.map(Number);
};

module.exports = { enrol, openTable, legend, recordWin, sheetLines, untilSheetHas, totals };
