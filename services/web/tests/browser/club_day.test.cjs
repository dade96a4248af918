"use strict";
// What the pages say is the club's and not the telephone's: its day, its players of the moment, and one order of their names.
const assert = require("node:assert/strict");
const { expect, test } = require("./fixtures.cjs");
const { choose, recordWin, untilWaiting } = require("./table.cjs");
const { load, sources, textsIn } = require("./texts.cjs");

/** Where it is always another day than in `LAST`, which is 25 hours behind. */
const FIRST = { zone: "Pacific/Kiritimati", hours: 14 };
const LAST = { zone: "Pacific/Pago_Pago", hours: -11 };

/** The day somewhere now. */
const dayAt = ({ hours }) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);

test("today is the club's day, whatever the zone of the telephone", async ({ clubs }) => {
  for (const [here, there] of [[FIRST, LAST], [LAST, FIRST]]) {
    const club = await clubs.found({ players: ["Ah Ming", "Bo", "Chun", "Fong"], timeZone: here.zone });
    // Midnight may pass while the page is read.
    const isToday = async (read) => {
      const before = dayAt(here);
      const day = await read();
      assert.ok([before, dayAt(here)].includes(day), `${day} in ${here.zone}`);
    };
    const page = await club.open("", { timezoneId: there.zone });
    for (const [part, ...labels] of [["/evenings", "Day"], ["/seasons", "First day"], ["/tournaments", "First day", "Last day"]]) {
      await page.goto(`${club.page}${part}`);
      for (const label of labels) await isToday(() => page.getByLabel(label, { exact: true }).inputValue());
    }
    await page.goto(club.page);
    await isToday(async () => {
      await page.getByRole("button", { name: "Start a match" }).click();
      await page.waitForURL("**/matches/*");
      return (await club.owner.call("GET", `${club.path}/matches/${page.url().split("/").at(-1)}`)).played_on;
    });
    await page.goto(`${club.page}/standings`);
    await choose(page, "Period", "This month");
    await page.waitForURL(/from=/);
    const address = new URL(page.url()).searchParams;
    await isToday(async () => `${address.get("from").slice(0, 7)}${dayAt(here).slice(7)}`);
    assert.equal(new Date(`${address.get("until")}T00:00:00Z`).getTime() + 86_400_000, Date.UTC(...address.get("from").split("-").slice(0, 2).map(Number), 1), "the month's last day");
  }
});

test("the days of a settlement, a payment and an invitation are the club's, whatever the zone of the telephone", async ({ clubs }) => {
  for (const [here, there] of [[FIRST, LAST], [LAST, FIRST]]) {
    const club = await clubs.found({ players: ["Ah Ming", "Bo", "Chun", "Fong"], timeZone: here.zone });
    const { owner, path: at, ids } = club;
    const stated = { terms: { variant: { id: "old-hong-kong" }, stake_cents: 50, currency: "HKD" }, players: Object.values(ids), played_on: "2026-11-21" };
    const { id: match } = await owner.call("POST", `${at}/matches`, stated);
    const outcome = { kind: "win", won_by: "discard", from_chair: 4, winners: [{ chair: 3, declared: { fan: 5 } }] };
    await owner.call("POST", `${at}/matches/${match}/hands`, { number: 1, outcome });
    const { version } = await owner.call("GET", `${at}/matches/${match}/settlement`);
    const settlement = await owner.call("POST", `${at}/matches/${match}/settlement`, {}, { "If-Match": `"${version}"` });
    const [{ from, to, amount_cents }] = settlement.transfers;
    await owner.call("POST", `${at}/settlements/${settlement.id}/payments`, { from: from.id, to: to.id, amount_cents });
    const invitation = await owner.call("POST", `${at}/invitations`, { role: "player" });
    const dayOf = (moment) => new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: here.zone }).format(new Date(moment));
    const page = await club.open("/settle", { timezoneId: there.zone });
    await page.locator("summary", { hasText: dayOf(settlement.settled_at) }).waitFor();
    await page.getByText(new RegExp(`paid Chun .* on ${dayOf(settlement.settled_at)}`)).waitFor();
    await page.goto(`${club.page}/members`);
    await page.getByText(`made by Mei, ${dayOf(invitation.made_at)}`, { exact: false }).waitFor();
  }
});

test("whoever has only a link or an invitation sees the times of the club, whatever the zone of the telephone", async ({ clubs, open }) => {
  const table = await clubs.makeTable({ timeZone: FIRST.zone });
  const { owner, path: at, match, page: club, address } = table;
  const { secret: looks } = await owner.call("POST", `${match}/api-keys`, { name: "Uncle Wong", role: "player", expires_in_hours: 1 });
  const { secret: screen } = await owner.call("POST", `${at}/screen/api-keys`, { name: "hall", expires_in_days: 1 });
  const { token, expires_at: end } = await owner.call("POST", `${at}/invitations`, { role: "player" });
  const now = new Date("2026-11-29T10:20:30Z");
  const timeOf = (style, moment) => new Intl.DateTimeFormat("en", { ...style, timeZone: FIRST.zone }).format(moment);
  const time = timeOf({ timeStyle: "medium" }, now);
  const show = (link) => open(link, { timezoneId: LAST.zone, mayFail: /ERR_FAILED|ERR_INTERNET/, now });
  for (const part of ["screen", "seat"]) {
    const page = await show(`${club}/${part}#look=${screen}`);
    await page.getByText("Sai Ying Pun").first().waitFor();
    await page.route("**/screen", (route) => route.abort());
    // The next read.
    await page.clock.fastForward(10_000);
    await page.getByText(`No connection since ${time}`).waitFor();
  }
  const page = await show(`${address}#look=${looks}`);
  await page.getByText("● live").waitFor();
  await owner.call("POST", `${match}/hands`, { number: 1, outcome: { kind: "goulash" } });
  await page.getByText("Dead hand").first().waitFor();
  await page.context().setOffline(true);
  // Nothing was heard for so long.
  await page.clock.fastForward(10_000);
  await page.getByText(`No connection: as of ${time}`).waitFor();
  const invited = await show(`${clubs.url}/clubs/join#token=${token}`);
  await invited.getByText(timeOf({ dateStyle: "medium", timeStyle: "short" }, new Date(end)), { exact: false }).waitFor();
});

