"use strict";
// A season by the pages alone: a match for money, its standings and a player's figures, settled until everything is paid.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { after, before, test } = require("node:test");
const { assertNoBarrier, startBrowser, startService } = require("./service.cjs");
const { openTable, recordWin, untilSheetHas } = require("./table.cjs");

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

/** Plays an evening for money, and ends it. The page shows the club afterwards. */
async function playEvening(options) {
  const opened = await openTable(browser, service.url, options);
  const { page } = opened;
  const club = page.url().replace(/\/matches.*/, "");
  await page.goto(club);
  await page.getByLabel("Money per point").fill("0.50");
  await page.getByRole("button", { name: "Start a match" }).click();
  await page.waitForURL("**/matches/*");
  await recordWin(page, "Bo", "Chun", "4");
  await untilSheetHas(page, "Bo from Chun");
  await recordWin(page, "Bo", "Self-draw", "6");
  await untilSheetHas(page, "Bo by self-draw");
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("Nothing can be recorded afterwards.").waitFor();
  await page.getByRole("button", { name: "End the match" }).click();
  await page.getByText("The match is over.").waitFor();
  return { ...opened, club };
}

async function assertNoBarriers(page) {
  for (const language of ["English", "繁體中文"]) {
    const other = page.getByRole("button", { name: language });
    if (await other.count()) await other.click();
    await assertNoBarrier(page);
  }
  await page.getByRole("button", { name: "English" }).click();
}

test("an evening is settled until everything is paid, and a payment is reversed", async () => {
  const { page, context, faults, club } = await playEvening();
  await page.goto(`${club}/settle`);
  await page.getByText(/pays Bo/).first().waitFor();
  const plan = await page.getByText(/pays Bo/).count();
  assert.ok(plan >= 1);
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
  assert.equal(await page.getByText(/owes Bo/).count(), plan);
  await page.getByRole("button", { name: /it was paid$/ }).first().click();
  await page.getByText(/paid Bo/).first().waitFor();
  await page.getByText("Reverse", { exact: true }).first().click();
  await page.getByLabel("Why it never was").fill("<i>wrong</i> person");
  await page.getByRole("button", { name: "Reverse" }).click();
  await page.getByText("reversed").waitFor();
  for (let open = plan; open > 0; open -= 1) {
    await page.getByRole("button", { name: /it was paid$/ }).first().click();
    await page.waitForFunction((left) => document.querySelectorAll("button[aria-label$='it was paid']").length === left, open - 1);
  }
  await page.getByText("Nothing is open: everybody is even.").waitFor();
  await page.getByText(/all paid/).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a player's page has the figures of the standings", async () => {
  const { page, context, faults, club } = await playEvening();
  // As where somebody played more matches than there are in one answer.
  await page.route("**/matches?*limit=200*", (route) => route.continue({ url: route.request().url().replace("limit=200", "limit=1") }));
  await page.goto(`${club}/standings`);
  const first = page.getByRole("listitem").filter({ hasText: /^1\. Bo\s*\+/ });
  await first.waitFor();
  await page.waitForFunction(() => !document.body.textContent.includes("still being added up"));
  const points = /\+\d+/.exec(await first.textContent())[0];
  await first.getByRole("link", { name: "Bo" }).click();
  await page.getByRole("heading", { name: `Bo ${points}` }).waitFor();
  await page.getByRole("img", { name: `Points in all after each of 2 matches; ${points} in the end` }).waitFor();
  await page.getByText("100%").first().waitFor();
  assert.match(await page.getByRole("region", { name: "Places" }).textContent(), /Place 11/);
  assert.equal(await page.getByRole("region", { name: "With whom" }).getByRole("link").count(), 3);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the records of a club have its best hand, which a pattern or a period leaves out", async () => {
  const { page, context, faults, club } = await playEvening();
  await page.goto(`${club}/records`);
  await page.getByText("6 fan", { exact: true }).waitFor();
  assert.equal(await page.locator("#won-hands ~ ul > li").count(), 2);
  const best = page.locator("#won-hands ~ ul > li").first();
  assert.match((await best.textContent()) ?? "", /Bo.*hand 2.*6 fan/s);
  await page.getByText("Best day").waitFor();
  await page.getByText("matches won in a row: 1").waitFor();
  await best.getByText("Receipt").click();
  await best.getByRole("button", { name: /receipt/i }).waitFor();
  await page.getByLabel("Limit hands only").check();
  await page.getByText("No such hand was scored in this period.").waitFor();
  await page.getByLabel("Limit hands only").uncheck();
  await page.getByLabel("From day to day").check();
  await page.getByLabel("To the day").fill("2020-12-31");
  await page.waitForURL("**/records?until=2020-12-31");
  await page.getByText("No such hand was scored in this period.").waitFor();
  await assertNoBarriers(page);
  assert.deepEqual(faults, []);
  await context.close();
});

