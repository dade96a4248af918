"use strict";
// A table that is made with the REST API, where the way to it is not what is tested.
const fs = require("node:fs");
const path = require("node:path");
const { openPage } = require("./service.cjs");

const PASSWORD = "thirteen orphans";
const OLD_HONG_KONG = path.join(__dirname, "../../../rules/variants/old-hong-kong.json");

let made = 0;
const next = () => {
  made += 1;
  return made;
};

/** Somebody with an account, who asks the API. */
async function signUp(url, displayName) {
  const email = `player-${next()}@example.com`;
  const ask = async (method, at, body, headers = {}) => {
    const all = { "Content-Type": "application/json", "Idempotency-Key": `key-${next()}`, ...headers };
    const response = await fetch(`${url}${at}`, { method, headers: all, body: body && JSON.stringify(body) });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${answer}`);
    return /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(answer) : answer;
  };
  await ask("POST", "/v1/users", { email, password: PASSWORD, display_name: displayName });
  const { access_token } = await ask("POST", "/v1/sessions", { email, password: PASSWORD });
  return { email, ask: (method, at, body, headers) => ask(method, at, body, { Authorization: `Bearer ${access_token}`, ...headers }) };
}

/** A club's own rules: Old Hong Kong with what a table may choose besides. */
function ownRules() {
  const document = JSON.parse(fs.readFileSync(OLD_HONG_KONG, "utf8"));
  return {
    ...document,
    id: "own-rules",
    claims: { several: "all" },
    liabilities: [{ rule: "big_three_dragons" }, { rule: "five_tiles" }],
    penalties: { late: { name: { english: "Came late", traditional_chinese: "遲到" }, points: 6 } },
  };
}

/** A club of five players, with a match of the first four. `rules`: a document of the club's own. */
async function makeTable(url, { rules, names = ["Ah Ming", "Bo", "Chun", "<b>Fong</b>", "Daai Lo"] } = {}) {
  const owner = await signUp(url, "Mei");
  const club = `/v1/clubs/${(await owner.ask("POST", "/v1/clubs", { name: "Sai Ying Pun", time_zone: "Asia/Hong_Kong" })).id}`;
  const players = [];
  for (const name of names) players.push((await owner.ask("POST", `${club}/players`, { name })).id);
  const variant = rules ? { document: rules } : { id: "old-hong-kong" };
  const { id } = await owner.ask("POST", `${club}/matches`, { variant, players: players.slice(0, 4), played_on: "2026-11-21" });
  const match = `${club}/matches/${id}`;
  /** Everything that was recorded, in order. */
  const lines = async () => (await owner.ask("GET", `${match}/rounds`)).rounds.flatMap(({ hands }) => hands);
  /** What the API has of a line. */
  const outcome = async (place) => owner.ask("GET", `${match}/hands/${(await lines()).at(place).id}`);
  const record = (number, stated) => owner.ask("POST", `${match}/hands`, { number, outcome: stated });
  return { url, owner, club, match, players, lines, outcome, record };
}

/** The page of the table, for somebody who signs in there. */
async function openAs(browser, { url, match }, email, options) {
  const opened = await openPage(browser, `${url}${match.replace("/v1", "")}`, options);
  const { page } = opened;
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("region", { name: "The table" }).waitFor();
  return opened;
}

/** Somebody who is in the club by an invitation. */
async function invite({ url, owner, club }, role, displayName) {
  const guest = await signUp(url, displayName);
  const { token } = await owner.ask("POST", `${club}/invitations`, { role });
  await guest.ask("POST", "/v1/invitations:accept", { token });
  return guest;
}

module.exports = { invite, makeTable, openAs, ownRules };
