"use strict";
// The pictures of the guide: an evening from sign-up to settlement, by the pages alone. FAAN_PICTURES names the folder they are put into.
const { test, untilQuiet } = require("./fixtures.cjs");
const { endMatch, enrol, legend, recordWin, sheetLines, untilSheetHas } = require("./table.cjs");

const NAMES = ["Ah Ming", "Bo", "Chun", "Fong"];
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };

/** Takes a picture of a page, once it shows everything. */
async function take(page, name, fullPage = false) {
  await untilQuiet(page);
  await page.screenshot({ path: `${process.env.FAAN_PICTURES}/${name}.png`, fullPage });
}

/** Starts another match of the club on the page, for money. */
async function startMatch(page, club) {
  await page.goto(club);
  await page.getByLabel("Money per point").fill("0.50");
  await page.getByRole("button", { name: "Start a match" }).click();
  await page.waitForURL("**/matches/*");
  await page.getByRole("region", { name: "The table" }).waitFor();
}

/** Draws a round of an evening, as a screen of the hall shows it. */
async function takeEvening(page, club) {
  await page.goto(club);
  await enrol(page, "Gwan");
  await page.goto(`${club}/evenings`);
  await page.getByLabel("Where").fill("Kowloon Hall");
  await page.getByLabel("Names of the tables").fill("Window");
  await page.getByRole("button", { name: "Open an evening" }).click();
  await page.waitForURL("**/evenings/*");
  for (const name of [...NAMES, "Gwan"]) await page.getByLabel(name, { exact: true }).click();
  await page.getByText("Who is there: 5").waitFor();
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  await take(page, "evening", true);
}

/** Plays the first round of a tournament, as its page, its referee and somebody with the code of the hall see it. */
async function takeTournament(open, page, club, hallLink) {
  await page.goto(`${club}/tournaments`);
  await page.getByLabel("Name", { exact: true }).fill("Autumn cup");
  await page.getByLabel("Rounds that are planned").fill("3");
  await page.getByLabel("What counts").selectOption({ label: "table points, by place at the table" });
  await page.getByLabel("Minutes of a round").fill("60");
  await page.getByRole("button", { name: "Open a tournament" }).click();
  await page.waitForURL("**/tournaments/*");
  await page.getByText("Register players").click();
  for (const name of NAMES) await page.getByLabel(name, { exact: true }).check();
  await page.getByRole("button", { name: "Register these: 4" }).click();
  await page.getByRole("button", { name: "Check everybody in" }).click();
  await page.getByText("Entrants: 4, here: 4").waitFor();
  await page.getByRole("button", { name: "Draw round 1" }).click();
  await page.getByRole("button", { name: "Start the clock" }).click();
  await page.getByRole("button", { name: "Pause the clock" }).waitFor();
  const hall = await open(hallLink, { viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  await hall.getByRole("timer").waitFor();
  await take(hall, "hall");
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByRole("link", { name: "Table 1", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Standings" }).waitFor();
  await take(page, "tournament", true);
  await page.getByRole("link", { name: "For the referee" }).click();
  await page.getByRole("combobox", { name: "Who", exact: true }).selectOption({ label: "Chun" });
  await page.getByLabel("Reason").fill("late by ten minutes");
  await page.getByRole("button", { name: "Give a penalty" }).click();
  await page.getByText("late by ten minutes").waitFor();
  await take(page, "referee", true);
  const phone = await open(hallLink.replace("/screen#", "/seat#"), PHONE);
  await phone.getByLabel("Your name").fill("Ming");
  await phone.getByText(/^Ah Ming: Table 1/).waitFor();
  await take(phone, "seat");
}

test("pictures of an evening", async ({ clubs, open }) => {
  test.skip(!process.env.FAAN_PICTURES);
  const nobody = await open(`${clubs.url}/clubs`, PHONE);
  await nobody.getByRole("button", { name: "I have no account yet" }).click();
  await take(nobody, "sign-up");
  const table = await clubs.makeTable({ names: NAMES });
  const club = table.page;
  const page = await table.show(PHONE);
  await recordWin(page, "Bo", "Chun", "4");
  await untilSheetHas(page, "Bo from Chun");
  await recordWin(page, "Bo", "Self-draw", "6");
  await untilSheetHas(page, "Bo by self-draw");
  await legend(page, "Who won").getByRole("radio", { name: "Chun" }).check();
  await legend(page, "From").getByRole("radio", { name: "Self-draw" }).check();
  await legend(page, "Fan").getByRole("radio", { name: "7", exact: true }).check();
  await page.getByText("7 fan").first().waitFor();
  await take(page, "table", true);
  await page.getByRole("button", { name: "繁體中文" }).click();
  await take(page, "table.zh-Hant-HK", true);
  await page.getByRole("button", { name: "English" }).click();

  await sheetLines(page).first().getByRole("button", { expanded: false }).last().click();
  await page.locator(".details h3").first().waitFor();
  await take(page, "row", true);
  await page.getByRole("button", { name: "Correct this row" }).click();
  const correction = page.getByRole("region", { name: "Correct this row" });
  await legend(correction, "Fan").getByRole("radio", { name: "8", exact: true }).check();
  await correction.getByRole("button", { name: "wrong number of fan" }).click();
  await correction.getByRole("button", { name: "Show what changes" }).click();
  await correction.getByRole("button", { name: "Correct it" }).scrollIntoViewIfNeeded();
  await take(page, "correction");
  await correction.getByRole("button", { name: "Leave it as it is" }).click();

  await page.getByText("Let others in").click();
  await page.getByRole("radio", { name: "To look on" }).check();
  await page.getByLabel("For whom").fill("everybody at the table");
  await page.getByRole("button", { name: "Make a link" }).click();
  const code = page.getByRole("img", { name: "QR code of the link" });
  await code.scrollIntoViewIfNeeded();
  await take(page, "link");

  for (let table = 0; table < 2; table += 1) {
    await startMatch(page, club);
    await recordWin(page, "Fong", "Ah Ming", "8");
    await untilSheetHas(page, "Fong from Ah Ming");
  }
  await page.goto(club);
  await page.getByRole("heading", { name: "Matches" }).waitFor();
  await take(page, "club");
  await page.getByText("Link for a television").click();
  await page.getByLabel("Which television").fill("at the door");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByRole("textbox", { name: "Let others in" }).inputValue();
  const hall = await open(link, { viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  await hall.getByRole("heading", { name: "Table 3" }).waitFor();
  await take(hall, "screen");

  await startMatch(page, club);
  await recordWin(page, "Bo", "Self-draw", "9");
  await untilSheetHas(page, "Bo by self-draw");
  await endMatch(page);
  await page.goto(`${club}/settle`);
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/ owes /).first().waitFor();
  await page.getByRole("button", { name: /it was paid$/ }).first().click();
  await page.getByText(/ paid .+ on /).first().waitFor();
  await take(page, "settle", true);

  await page.goto(`${club}/standings`);
  await page.getByRole("link", { name: "Bo" }).waitFor();
  await take(page, "standings");
  await page.getByRole("link", { name: "Bo" }).click();
  await page.getByRole("region", { name: "With whom" }).waitFor();
  await take(page, "player", true);
  for (const name of ["rules", "members", "keys", "audits", "exports"]) {
    await page.goto(`${club}/${name}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await take(page, name);
  }
  await takeEvening(page, club);
  await takeTournament(open, page, club, link);
  await page.goto(`${clubs.url}/clubs/account`);
  await page.getByRole("heading", { name: "My account" }).first().waitFor();
  await take(page, "account");
});
