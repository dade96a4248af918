"use strict";
// What somebody tries who means harm: scripts in everything that has a name, and a page of another origin in the same browser.
const assert = require("node:assert/strict");
const { test, untilQuiet } = require("./fixtures.cjs");
const http = require("node:http");

const HOSTILE = `"><img src=x onerror="globalThis.hit=1"><script>hit=1</script>{name}`;

/** A club where everything that somebody can name is a script. */
async function makeHostileClub(clubs) {
  const club = await clubs.found({ name: HOSTILE, ownerName: HOSTILE });
  const { owner, path } = club;
  await club.join("scorer", HOSTILE);
  const players = [];
  for (const place of [1, 2, 3, 4]) players.push((await owner.call("POST", `${path}/players`, { name: `${HOSTILE}${place}` })).id);
  const name = { english: HOSTILE, traditional_chinese: HOSTILE };
  const rules = { base: { id: "old-hong-kong" }, changes: { id: "hostile", name, penalties: { late: { name, points: 6 } } } };
  rules.changes.house_patterns = { "house:hostile": { name, expression: "true", value: 1 } };
  const { hash } = await owner.call("POST", `${path}/variants`, rules);
  await owner.call("POST", `${path}/api-keys`, { name: HOSTILE, role: "player" });
  await owner.call("POST", `${path}/webhooks`, { name: HOSTILE, url: "https://receiver.invalid/hook" });
  const { secret } = await owner.call("POST", `${path}/screen/api-keys`, { name: HOSTILE, expires_in_days: 1 });
  const opened = { terms: { variant: { hash }, stake_cents: 50, currency: "HKD" }, players, played_on: "2026-11-21" };
  const { id } = await owner.call("POST", `${path}/matches`, opened);
  const match = `${path}/matches/${id}`;
  const hand = { concealed: "22278s WW CCC FFF", winning_tile: "9s" };
  await owner.call("POST", `${match}/hands`, { number: 1, outcome: { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, hand }] } });
  await owner.call("POST", `${match}/penalties`, { chair: 2, penalty: "late", payee: "house", reason: HOSTILE });
  await owner.call("POST", `${match}/hands`, { number: 2, outcome: { kind: "false_mahjong", chair: 3, points: 5, reason: HOSTILE } });
  const other = await owner.call("POST", `${path}/matches`, opened);
  return { ...club, players, screen: `${club.page}/screen#look=${secret}`, match: `${club.page}/matches/${id}`, other: other.id };
}

/** Opens whatever a page has to open, also what comes when something else was opened. */
async function openEverything(page) {
  const closed = page.locator("details:not([open]) > summary:visible, button[aria-expanded='false']:visible");
  do {
    for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
    await untilQuiet(page);
  } while ((await closed.count()) > 0);
}

test("scripts in names do nothing on any page, in any language", async ({ clubs }) => {
  const club = await makeHostileClub(clubs);
  const page = await club.open();
  const parts = ["standings", `players/${club.players[0]}`, "settle", "import", "exports", "rules", "members", "keys", "audits", "screen"];
  const addresses = [club.page, club.match, ...parts.map((part) => `${club.page}/${part}`), `${clubs.url}/clubs`, `${clubs.url}/clubs/account`];
  for (const address of [...addresses, club.screen]) {
    await page.goto(address);
    await page.getByText("<img src=x", { exact: false }).first().waitFor();
    await openEverything(page);
    for (const language of ["繁體中文", "English"]) {
      await page.getByRole("button", { name: language, exact: true }).click();
      await page.getByText("<img src=x", { exact: false }).first().waitFor();
      const made = await page.evaluate(() => [globalThis.hit, document.querySelectorAll("img, main script").length]);
      assert.deepEqual(made, [undefined, 0], address);
    }
  }
});

/** A page of another origin, which tries to use the session of whoever opens it. What it got is in its title. */
const EVIL = (url) => `<!doctype html><title>trying</title><iframe name="frame"></iframe>
<form method="post" action="${url}/v1/browser-sessions/refresh" target="frame"></form><script>
const tries = [
  ["POST", "/v1/browser-sessions/refresh"], ["DELETE", "/v1/browser-sessions"], ["GET", "/v1/users/me"], ["GET", "/v1/clubs"], ["GET", "/clubs"],
];
const got = [];
(async () => {
  for (const [method, path] of tries) {
    for (const mode of ["cors", "no-cors"]) {
      try {
        const answer = await fetch("${url}" + path, { method, mode, credentials: "include" });
        const text = await answer.text();
        if (text !== "") got.push(path + ": " + text);
      } catch {}
    }
  }
  document.querySelector("form").submit();
  const frame = document.createElement("iframe");
  frame.src = "${url}/clubs";
  document.body.append(frame);
  const opened = open("${url}/clubs");
  const read = () => {
    const seen = [];
    try { seen.push("window: " + opened.document.title); } catch {}
    try { seen.push("frame: " + frame.contentDocument.body.textContent); } catch {}
    return seen;
  };
  // Until they show another origin, both are empty pages of this one.
  for (let tries = 0; tries < 600; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (read().length === 0) break;
  }
  got.push(...read());
  try { opened.postMessage({ type: "sign-out" }, "*"); } catch {}
  document.title = JSON.stringify(got);
})();
</script>`;

for (const host of ["127.0.0.1", "localhost"]) {
  // A page on another port is of the same site, so that the browser sends it the cookie: the service itself refuses.
  test(`a page of another origin at ${host} gets nothing of a session, and does not end it`, async ({ clubs }) => {
    const server = http.createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(EVIL(clubs.url)));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const club = await clubs.found();
    // What the other page tries is no fault of ours.
    const page = await club.open("", { mayFail: /./ });
    const context = page.context();
    const sent = [];
    context.on("request", (request) => sent.push(request));
    const evil = await context.newPage();
    await evil.goto(`http://${host}:${server.address().port}/`);
    await evil.waitForFunction(() => document.title !== "trying");
    assert.deepEqual(JSON.parse(await evil.title()), []);
    const foreign = sent.filter((request) => request.url().includes("/v1/") && request.headers().origin !== undefined && request.headers().origin !== clubs.url);
    assert.ok(foreign.length > 0, "the page tried");
    for (const answer of await Promise.all(foreign.map((request) => request.response()))) {
      if (answer !== null) assert.ok([401, 403].includes(answer.status()), `${answer.url()}: ${answer.status()}`);
    }
    await page.reload();
    await page.getByRole("heading", { name: "Sai Ying Pun" }).waitFor();
    server.closeAllConnections();
    server.close();
  });
}
