"use strict";
// What waits to be sent: whose it is, for whom it was played, and what of a refusal is for ever.
const assert = require("node:assert/strict");
const { expect, test, waits } = require("./fixtures.cjs");
const { legend, recordWin, sheetLines, signIn, totals, untilRecorded, untilSheetHas, untilWaiting } = require("./table.cjs");


test("a hand that waits goes to nobody who took a chair over meanwhile", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  const [, bo, , , newcomer] = table.players;
  await table.owner.call("POST", `${table.match}/substitutions`, { chair: 2, player: newcomer });
  await page.context().setOffline(false);
  await page.getByText("Hand 1 was not recorded").waitFor();
  await page.getByText("Other players sit at the table", { exact: false }).first().waitFor();
  await expect(sheetLines(page).getByText("from Chun")).toHaveCount(0);
  await page.getByRole("button", { name: "Record it for those who sit there now" }).click();
  await untilSheetHas(page, "Daai Lo from Chun");
  const { seats } = await table.owner.call("GET", table.match);
  assert.ok(seats[1].total_points > 0);
  assert.notEqual(seats[1].player.id, bo);
});

test("what somebody recorded is not sent under another's name", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const [one, other] = [await table.join("scorer", "Wing"), await table.join("scorer", "Siu Man")];
  const page = await table.show({ account: one });
  await page.route("**/hands", (route) => route.abort());
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/clubs");
  await page.unroute("**/hands");
  await page.goto(table.address);
  await signIn(page, other);
  await page.getByRole("button", { name: "Send as mine" }).waitFor();
  assert.deepEqual(await table.lines(), []);
  await page.getByRole("button", { name: "Send as mine" }).click();
  await untilSheetHas(page, "Bo from Chun");
  assert.equal((await table.lines()).length, 1);
});

test("what waits for a match that is over or void is dropped, and not changed", async ({ clubs }) => {
  for (const [verb, body] of [["/end", { reason: "it is late" }], [":void", { reason: "the wrong table" }]]) {
    const table = await clubs.makeTable();
    await table.record(1, { kind: "goulash" });
    const page = await table.show();
    await untilRecorded(page, 1);
    await page.context().setOffline(true);
    await recordWin(page, "Bo", "Chun", "3");
    await untilWaiting(page, 1);
    await table.owner.call("POST", `${table.match}${verb}`, body, { "If-Match": "*" });
    await page.context().setOffline(false);
    await page.getByText("Hand 2 was not recorded").waitFor();
    await page.getByText(verb === "/end" ? "The match is over." : "This match is void: nothing of it counts.").first().waitFor();
    await expect(page.getByRole("button", { name: "Change it" })).toHaveCount(0);
    // No further hand is played.
    await expect(page.getByRole("region", { name: "The table" }).getByText(/^hand \d/)).toHaveCount(0);
    await page.getByRole("button", { name: "Drop mine" }).click();
    await expect(page.locator(".outbox")).toHaveCount(0);
    await page.close();
  }
});

test("a refusal of the moment is asked again, and an answer of something on the way is none", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show({ first: waits({ 5_000: 250 }) });
  let answers = 0;
  const foreign = [
    { status: 429, contentType: "application/problem+json", body: JSON.stringify({ type: "/problems#too_many_requests", title: "", status: 429, detail: "", code: "too_many_requests" }) },
    { status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" },
  ];
  await page.route("**/hands", async (route) => {
    const answer = foreign[answers];
    answers += 1;
    await (answer ? route.fulfill(answer) : route.continue());
  });
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await untilSheetHas(page, "Bo from Chun");
  assert.ok(answers >= 3, `${answers} requests`);
  assert.equal((await table.lines()).length, 1);
});

test("of two pages of one browser, each sends what waits once", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole("region", { name: "The table" }).waitFor();
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await untilWaiting(second, 1);
  await recordWin(second, "Chun", "Bo", "4");
  await untilWaiting(second, 2);
  await page.context().setOffline(false);
  for (const one of [page, second]) {
    await untilSheetHas(one, "Bo from Chun");
    await untilSheetHas(one, "Chun from Bo");
    await untilRecorded(one, 2);
  }
  assert.equal((await table.lines()).length, 2);
});

test("a table that could not be read at first is read again, also while its events come", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show({ first: waits({ 5_000: 250, 20_000: 4_000 }) });
  // The page opens, its events come, and the first read is lost: at once, or without a word.
  for (const lose of [(route) => route.abort(), () => {}]) {
    await page.evaluate(() => localStorage.clear());
    await page.route("**/rounds", lose, { times: 1 });
    await page.reload();
    await legend(page, "Who won").waitFor();
  }
});

test("rows and totals are of one version, also if a hand is recorded between the two reads", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  let recorded;
  const isRecorded = new Promise((resolve) => {
    recorded = resolve;
  });
  await page.goto("about:blank");
  // No event has the page read again at once.
  await page.route("**/events", (route) => route.abort());
  await page.route(`**${table.match}`, async (route) => {
    const before = await route.fetch();
    await table.record(1, { kind: "win", won_by: "discard", from_chair: 3, winners: [{ chair: 2, declared: { fan: 3 } }] });
    recorded();
    await route.fulfill({ response: before });
  }, { times: 1 });
  await page.route("**/rounds", async (route) => {
    await isRecorded;
    await route.continue();
  }, { times: 1 });
  await page.goto(table.address);
  await untilSheetHas(page, "Bo from Chun");
  const { seats } = await table.owner.call("GET", table.match);
  assert.deepEqual(await totals(page), seats.map(({ total_points: points }) => points));
});

test("whoever signs out without the network is out, and the session ends when there is one again", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await legend(page, "Who won").waitFor();
  // A page of the service opens, and its API is out of reach.
  await page.route("**/v1/**", (route) => route.abort());
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("E-mail").waitFor();
  await page.goto(table.address);
  await page.getByLabel("E-mail").waitFor();
  await expect(page.getByText("Ah Ming")).toHaveCount(0);
  const before = (await page.context().cookies()).filter(({ name }) => name.includes("refresh"));
  assert.equal(before.length, 1);
  await page.unroute("**/v1/**");
  await page.reload();
  await page.getByLabel("E-mail").waitFor();
  await page.waitForFunction(() => localStorage.getItem("faan-signed-out") === null);
  assert.deepEqual((await page.context().cookies()).filter(({ name }) => name.includes("refresh")), []);
  await signIn(page, table.owner);
  await legend(page, "Who won").waitFor();
});
