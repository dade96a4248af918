"use strict";
// An evening by the page: who comes is checked in, a round is drawn, its matches are opened, played and settled.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { assertNoBarrier, startBrowser, startService } = require("./service.cjs");
const { enrol, openTable, recordWin, untilSheetHas } = require("./table.cjs");

const NAMES = ["Ah Ming", "Bo", "Chun", "Fong"];

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

/** A club with one player more than a table takes, and an evening of it that is open. */
async function openEvening(options) {
  const opened = await openTable(browser, service.url, options, NAMES);
  const { page } = opened;
  await page.goto(page.url().replace(/\/matches.*/, ""));
  await enrol(page, "Ivy");
  await page.getByRole("link", { name: "Evenings" }).click();
  await page.getByText("No evening yet").waitFor();
  await page.getByLabel("Where").fill("Kowloon Hall");
  await page.getByLabel("Names of the tables").fill("Window, Door");
  await page.getByRole("button", { name: "Open an evening" }).click();
  await page.waitForURL("**/evenings/*");
  await page.getByText("No round is drawn yet.").waitFor();
  return opened;
}

async function checkIn(page, names) {
  for (const [count, name] of names.entries()) {
    await page.getByLabel(name, { exact: true }).click();
    await page.getByText(`Who is there: ${count + 1}`, { exact: true }).waitFor();
  }
}

/** Who sits where at the first table, by wind. */
async function seating(page) {
  const places = await page.locator(".seating > li").first().locator("li").allTextContents();
  return Object.fromEntries(places.map((place) => place.trim().split(/\s+(.*)/).slice(0, 2)));
}

test("five come to an evening: four sit at a table and one sits out, and all of it is settled", async () => {
  const { page, context, faults } = await openEvening();
  const evening = page.url();
  await checkIn(page, NAMES.slice(0, 3));
  await page.getByText("A round needs four players: 1 to come.").waitFor();
  await page.getByLabel(NAMES[3], { exact: true }).click();
  await page.getByLabel("Ivy", { exact: true }).click();
  await page.getByText("Who is there: 5").waitFor();

  await page.getByRole("button", { name: "Draw the next round" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  await page.getByRole("heading", { name: "Window" }).waitFor();
  const first = await page.getByText(/^Sits out: /).textContent();
  // Somebody leaves before the tiles are dealt: the round is drawn again.
  await page.getByRole("button", { name: "Draw this round again" }).click();
  await page.getByRole("heading", { name: "Round 2" }).waitFor();
  assert.ok([...NAMES, "Ivy"].includes(first.replace("Sits out: ", "")), first);

  await page.getByLabel("Money per point").fill("0.50");
  await page.getByRole("button", { name: "Open the matches of this round" }).click();
  await page.getByRole("link", { name: "Window" }).waitFor();
  const { East, South } = await seating(page);
  await page.getByRole("link", { name: "Window" }).click();
  await page.waitForURL("**/matches/*");
  await recordWin(page, East, South, "4");
  await untilSheetHas(page, `${East} from ${South}`);

  // Whoever comes by the code finds the same, without a word in between.
  await page.goto(evening);
  await page.getByRole("img", { name: "A QR code of this page" }).waitFor();
  await page.getByRole("button", { name: "Draw the next round" }).waitFor();
  await page.getByText("Settle the evening").click();
  await page.getByText(`${South} pays ${East}`).waitFor();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(`${South} owes ${East}`).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a screen that shows an evening follows it by itself", async () => {
  const { page, context } = await openEvening();
  const screen = await context.newPage();
  await screen.goto(page.url());
  await screen.getByText("No round is drawn yet.").waitFor();
  await checkIn(page, NAMES);
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await screen.getByRole("heading", { name: "Round 1" }).waitFor({ timeout: 15_000 });
  await context.close();
});

test("whoever has the link to the screen sees what was drawn, without an account", async () => {
  const { page, context, faults } = await openEvening();
  const club = page.url().replace(/\/evenings.*/, "");
  await checkIn(page, NAMES);
  await page.goto(club);
  await page.getByText("Link for a television").click();
  await page.getByLabel("Which television").fill("hall");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.locator(".made-link").inputValue();
  const hall = await browser.newContext();
  const screen = await hall.newPage();
  await screen.goto(link);
  await screen.getByRole("heading", { name: /^Table 1/ }).waitFor();
  await page.goto(`${club}/evenings`);
  await page.locator(".list a").first().click();
  await page.getByRole("button", { name: "Draw the next round" }).click();
  await screen.getByRole("heading", { name: "Round 1" }).waitFor({ timeout: 15_000 });
  await screen.getByRole("heading", { name: "Window" }).waitFor();
  assert.deepEqual(faults, []);
  await hall.close();
  await context.close();
});

test("there is no barrier in the pages of evenings", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await openEvening({ bypassCSP: true, colorScheme, viewport: { width: 360, height: 640 } });
    await checkIn(page, NAMES);
    await page.getByRole("button", { name: "Draw the next round" }).click();
    await page.getByRole("heading", { name: "Round 1" }).waitFor();
    for (const address of [page.url(), page.url().replace(/\/[^/]*$/, "")]) {
      await page.goto(address);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.waitForTimeout(500);
      for (const language of ["繁體中文", "English"]) {
        const other = page.getByRole("button", { name: language });
        if (await other.count()) await other.click();
        await assertNoBarrier(page);
      }
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(isWide, false, address);
    }
    await context.close();
  }
});