test("standings, settling and files are of a period, which the address keeps", async () => {
  const { page, context, faults, club } = await playEvening();
  await page.goto(`${club}/standings`);
  await page.getByRole("link", { name: "Bo" }).waitFor();
  await page.getByRole("radio", { name: "This month" }).check();
  await page.getByRole("link", { name: "Bo" }).waitFor();
  await page.waitForURL(/standings\?from=\d{4}-\d{2}-01&until=\d{4}-\d{2}-\d{2}$/);
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("From the day").fill("2020-01-01");
  await page.getByLabel("To the day").fill("2020-12-31");
  await page.getByText("No hand yet").waitFor();
  await page.waitForURL("**/standings?from=2020-01-01&until=2020-12-31");
  await page.reload();
  await page.getByText("No hand yet").waitFor();
  assert.equal(await page.getByLabel("From the day").inputValue(), "2020-01-01");
  // A period that ends before it begins is refused with its reason, and can be put right.
  await page.getByLabel("From the day").fill("2021-01-01");
  await page.getByRole("alert").waitFor();
  await page.getByRole("radio", { name: "All time" }).check();
  await page.getByRole("link", { name: "Bo" }).waitFor();

  await page.goto(`${club}/settle`);
  await page.getByText(/pays Bo/).first().waitFor();
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("To the day").fill("2020-12-31");
  await page.getByText("Nothing is open: everybody is even.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Settle this" }).count(), 0);
  await page.getByRole("radio", { name: "This year" }).check();
  await page.getByText(/pays Bo/).first().waitFor();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();

  await page.goto(`${club}/exports`);
  const lines = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "All hands (CSV): save" }).click()]);
    return fs.readFileSync(await download.path(), "utf8").trim().split("\n").length;
  };
  assert.ok((await lines()) > 1);
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("To the day").fill("2020-12-31");
  assert.equal(await lines(), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test("one match is settled from its table", async () => {
  const { page, context, faults } = await playEvening();
  await page.getByText("Settle this match").click();
  await page.getByText(/pays Bo/).first().waitFor();
  const plan = await page.getByText(/pays Bo/).count();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
  assert.equal(await page.getByText(/owes Bo/).count(), plan);
  await page.getByText("Nothing is open: everybody is even.").waitFor();
  await page.getByRole("link", { name: "All settlements and payments of the club" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("files are saved with their names, and have something in them", async () => {
  const { page, context, club } = await playEvening();
  await page.goto(`${club}/exports`);
  for (const [what, name, begins] of [
    ["Standings (CSV)", "standings.csv", /player/],
    ["All hands (CSV)", "hands.csv", /match/],
    ["All payments (CSV)", "payments.csv", /,/],
    ["The ledger", "ledger.ndjson", /^\{/],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `${what}: save` }).click()]);
    assert.equal(download.suggestedFilename(), name);
    assert.match(fs.readFileSync(await download.path(), "utf8"), begins);
  }
  await context.close();
});

test("there is no barrier in the pages of a season", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context, club } = await playEvening({ bypassCSP: true, colorScheme });
    await page.goto(`${club}/standings`);
    await page.getByRole("link", { name: "Bo" }).waitFor();
    const player = await page.getByRole("link", { name: "Bo" }).getAttribute("href");
    for (const address of [`${club}/standings`, `${club}/records`, `${service.url}${player}`, `${club}/settle`, `${club}/exports`, club]) {
      await page.goto(address);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.waitForTimeout(300);
      await assertNoBarriers(page);
    }
    await context.close();
  }
});

test("a season of a league is opened, shows its standings, and is closed", async () => {
  const { page, context, faults, club } = await playEvening();
  await page.goto(`${club}/seasons`);
  await page.getByText("No season yet").waitFor();
  await page.getByLabel("Name").fill("<b>Winter</b> league");
  await page.getByLabel("First day").fill("2020-01-01");
  await page.getByLabel("Last day").fill("2199-12-31");
  await page.getByLabel(/^Least number of matches/).fill("2");
  await page.getByText("Teams and handicaps").click();
  const rules = (name) => page.getByRole("group", { name, exact: true });
  await rules("Bo").getByLabel("Team").fill("Winds");
  await rules("Chun").getByLabel("Team").fill(" Winds ");
  await rules("Ah Ming").getByLabel("Team").fill("Dragons");
  await rules("Ah Ming").getByLabel("Handicap").fill("-1.5");
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Open a season" }).click();
  await page.waitForURL("**/seasons/*");
  await page.getByRole("heading", { name: "<b>Winter</b> league" }).waitFor();
  await page.getByText("Matches that count: 1").waitFor();
  await page.getByText("A rank needs at least 2 matches.").waitFor();
  const bo = page.getByRole("listitem").filter({ hasText: /^–\s*Bo\s*\+/ });
  await bo.waitFor();
  assert.match(await bo.textContent(), /too few matches for a rank/);
  await page.getByRole("listitem").filter({ hasText: /^1\. Winds\s*\+/ }).filter({ hasText: "Bo" }).filter({ hasText: "Chun" }).waitFor();
  await page.getByText("handicap −1.5").or(page.getByText("handicap -1.5")).first().waitFor();
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Close the season" }).click();
  await page.getByText("It cannot be opened again.").waitFor();
  await page.getByRole("button", { name: /Close the season/ }).click();
  await page.getByText("these standings are final").waitFor();
  assert.equal(await page.getByRole("button", { name: "Close the season" }).count(), 0);
  await page.goto(`${club}/seasons`);
  await page.getByRole("link", { name: /^<b>Winter<\/b> league/ }).waitFor();
  await assertNoBarriers(page);
  assert.deepEqual(faults, []);
  await context.close();
});
