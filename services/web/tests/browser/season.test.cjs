"use strict";
// A season by the pages alone: a match for money, its standings and a player's figures, settled until everything is paid.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const fs = require("node:fs");

const WINS = [
  { kind: "win", won_by: "discard", from_chair: 3, winners: [{ chair: 2, declared: { fan: 4 } }] },
  { kind: "win", won_by: "self_draw", winners: [{ chair: 2, declared: { fan: 6 } }] },
];

/** A club that began a match, and played another one for money, which is `over`: Bo has won each hand. */
async function playEvening(clubs) {
  const club = await clubs.makeTable({ names: ["Ah Ming", "Bo", "Chun", "<b>Fong</b>"] });
  const { owner, path, players } = club;
  // Where the club is it can be the next month already.
  const played_on = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(new Date());
  const stated = { terms: { variant: { id: "old-hong-kong" }, stake_cents: 50, currency: "HKD" }, players, played_on };
  const { id } = await owner.call("POST", `${path}/matches`, stated);
  for (const [place, outcome] of WINS.entries()) await owner.call("POST", `${path}/matches/${id}/hands`, { number: place + 1, outcome });
  await owner.call("POST", `${path}/matches/${id}/end`, { reason: "the evening is over" }, { "If-Match": "*" });
  return { ...club, over: `/matches/${id}` };
}

test("an evening is settled until everything is paid, and a payment is reversed", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/settle");
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
  await page.getByText("Nothing is open: everything is settled and paid.").waitFor();
  await page.getByText(/all paid/).waitFor();
});

test("whoever settles what has changed meanwhile sees what is open now, in the balances and in the plan", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const { owner, path, players } = club;
  const page = await club.open("/settle");
  await page.getByText(/pays Bo/).first().waitFor();
  await page.route("**/settlements", async (route) => {
    const stated = { terms: { variant: { id: "old-hong-kong" }, stake_cents: 700, currency: "HKD" }, players, played_on: "2026-11-21" };
    const { id } = await owner.call("POST", `${path}/matches`, stated);
    await owner.call("POST", `${path}/matches/${id}/hands`, { number: 1, outcome: { kind: "agreed", winner: 1, chair_points: [300, -100, -100, -100] } });
    await route.continue();
  }, { times: 1 });
  const said = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Ah Ming", exact: true }) }).getByRole("cell").first();
  const before = await said.textContent();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/pays Ah Ming/).first().waitFor();
  await page.getByRole("alert").waitFor();
  await expect(said).not.toHaveText(before);
});

test("of two who mark the same debt as paid, the second is told that it is paid", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/settle");
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
  const { settlements } = await club.owner.call("GET", `${club.path}/settlements`);
  const [{ id, transfers }] = settlements;
  for (const { from, to, open_cents } of transfers) {
    await club.owner.call("POST", `${club.path}/settlements/${id}/payments`, { from: from.id, to: to.id, amount_cents: open_cents });
  }
  await page.getByRole("button", { name: /it was paid$/ }).first().click();
  await page.getByText("Somebody marked this as paid before you").waitFor();
  await expect(page.getByRole("button", { name: /it was paid$/ })).toHaveCount(0);
  await expect(page.getByText("minor units")).toHaveCount(0);
});

test("a player's page has the figures of the standings", async ({ clubs }) => {
  const club = await playEvening(clubs);
  // The match of the table counts as it stands.
  await club.record(1, WINS[0]);
  const page = await club.open("/standings");
  // As where somebody played more matches than there are in one answer.
  await page.route("**/matches?*limit=200*", (route) => route.continue({ url: route.request().url().replace("limit=200", "limit=1") }));
  const first = page.getByRole("listitem").filter({ hasText: /^1\. Bo\s*\+/ });
  await first.waitFor();
  await page.waitForFunction(() => !document.body.textContent.includes("still being added up"));
  const points = /\+\d+/.exec(await first.textContent())[0];
  await first.getByRole("link", { name: "Bo" }).click();
  await page.getByRole("heading", { name: `Bo ${points}` }).waitFor();
  await page.getByRole("img", { name: `Points in all after each of 2 matches; ${points} in the end` }).waitFor();
  await page.getByText(/^Matches: 2, hands: 3/).waitFor();
  await page.getByText("100%").first().waitFor();
  assert.match(await page.getByRole("region", { name: "Places" }).textContent(), /Place 11/);
  await expect(page.getByRole("region", { name: "With whom" }).getByRole("link")).toHaveCount(3);
});

test("the records of a club have its best hand, which a pattern or a period leaves out", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/records");
  await page.getByText("6 fan", { exact: true }).waitFor();
  await expect(page.locator("#won-hands ~ ul > li")).toHaveCount(2);
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
});

