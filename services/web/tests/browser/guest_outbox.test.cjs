"use strict";
// What a guest recorded with a link and could not send: it is sent or told, whatever the browser opens next.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, waits } = require("./fixtures.cjs");
const { choose, more, record, recordWin, untilSheetHas, untilWaiting } = require("./table.cjs");

/** A link to record at a table. */
async function linkOf({ owner, match, address }) {
  const { id, secret } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "scorer", expires_in_hours: 1 });
  return { id, secret, address: `${address}#record=${secret}` };
}

/** Whether the browser keeps the secret of a link. */
const keeps = (page, { secret }) => page.evaluate((kept) => Object.values({ ...localStorage, ...sessionStorage }).some((value) => value.includes(kept)), secret);

test("what waits is sent with its own link when the browser opens another table", async ({ clubs, open }) => {
  const [one, other] = [await clubs.makeTable(), await clubs.makeTable()];
  const [link, next] = [await linkOf(one), await linkOf(other)];
  const guest = await open(link.address, { first: waits({ 5_000: 250 }) });
  await guest.getByText("● live").waitFor();
  await guest.context().setOffline(true);
  await recordWin(guest, "Bo", "Chun", "3");
  await untilWaiting(guest, 1);
  const phone = guest.context();
  await guest.close();
  await phone.setOffline(false);
  const second = await phone.newPage();
  const asked = [];
  second.on("request", (request) => asked.push(request.url()));
  await second.route("**/hands", (route) => route.abort());
  await second.goto(next.address);
  await second.getByText("Of another table: 1 not sent yet").waitFor();
  await assertNoBarriers(second);
  assert.ok(await keeps(second, link));
  await second.unroute("**/hands");
  await expect(second.getByText("Of another table")).toHaveCount(0);
  assert.equal((await one.lines()).length, 1);
  assert.equal((await other.lines()).length, 0);
  assert.ok(!(await keeps(second, link)), "the link is forgotten with what waited");
  assert.deepEqual(asked.filter((url) => url.includes(link.secret)), []);
});

test("what another table refuses is one tap away", async ({ clubs, open }) => {
  const [one, other] = [await clubs.makeTable(), await clubs.makeTable()];
  const guest = await open((await linkOf(one)).address);
  await guest.getByText("● live").waitFor();
  await guest.context().setOffline(true);
  await recordWin(guest, "Bo", "Chun", "3");
  await untilWaiting(guest, 1);
  await one.record(1, { kind: "goulash" });
  const phone = guest.context();
  await guest.close();
  await phone.setOffline(false);
  const second = await phone.newPage();
  await second.goto((await linkOf(other)).address);
  await second.getByRole("button", { name: "Open that table" }).click();
  await second.waitForURL(`**${one.match.replace("/v1", "")}*`);
  await second.getByRole("button", { name: "Record mine as hand 2" }).click();
  await untilSheetHas(second, "Bo from Chun");
  assert.equal((await one.lines()).length, 2);
});

test("what waits when the match ends is told as refused, and can be dropped", async ({ clubs, open }) => {
  const table = await clubs.makeTable();
  await table.record(1, { kind: "goulash" });
  const guest = await open((await linkOf(table)).address);
  await untilSheetHas(guest, "Dead hand");
  await guest.context().setOffline(true);
  await recordWin(guest, "Bo", "Chun", "3");
  await untilWaiting(guest, 1);
  await table.owner.call("POST", `${table.match}/end`, { reason: "it is late" }, { "If-Match": "*" });
  await guest.context().setOffline(false);
  const outbox = guest.locator(".outbox");
  await outbox.getByText("Hand 2 was not recorded").waitFor();
  await outbox.getByText("The match is over.").waitFor();
  await outbox.getByText("What is listed here will not be sent any more.").waitFor();
  await outbox.getByText("Tell an owner, a scorer or a referee").waitFor();
  await assertNoBarriers(guest);
  for (const name of ["Change it", "Try again"]) await expect(outbox.getByRole("button", { name })).toHaveCount(0);
  await outbox.getByRole("button", { name: "Drop mine" }).click();
  await expect(outbox).toHaveCount(0);
  assert.deepEqual((await table.lines()).map(({ result }) => result), ["goulash", "early_end"]);
});

