"use strict";
// Accounts, clubs and matches, made with the REST API, where the way to them is not what is tested; and their pages, as somebody sees them.
const assert = require("node:assert/strict");
const { randomUUID } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const PASSWORD = "thirteen orphans";
const OLD_HONG_KONG = path.join(__dirname, "../../../rules/variants/old-hong-kong.json");
/** A half flush of bamboos with two pungs of dragons. */
const TILES = { concealed: "22278s WW CCC FFF", winning_tile: "9s" };
const NAMES = ["Ah Ming", "Bo", "Chun", "<b>Fong</b>", "Daai Lo"];

/** Whether the service puts a request off. It says so with when to ask again. */
const isPutOff = ({ status, headers }) => [429, 503].includes(status) && headers.has("retry-after");

/** A connection that was kept open may be cut as a request goes out on it: that is sent again, with its key. */
function unlessCut(error) {
  if (["ECONNRESET", "UND_ERR_SOCKET"].includes(error.cause?.code)) return null;
  throw error;
}

/** A request. `token` is an access token or the secret of an API key. What is put off or cut is asked again. Returns the status, the headers and the body. */
async function request(url, token, method, at, body, more = {}) {
  const headers = { "Idempotency-Key": randomUUID(), Origin: url, ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  for (;;) {
    const response = await fetch(`${url}${at}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }).catch(unlessCut);
    // The service waits some seconds for the whole of a request: one that was paused while it was sent is sent again.
    if (response === null || response.status === 408) continue;
    const said = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    const answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(said) : said };
    if (!isPutOff(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after"))));
  }
}

/** The cookie of a browser's session. */
function cookieOf(url, headers) {
  const [said] = headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(said);
  const [, path] = /; Path=([^;]+)/.exec(said);
  return { name, value, domain: new URL(url).hostname, path, httpOnly: true, sameSite: "Strict" };
}

/** An account, signed in. `call` sends a request of it and fails unless that succeeds. */
async function makeAccount(url, name) {
  const email = `${randomUUID()}@example.org`;
  const signUp = await request(url, null, "POST", "/v1/users", { email, password: PASSWORD, display_name: name });
  assert.equal(signUp.status, 201, JSON.stringify(signUp.body));
  const session = await request(url, null, "POST", "/v1/browser-sessions", { email, password: PASSWORD });
  const call = async (method, at, body, headers) => {
    const answer = await request(url, session.body.access_token, method, at, body, headers);
    assert.ok(answer.status < 300, `${method} ${at}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id } = await call("GET", "/v1/users/me");
  return { id, email, name, call, cookie: cookieOf(url, session.headers) };
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
    side_payments: { exposed_kong: { name: { english: "Exposed kong", traditional_chinese: "明槓" }, points: 3 } },
  };
}

/** What makes them at a service. `open` opens a page. */
function clubsOf(url, open) {
  /**
   * An owner and a club of theirs. `path` is the club in the API; `page` its address. `open` opens one of its pages, for its owner unless
   * `account` is somebody else's; `ids` are the players by their names.
   */
  async function found({ name = "Sai Ying Pun", ownerName = "Mei", players = [], timeZone = "Asia/Hong_Kong" } = {}) {
    const owner = await makeAccount(url, ownerName);
    const { id } = await owner.call("POST", "/v1/clubs", { name, time_zone: timeZone });
    const at = `/v1/clubs/${id}`;
    const ids = {};
    for (const player of players) ids[player] = (await owner.call("POST", `${at}/players`, { name: player })).id;
    /** Somebody who accepted an invitation. */
    const join = async (role, displayName = role) => {
      const { token } = await owner.call("POST", `${at}/invitations`, { role });
      const member = await makeAccount(url, displayName);
      await member.call("POST", "/v1/invitations:accept", { token });
      return member;
    };
    const page = `${url}/clubs/${id}`;
    const openPart = (part = "", options = {}) => open(`${page}${part}`, { account: owner, ...options });
    return { owner, id, path: at, page, ids, join, open: openPart };
  }

  /** A club of five players, with a match of the first four. `rules`: a document of the club's own. `show` opens its table. */
  async function makeTable({ rules, names = NAMES, timeZone } = {}) {
    const club = await found({ players: names, timeZone });
    const { owner } = club;
    const players = Object.values(club.ids);
    const variant = rules ? { document: rules } : { id: "old-hong-kong" };
    const { id } = await owner.call("POST", `${club.path}/matches`, { terms: { variant }, players: players.slice(0, 4), played_on: "2026-11-21" });
    const match = `${club.path}/matches/${id}`;
    /** Everything that was recorded, in order. */
    const lines = async () => (await owner.call("GET", `${match}/rounds`)).rounds.flatMap(({ hands }) => hands);
    /** What the API has of a line. */
    const outcome = async (place) => owner.call("GET", `${match}/hands/${(await lines()).at(place).id}`);
    const record = (number, stated) => owner.call("POST", `${match}/hands`, { number, outcome: stated });
    const address = `${club.page}/matches/${id}`;
    const show = async (options) => {
      const page = await club.open(`/matches/${id}`, options);
      await page.getByRole("region", { name: "The table" }).waitFor();
      return page;
    };
    return { ...club, match, address, players, lines, outcome, record, show };
  }

  /** A page that belongs to no club. */
  const openPage = (part, options) => open(`${url}/clubs${part}`, options);
  return { url, found, makeTable, makeAccount: (name) => makeAccount(url, name), request: (...sent) => request(url, ...sent), open: openPage };
}

module.exports = { PASSWORD, TILES, clubsOf, ownRules };
