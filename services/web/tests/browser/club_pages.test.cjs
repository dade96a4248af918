"use strict";
// A club at its table by the pages alone: from sign-up to a sheet, with and without the network.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { assertNoBarrier, isKept, openPage, startBrowser, startService, until, untilKept } = require("./service.cjs");
const table = require("./table.cjs");

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

const openTable = (options, names) => table.openTable(browser, service.url, options, names);
const { legend, recordWin, sheetLines, totals, untilSheetHas } = table;

test("a declared win takes four taps, shows what it comes to, and can be taken back", async () => {
  const { page, faults, context } = await openTable();
  await legend(page, "Who won").getByRole("radio", { name: "Bo" }).check();
  await legend(page, "From").getByRole("radio", { name: "Chun" }).check();
  await legend(page, "Fan").getByRole("radio", { name: "4", exact: true }).check();
  await page.getByText("4 fan").waitFor();
  await page.getByText(/^Bo \+/).waitFor();
  assert.equal(await sheetLines(page).count(), 0, "nothing is recorded yet");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await untilSheetHas(page, "Bo from Chun");
  const after = await totals(page);
  assert.equal(after.reduce((sum, one) => sum + one, 0), 0);
  assert.ok(after.some((one) => one > 0));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("No hand yet").waitFor();
  assert.deepEqual(await totals(page), [0, 0, 0, 0]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a dead hand and a hand with its tiles are recorded", async () => {
  const { page, faults, context } = await openTable();
  await page.getByRole("button", { name: "Dead hand" }).click();
  await page.getByRole("button", { name: "Record a dead hand" }).click();
  await sheetLines(page).getByText("Dead hand").waitFor();
  await legend(page, "Who won").getByRole("radio", { name: "Ah Ming" }).check();
  await legend(page, "From").getByRole("radio", { name: "Self-draw" }).check();
  await page.getByText("Or by the tiles").click();
  await page.getByLabel("Or type the tiles").fill("222s 78s CCC FFF WW 9s");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".answer .worth").waitFor();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await untilSheetHas(page, "Ah Ming by self-draw");
  assert.equal(await sheetLines(page).count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("hands recorded without the network are kept over a reload, and sent once", async () => {
  // What a service worker fetches cannot be lost by a test.
  const { page, context } = await openTable({ serviceWorkers: "block" });
  await recordWin(page, "Bo", "Chun", "3");
  await untilSheetHas(page, "Bo from Chun");
  // The request arrives, and its answer is lost. The page may send it again before the network is gone: that does not arrive.
  let arrived = false;
  const lost = new Promise((resolve) => {
    page.route("**/hands", async (route) => {
      if (!arrived) {
        arrived = true;
        await route.fetch();
      }
      await route.abort();
      resolve();
    });
  });
  await recordWin(page, "Chun", "Bo", "5");
  await lost;
  await context.setOffline(true);
  await page.unroute("**/hands");
  await page.getByText("1 not sent yet").waitFor();
  await recordWin(page, "Ah Ming", "Self-draw", "6");
  await page.getByText("2 not sent yet").waitFor();
  await context.setOffline(false);
  await page.reload();
  await untilSheetHas(page, "Ah Ming by self-draw");
  await untilSheetHas(page, "Chun from Bo");
  await until(() => sheetLines(page).count(), 3);
  await until(() => page.getByText("not sent yet").count(), 0);
  await context.close();
});

test("the table opens without the network, and what is recorded then is sent later", { skip: !isKept }, async () => {
  const { page, context, faults } = await openTable();
  await untilKept(page);
  await recordWin(page, "Bo", "Chun", "4");
  await untilSheetHas(page, "Bo from Chun");
  await context.setOffline(true);
  await page.reload();
  await untilSheetHas(page, "Bo from Chun");
  await recordWin(page, "Chun", "Bo", "5");
  await page.getByText("1 not sent yet").waitFor();
  await context.setOffline(false);
  await untilSheetHas(page, "Chun from Bo");
  assert.deepEqual(faults, []);
  await context.close();
});

test("of two phones that record one hand, the second decides what becomes of its own", async () => {
  const one = await openTable();
  const other = await openPage(browser, one.page.url());
  await other.page.getByLabel("E-mail").fill(one.email);
  await other.page.getByLabel("Password").fill("thirteen orphans");
  await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.page.getByRole("region", { name: "The table" }).waitFor();
  await untilKept(other.page);
  await other.context.setOffline(true);
  await recordWin(other.page, "Bo", "Chun", "3");
  await other.page.getByText("1 not sent yet").waitFor();
  await recordWin(one.page, "Chun", "Bo", "4");
  await untilSheetHas(one.page, "Chun from Bo");
  await other.context.setOffline(false);
  await other.page.getByText("Hand 1 was not recorded").waitFor();
  await other.page.getByText(/Somebody recorded hand 1: Chun from Bo/).waitFor();
  await untilSheetHas(other.page, "Chun from Bo");
  await other.page.getByRole("button", { name: "Record mine as hand 2" }).click();
  await untilSheetHas(other.page, "Bo from Chun");
  await until(() => sheetLines(other.page).count(), 2);
  await untilSheetHas(one.page, "Bo from Chun");
  await one.context.close();
  await other.context.close();
});

test("a match ends when it is said twice, and the standings have it", async () => {
  const { page, faults, context } = await openTable();
  await recordWin(page, "Bo", "Chun", "4");
  await untilSheetHas(page, "Bo from Chun");
  const gained = Math.max(...(await totals(page)));
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("Nothing can be recorded afterwards.").waitFor();
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("The match is over.").waitFor();
  await page.getByText("Summary for the chat").click();
  const summary = await page.getByRole("textbox", { name: "Summary for the chat" }).inputValue();
  assert.match(summary, new RegExp(`^Faan 番 · .* · hands: 1\\n1\\. Bo \\+${gained}\\n`));
  await page.goto(`${page.url().replace(/\/matches.*/, "")}/standings`);
  await page.getByRole("heading", { name: "Standings" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: new RegExp(`^1\\. Bo\\s*\\+${gained}`) }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a session outlives a reload, is in no place that scripts can read, and ends", async () => {
  const { page, context, faults } = await openTable();
  await page.reload();
  await page.getByRole("region", { name: "The table" }).waitFor();
  const kept = () => page.evaluate(() => JSON.stringify([document.cookie, Object.keys(localStorage).sort(), Object.keys(sessionStorage)]));
  assert.equal(await kept(), JSON.stringify(["", ["faan-scorer", "faan-table-1"], []]));
  assert.doesNotMatch(await page.evaluate(() => localStorage.getItem("faan-table-1")), /ey[\w-]+\./, "no token");
  const [cookie] = await context.cookies();
  assert.ok(cookie.httpOnly && cookie.sameSite === "Strict");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(await context.cookies(), []);
  assert.equal(await kept(), JSON.stringify(["", [], []]));
  assert.deepEqual(faults, []);
  await context.close();
});

test("there is no barrier at the table", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await openTable({ bypassCSP: true, colorScheme, viewport: { width: 360, height: 740 } });
    await recordWin(page, "Bo", "Chun", "3");
    await untilSheetHas(page, "Bo from Chun");
    // What the next hand comes to stands at the bottom.
    await legend(page, "Who won").getByRole("radio", { name: "Chun" }).check();
    await legend(page, "From").getByRole("radio", { name: "Self-draw" }).check();
    await legend(page, "Fan").getByRole("radio", { name: "5", exact: true }).check();
    await page.getByText(/^Chun \+/).waitFor();
    for (const language of ["en", "zh"]) {
      if (language === "zh") await page.getByRole("button", { name: "繁體中文" }).click();
      await assertNoBarrier(page);
    }
    await context.close();
  }
});