test("the hand that ends a match is told on the phone that recorded it, and who can put it right", async ({ clubs, open }) => {
  const table = await clubs.makeTable();
  // Nobody keeps the deal: sixteen hands are the match.
  for (let number = 1; number < 16; number += 1) {
    const dealer = ((number - 1) % 4) + 1;
    const winner = (dealer % 4) + 1;
    await table.record(number, { kind: "win", won_by: "discard", from_chair: dealer, winners: [{ chair: winner, declared: { fan: 3 } }] });
  }
  const guest = await open((await linkOf(table)).address);
  await recordWin(guest, "Ah Ming", "Bo", "4");
  await guest.getByText("The match is over.").waitFor();
  await guest.locator(".last-hand").getByText("Hand 16: Ah Ming +").waitFor();
  await guest.getByText("ask an owner, a scorer or a referee").waitFor();
  await expect(guest.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await assertNoBarriers(guest);
});

/** A phone that recorded two hands with a link and sent neither, and what happened meanwhile. */
async function unsent(clubs, open, meanwhile) {
  const table = await clubs.makeTable();
  const link = await linkOf(table);
  const guest = await open(link.address);
  await guest.getByText("● live").waitFor();
  await guest.context().setOffline(true);
  await recordWin(guest, "Bo", "Chun", "3");
  await untilWaiting(guest, 1);
  await recordWin(guest, "Chun", "Bo", "4");
  await untilWaiting(guest, 2);
  await meanwhile(table, link);
  return { table, guest, outbox: guest.locator(".outbox") };
}

test("the page of a link that was revoked shows what waits, says that it is not sent, and drops it", async ({ clubs, open }) => {
  const { guest, outbox } = await unsent(clubs, open, ({ owner, path }, { id }) => owner.call("POST", `${path}/api-keys/${id}:revoke`));
  await guest.context().setOffline(false);
  for (const again of [false, true]) {
    if (again) await guest.reload();
    await guest.getByText("This link is over, or was revoked.").waitFor();
    await outbox.getByText("Hand 1: Bo from Chun").waitFor();
    await outbox.getByText("Hand 2: Chun from Bo").waitFor();
    await outbox.getByText("What is listed here will not be sent any more.").waitFor();
    await outbox.getByText("Tell an owner, a scorer or a referee").waitFor();
    await expect(guest.getByText("Of another table")).toHaveCount(0);
    await expect(outbox.getByRole("button")).toHaveCount(1);
  }
  await assertNoBarriers(guest);
  await outbox.getByRole("button", { name: "Drop mine" }).click();
  await expect(outbox).toHaveCount(0);
  await guest.reload();
  await guest.getByText("This link is over, or was revoked.").waitFor();
  await expect(outbox).toHaveCount(0);
});

test("what waits for a match that was declared void is told as that, and dropped together", async ({ clubs, open }) => {
  const { table, guest, outbox } = await unsent(clubs, open, ({ owner, match }) => owner.call("POST", `${match}:void`, { reason: "the tiles were marked" }));
  await guest.context().setOffline(false);
  await outbox.getByText("Hand 1 was not recorded").waitFor();
  await outbox.getByText("What is listed here will not be sent any more.").waitFor();
  for (const name of ["Change it", "Try again"]) await expect(outbox.getByRole("button", { name })).toHaveCount(0);
  await outbox.getByRole("button", { name: "Drop mine" }).click();
  await expect(outbox).toHaveCount(0);
  assert.equal((await table.lines()).length, 0);
});

test("what was recorded with a link that is over is sent with another one that is good", async ({ clubs, open }) => {
  const { table, guest } = await unsent(clubs, open, ({ owner, path }, { id }) => owner.call("POST", `${path}/api-keys/${id}:revoke`));
  await guest.context().setOffline(false);
  await guest.getByText("What is listed here will not be sent any more.").waitFor();
  await guest.goto((await linkOf(table)).address);
  await guest.getByRole("button", { name: "Try again" }).click();
  await untilSheetHas(guest, "Bo from Chun");
  await guest.getByRole("button", { name: "Try again" }).click();
  await untilSheetHas(guest, "Chun from Bo");
  assert.equal((await table.lines()).length, 2);
});

test("what a guest recorded is known at the server although its answer was lost and somebody else ended the match", async ({ clubs, open }) => {
  const told = { "**/hands": "Bo from Chun", "**/side-payments": "Bo is paid by each other player" };
  for (const [address, said] of Object.entries(told)) {
    const table = await clubs.makeTable();
    const guest = await open((await linkOf(table)).address, { first: waits({ 5_000: 250 }) });
    await guest.getByText("● live").waitFor();
    await guest.route(address, async (route) => {
      await route.fetch();
      await table.owner.call("POST", `${table.match}/end`, { reason: "it is late" }, { "If-Match": "*" });
      await route.abort();
    }, { times: 1 });
    // As long as it cannot be looked for, nothing is told of it.
    let isBusy = true;
    let looks = 0;
    await guest.route("**/rounds", async (route) => {
      const problem = { type: "/problems#too_many_requests", title: "", status: 429, detail: "", code: "too_many_requests" };
      looks += 1;
      if (isBusy) await route.fulfill({ status: 429, contentType: "application/problem+json", body: JSON.stringify(problem) });
      else await route.continue();
    });
    if (address === "**/hands") {
      await recordWin(guest, "Bo", "Chun", "3");
    } else {
      await more(guest, "Side payment, such as for a kong");
      await choose(guest, "Who is paid", "Bo");
      await guest.getByLabel("Points that each one pays").fill("4");
      await record(guest).click();
    }
    await expect.poll(() => looks).toBeGreaterThan(3);
    await untilWaiting(guest, 1);
    await expect(guest.locator(".outbox").getByText("not recorded")).toHaveCount(0);
    isBusy = false;
    await untilSheetHas(guest, said);
    await expect(guest.locator(".outbox")).toHaveCount(0);
    assert.equal((await table.lines()).length, 2);
    await guest.close();
  }
});

test("the same side payment of somebody else is not that of a guest which was never sent", async ({ clubs, open }) => {
  const table = await clubs.makeTable();
  const guest = await open((await linkOf(table)).address);
  await guest.getByText("● live").waitFor();
  await guest.evaluate(() => import("/web/other_outcome_forms.js"));
  await guest.context().setOffline(true);
  await more(guest, "Side payment, such as for a kong");
  await choose(guest, "Who is paid", "Bo");
  await guest.getByLabel("Points that each one pays").fill("4");
  await record(guest).click();
  await untilWaiting(guest, 1);
  await table.owner.call("POST", `${table.match}/side-payments`, { chair: 2, points: 4 });
  await table.owner.call("POST", `${table.match}/end`, { reason: "it is late" }, { "If-Match": "*" });
  await guest.context().setOffline(false);
  await guest.locator(".outbox").getByText("What is listed here will not be sent any more.").waitFor();
});