test("a zone that a browser does not know is taken for its own", () => {
  const { thisMonth, today } = load("period.js");
  assert.match(today("Mars/Olympus"), /^\d{4}-\d\d-\d\d$/);
  assert.equal(thisMonth("Asia/Hong_Kong").from, `${today("Asia/Hong_Kong").slice(0, 7)}-01`);
});

test("no module asks the telephone for the day, or sorts names by itself", () => {
  for (const [file, source] of sources()) {
    const days = file === "moment_text.js" ? null : source.match(/Intl\.DateTimeFormat\([^\n]*(dateStyle|timeStyle)[^\n]*/g);
    for (const written of days ?? []) assert.match(written, /timeZone/, `${file}: moment_text.js writes moments`);
    assert.doesNotMatch(source, /\.get(FullYear|Month|Date|Hours)\(/, `${file}: period.js says which day it is`);
    if (file === "name_order.js") continue;
    assert.doesNotMatch(source, /localeCompare|Intl\.Collator/, `${file}: name_order.js has the order`);
    for (const [, sort] of source.matchAll(/\.(?:sort|toSorted)\(([^\n]*)/g)) {
      assert.doesNotMatch(sort, /^\)|\bname\b/, `${file}: name_order.js has the order`);
    }
  }
});

test("the two phones' outcomes are told with the players of their moments", async ({ clubs }) => {
  const table = await clubs.makeTable({ names: ["Ah Ming", "Bo", "Chun", "Daai Lo", "Eve"] });
  const page = await table.show();
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Daai Lo", "3");
  await untilWaiting(page, 1);
  await table.record(1, { kind: "win", won_by: "discard", from_chair: 4, winners: [{ chair: 3, declared: { fan: 5 } }] });
  await table.owner.call("POST", `${table.match}/substitutions`, { chair: 4, player: table.players[4] });
  await page.context().setOffline(false);
  await page.getByText("Somebody recorded hand 1: Chun from Daai Lo, 5 fan").waitFor();
  await page.getByText("Bo from Daai Lo, 3 fan").waitFor();
  await expect(page.locator(".seat").getByText("Eve")).toHaveCount(1);
});

/** Players in the order in which a page lists them. */
async function orderIn(list, names) {
  await expect(async () => {
    const said = (await list.allTextContents()).join("\n");
    for (const name of names) assert.ok(said.includes(name), name);
  }).toPass();
  const said = (await list.allTextContents()).join("\n");
  return [...names].sort((one, other) => said.indexOf(one) - said.indexOf(other));
}

test("every list of players has one order: that of the language, in Chinese by strokes", async ({ clubs }) => {
  for (const [locale, order] of [
    ["en-GB", ["amy", "Bo", "Émile", "Player 2", "Player 10", "Zoe"]],
    // 2, 4, 5, 7, 8, 11 strokes.
    ["zh-HK", ["丁", "王", "石", "李", "林", "陳"]],
  ]) {
    const say = textsIn(locale);
    const players = [5, 2, 0, 4, 1, 3].map((place) => order[place]);
    const club = await clubs.found({ players });
    const { owner, path: at, ids } = club;
    const everybody = players.map((name) => ids[name]);
    const { id: evening } = await owner.call("POST", `${at}/evenings`, { held_on: "2026-11-21" });
    await owner.call("POST", `${at}/evenings/${evening}/attendance`, { checked_in: everybody });
    const rules = { rounds: 2, draw: "prescribed", scoring: "points" };
    const { id: tournament } = await owner.call("POST", `${at}/tournaments`, { name: "Cup", from: "2020-01-01", until: "2199-12-31", rules });
    await owner.call("POST", `${at}/tournaments/${tournament}/entrants`, { registered: everybody.map((player) => ({ player })), checked_in: everybody });
    const { id: empty } = await owner.call("POST", `${at}/tournaments`, { name: "Cup 2", from: "2020-01-01", until: "2199-12-31", rules });
    const lists = {
      "": (page) => [page.getByRole("region", { name: say("players") }).getByRole("listitem"), page.getByLabel(say("south")).locator("option")],
      "/members": (page) => [page.getByRole("region", { name: say("players_and_accounts") }).getByRole("listitem")],
      "/seasons": (page) => [page.locator(".season-player legend")],
      [`/evenings/${evening}`]: (page) => [page.locator(".check-in label")],
      [`/tournaments/${tournament}`]: (page) => [page.locator(".check-in").first().locator("label"), page.getByLabel(say("seat_at", { table: 1, wind: say("east") })).locator("option")],
      [`/tournaments/${tournament}/referee`]: (page) => [page.getByLabel(say("penalty_player")).locator("option")],
      [`/tournaments/${empty}`]: (page) => [page.locator(".check-in").last().locator("label")],
    };
    const page = await club.open("", { locale });
    for (const [part, listsOf] of Object.entries(lists)) {
      if (part !== "") await page.goto(`${club.page}${part}`);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.locator("main details, main form").first().waitFor();
      await page.evaluate(() => document.querySelectorAll("main details").forEach((one) => { one.open = true; }));
      for (const [place, list] of listsOf(page).entries()) assert.deepEqual(await orderIn(list, players), order, `${locale} ${part} list ${place + 1}`);
    }
  }
});
