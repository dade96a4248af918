"use strict";
// Every page of a club on the smallest telephone, in both languages, with names that are as long as they may be and everything on it opened.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { SMALLEST, widerThanScreen } = require("./barriers.cjs");
const { test, untilQuiet } = require("./fixtures.cjs");

/** The addresses of the pages after `/clubs/`, as the service has them. `*` stands for an id. */
function clubPages() {
  const source = fs.readFileSync(path.join(__dirname, "../../src/lib.rs"), "utf8");
  const [, list] = /const CLUB_PAGES: &\[&str\] = &\[([^\]]*)\]/.exec(source);
  return [...list.matchAll(/"([^"]+)"/g)].map(([, page]) => page);
}

/** Names as long as they may be: of words, of one word, and of Chinese signs. */
const NAMES = [
  "Maria do Rosário ".repeat(6).slice(0, 100).trim(),
  "W".repeat(100),
  "陳".repeat(100),
  "Wolfeschlegelsteinhausenbergerdorff",
  "Bo",
];
const LONG = "Kowloon".repeat(20);

/** A club in which there is something on every page. Returns the ids of what its pages are about. */
async function fullClub(clubs) {
  const club = await clubs.found({ name: LONG.slice(0, 100), ownerName: "M".repeat(100), players: NAMES });
  const { owner, path: at, ids } = club;
  const all = Object.values(ids);
  const post = (part, body, headers) => owner.call("POST", `${at}${part}`, body, headers);
  const today = new Date().toISOString().slice(0, 10);
  const terms = { variant: { id: "old-hong-kong" }, stake_cents: 10_000, currency: "HKD" };
  const win = { kind: "win", won_by: "discard", from_chair: 4, winners: [{ chair: 2, declared: { fan: 0, limit: true } }] };
  const { id: match } = await post("/matches", { terms, players: all.slice(0, 4), played_on: today });
  await post(`/matches/${match}/hands`, { number: 1, outcome: win });
  await post(`/matches/${match}/penalties`, { chair: 1, payee: "house", points: 1_000, reason: LONG.slice(0, 100) });
  await post("/settlements", { currency: "HKD" }).catch(() => {});
  const { id: evening } = await post("/evenings", { held_on: today, hall: LONG, tables: ["T".repeat(40)] });
  await post(`/evenings/${evening}/attendance`, { checked_in: all });
  await post(`/evenings/${evening}/rounds`, {});
  await post(`/evenings/${evening}/rounds/1/matches`, { terms });
  const rules = { rounds: 3, scoring: "points_and_table_points", table_points: [4, 2, 1, 0], clock: { minutes: 600, last_hand: "one_more_hand" } };
  const { id: tournament } = await post("/tournaments", { name: LONG.slice(0, 100), from: "2020-01-01", until: today, rules });
  const teams = all.map((player, place) => ({ player, ...(place < 4 ? { team: "T".repeat(40) } : { substitute: true }) }));
  await post(`/tournaments/${tournament}/entrants`, { registered: teams, checked_in: all });
  await post(`/tournaments/${tournament}/rounds`, {});
  const opened = await post(`/tournaments/${tournament}/rounds/1/matches`, { terms: { variant: terms.variant } });
  await post(`/tournaments/${tournament}/rounds/1/clock`, { running: true });
  await post(`/tournaments/${tournament}/penalties`, { player: all[1], points: 100, reason: LONG });
  await post(`/matches/${opened.rounds[0].tables[0].match}/hands`, { number: 1, outcome: win });
  const handicaps = [{ player: all[1], points: 1000 }];
  const { id: season } = await post("/seasons", { name: LONG.slice(0, 100), from: "2020-01-01", until: today, rules: { unfinished: "count", handicaps } });
  await post("/invitations", { role: "scorer" });
  await post("/api-keys", { name: LONG.slice(0, 100), role: "scorer", expires_in_days: 1 });
  await post("/screen/api-keys", { name: LONG.slice(0, 100), expires_in_days: 1 });
  await post("/audits", {});
  return { club, ids: { matches: match, evenings: evening, tournaments: tournament, seasons: season, players: all[1] } };
}

/** The address of a page: an id is that of what the part before it is of. */
function addressOf(page, club, ids) {
  const parts = page.split("/").map((part, place, before) => (part !== "*" ? part : place === 0 ? club.id : ids[before[place - 1]]));
  assert.ok(!parts.includes(undefined), `${page}: nothing stands for an id of this page`);
  return parts.join("/");
}

/** Opens what opens on a page, and what opens in it. */
async function openAll(page) {
  for (let opened = -1; opened !== 0; ) {
    opened = await page.evaluate(() => {
      const closed = [...document.querySelectorAll("details:not([open]) > summary")];
      for (const summary of closed) summary.click();
      return closed.length;
    });
    await untilQuiet(page);
  }
}

test("no page of a club is wider than the smallest telephone, in either language", async ({ clubs }) => {
  const { club, ids } = await fullClub(clubs);
  const page = await clubs.open("", { account: club.owner, viewport: SMALLEST });
  const wide = [];
  for (const address of ["", ...clubPages().map((one) => addressOf(one, club, ids))]) {
    await page.goto(`${clubs.url}/clubs/${address}`.replace(/\/$/, ""));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await untilQuiet(page);
    await openAll(page);
    for (const language of ["繁體中文", "English"]) {
      await page.getByRole("button", { name: language, exact: true }).click();
      await untilQuiet(page);
      for (const [font, elements] of Object.entries(await widerThanScreen(page))) {
        for (const element of elements) wide.push(`${address}, ${language}, ${font} font: ${element}`);
      }
    }
  }
  assert.equal(wide.join("\n"), "");
});