test("standings, settling and files are of a period, which the address keeps", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/standings");
  await page.getByRole("link", { name: "Bo" }).waitFor();
  const ofMonth = page.waitForResponse(/standings\?.*from=\d{4}-\d{2}-01/);
  await page.getByRole("radio", { name: "This month" }).check();
  await page.waitForURL(/standings\?from=\d{4}-\d{2}-01&until=\d{4}-\d{2}-\d{2}$/);
  await ofMonth;
  await page.getByRole("link", { name: "Bo" }).waitFor();
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("From the day").fill("2020-01-01");
  await page.getByLabel("To the day").fill("2020-12-31");
  await page.getByText("No hand yet").waitFor();
  await page.waitForURL("**/standings?from=2020-01-01&until=2020-12-31");
  await page.reload();
  await page.getByText("No hand yet").waitFor();
  await expect(page.getByLabel("From the day")).toHaveValue("2020-01-01");
  // A period that ends before it begins is refused with its reason, and can be put right.
  await page.getByLabel("From the day").fill("2021-01-01");
  await page.getByRole("alert").waitFor();
  await page.getByRole("radio", { name: "All time" }).check();
  await page.getByRole("link", { name: "Bo" }).waitFor();

  await page.goto(`${club.page}/settle`);
  await page.getByText(/pays Bo/).first().waitFor();
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("To the day").fill("2020-12-31");
  await page.getByText("Settled: nothing is left to settle here.").waitFor();
  await expect(page.getByRole("button", { name: "Settle this" })).toHaveCount(0);
  await page.getByRole("radio", { name: "This year" }).check();
  await page.getByText(/pays Bo/).first().waitFor();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();

  await page.goto(`${club.page}/exports`);
  await page.getByRole("radio", { name: "CSV" }).check();
  const lines = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "All hands: save" }).click()]);
    return fs.readFileSync(await download.path(), "utf8").trim().split("\n").length;
  };
  assert.ok((await lines()) > 1);
  await page.getByRole("radio", { name: "From day to day" }).check();
  await page.getByLabel("To the day").fill("2020-12-31");
  assert.equal(await lines(), 1);
});

test("one match is settled from its table", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open(club.over);
  await page.getByText("Settle this match").click();
  await page.getByText(/pays Bo/).first().waitFor();
  const plan = await page.getByText(/pays Bo/).count();
  await page.getByRole("button", { name: "Settle this" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
  assert.equal(await page.getByText(/owes Bo/).count(), plan);
  // What is settled is owed until it is paid: nothing says that everybody is even.
  await page.getByText("Settled: nothing is left to settle here.").waitFor();
  await expect(page.getByText(/Nothing is open|everybody is even/)).toHaveCount(0);
  await expect(page.locator("summary .unpaid")).toHaveText("not all paid");
  await page.getByRole("link", { name: "All settlements and payments of the club" }).click();
  await page.getByText(/owes Bo/).first().waitFor();
});

test("files are saved with their names, and have something in them", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/exports");
  // A workbook is an archive, of which the list at its end has the names of the parts.
  for (const [kind, what, name, has] of [
    ["Excel", "Standings", "standings.xlsx", /^PK.*xl\/worksheets\/sheet1\.xml/s],
    ["Excel", "All hands", "hands.xlsx", /^PK.*xl\/worksheets\/sheet1\.xml/s],
    ["Excel", "All payments", "payments.xlsx", /^PK.*\[Content_Types\]\.xml/s],
    ["CSV", "Standings", "standings.csv", /player/],
    ["CSV", "All hands", "hands.csv", /match/],
    ["CSV", "All payments", "payments.csv", /,/],
    ["CSV", "The ledger", "ledger.ndjson", /^\{/],
  ]) {
    const isChosen = page.getByRole("radio", { name: kind });
    // Excel is what is chosen before anybody chooses.
    if (kind === "CSV") await isChosen.check();
    await expect(isChosen).toBeChecked();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `${what}: save` }).click()]);
    assert.equal(download.suggestedFilename(), name);
    assert.match(fs.readFileSync(await download.path(), "latin1"), has);
  }
});

test("a Chinese page saves tables with Chinese headings", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/exports");
  await page.getByRole("button", { name: "繁體中文" }).click();
  await page.getByRole("radio", { name: "CSV" }).check();
  const save = page.getByRole("button", { name: /^排名[:：]/ });
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  assert.match(fs.readFileSync(await download.path(), "utf8"), /^\ufeff名次,玩家,姓名,/);
});

test("there is no barrier in the pages of a season", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/standings");
  const player = await page.getByRole("link", { name: "Bo" }).getAttribute("href");
  for (const part of ["/standings", "/records", player.replace(/.*(?=\/players)/, ""), "/settle", "/exports", ""]) {
    await page.goto(`${club.page}${part}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await untilQuiet(page);
    await assertNoBarriers(page);
  }
});

test("a season of a league is opened, shows its standings, and is closed", async ({ clubs }) => {
  const club = await playEvening(clubs);
  const page = await club.open("/seasons");
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
  assert.match(await bo.textContent(), /matches: 1, of which count: 1 .*too few matches for a rank/);
  await page.getByRole("listitem").filter({ hasText: /^1\. Winds\s*\+/ }).filter({ hasText: "Bo" }).filter({ hasText: "Chun" }).waitFor();
  await page.getByText("handicap −1.5").or(page.getByText("handicap -1.5")).first().waitFor();
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Close the season" }).click();
  await page.getByRole("group", { name: "Close the season" }).getByText("Matches that still play do not count. After that its standings are final.").waitFor();
  await page.getByRole("button", { name: /Close the season/ }).click();
  await page.getByText("these standings are final").waitFor();
  await expect(page.getByRole("button", { name: "Close the season" })).toHaveCount(0);
  await page.goto(`${club.page}/seasons`);
  await page.getByRole("link", { name: /^<b>Winter<\/b> league/ }).waitFor();
  await assertNoBarriers(page);
});
