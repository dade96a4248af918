"use strict";
// The ledger of a club: checkpoints, audits with what they find, and the access log.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet, untilSigned } = require("./fixtures.cjs");
const { execFileSync } = require("node:child_process");
const { readFileSync, readdirSync } = require("node:fs");
const { readFile } = require("node:fs/promises");
const path = require("node:path");

const HOSTILE = "<img src=x onerror=alert(1)>";

/** The page once it has all that it reads: what stands above a button and comes later moves it away from under a click. */
async function openAudits(club, account = club.owner) {
  const page = await club.open("/audits", { account });
  await untilQuiet(page);
  return page;
}

const sign = (club) => untilSigned(() => club.owner.call("POST", `${club.path}/ledger/checkpoint`));
const untilAsked = (page) => page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/ledger/checkpoint"));
const section = (page, name) => page.getByRole("region", { name });

/** Changes what the service keeps, past the service, as whoever administers the database of this test could. */
function edit(service, statement) {
  const [newest] = readdirSync("/usr/lib/postgresql").sort((one, other) => Number(other) - Number(one));
  const password = readFileSync(path.join(service.folder, "faan_admin.password"), "utf8").trim();
  const psql = (database, command) =>
    execFileSync(`/usr/lib/postgresql/${newest}/bin/psql`, ["-h", path.join(service.folder, "socket"), "-U", "faan_admin", "-d", database, "-Atc", command], {
      env: { ...process.env, PGPASSWORD: password },
      encoding: "utf8",
    }).trim();
  const databases = psql("postgres", "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'").split("\n");
  psql(databases[0], statement);
}

/** Downloads what a button gives. */
async function download(page, button) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("an audit is asked for, followed, and its result shown", async ({ clubs }) => {
  const club = await clubs.found();
  await club.owner.call("POST", `${club.path}/players`, { name: "Bo" });
  const page = await openAudits(club);
  await page.getByText("No audit yet").waitFor();
  await page.getByRole("button", { name: "Ask for an audit" }).click();
  const audits = section(page, "Audits");
  await audits.getByText("Everything that was checked is right.").waitFor();
  await audits.getByText(/^Entries: 2, of them signed: \d\. Matches: 0\. Hands: 0\.$/).waitFor();
  await audits.getByText(/the tree over the entries.*and what the service shows/).waitFor();
  await audits.getByText(/names and texts, which the auditor may not read/).waitFor();
  await audits.getByRole("listitem").getByText("sound", { exact: true }).waitFor();
  const report = await download(page, "Download the report");
  assert.equal(JSON.parse(report.text).report.verdict, "sound");
});

test("an audit says what other rules would have come to", async ({ clubs }) => {
  const club = await clubs.found({ players: ["Ah Ming", HOSTILE, "Chun", "Fong"] });
  const players = Object.values(club.ids);
  const opened = { terms: { variant: { id: "old-hong-kong" } }, players, played_on: "2026-11-21" };
  const { id } = await club.owner.call("POST", `${club.path}/matches`, opened);
  const winner = { chair: 2, hand: { concealed: "222m 333m 789m 99m 23m", winning_tile: "4m" } };
  const outcome = { kind: "win", won_by: "self_draw", winners: [winner] };
  await club.owner.call("POST", `${club.path}/matches/${id}/hands`, { number: 1, outcome });
  const page = await openAudits(club);
  await page.getByText("What would it have come to by other rules?").click();
  await page.getByRole("combobox", { name: "Other rules" }).selectOption({ label: "Modern Chinese, flat" });
  await page.getByRole("button", { name: "Ask for an audit" }).click();
  const audits = section(page, "Audits");
  await audits.getByText(/^Matches: 1, outcomes: 1, of which would differ: 1, recorded by fan: 0\.$/).waitFor();
  await audits.getByRole("row", { name: new RegExp(HOSTILE.replace(/[()]/g, "\\$&")) }).waitFor();
});

test("an audit names what was changed past the service", async ({ clubs, service }) => {
  const club = await clubs.found({ name: HOSTILE });
  const page = await openAudits(club);
  edit(service, `UPDATE clubs SET time_zone = 'Europe/Zurich' WHERE club_id = '${club.id}'`);
  await page.getByRole("button", { name: "Ask for an audit" }).click();
  const audits = section(page, "Audits");
  await audits.getByText("Something is not as it was entered.").waitFor();
  await audits.getByText("Places in which what the service shows differs from the entries: 1").waitFor();
  await audits.getByText("stored: Europe/Zurich; by the entries: Asia/Hong_Kong").waitFor();
  edit(service, `UPDATE clubs SET time_zone = 'Asia/Hong_Kong' WHERE club_id = '${club.id}'`);
  // An entry whose bytes were changed is a failure with its number. As one statement, so that nobody else sees the table without its triggers.
  edit(service, `ALTER TABLE entries DISABLE TRIGGER ALL; UPDATE entries SET leaf = other, leaf_hash = sha256('\\x00'::bytea || other)
    FROM (SELECT club_id AS club, set_byte(leaf, length(leaf) - 3, 120) AS other FROM entries WHERE seq = 1) AS changed
    WHERE club_id = club AND club = '${club.id}' AND seq = 1; ALTER TABLE entries ENABLE TRIGGER ALL`);
  await page.locator("summary", { hasText: "Score only some hands again" }).click();
  await page.getByLabel(/^From entry/).fill("1");
  await page.getByRole("button", { name: "Ask for an audit" }).click();
  await audits.locator(".failures li").getByText(/^entry 1/).first().waitFor();
  await page.getByRole("button", { name: "繁體中文" }).click();
  await page.getByText("有嘢同記低嘅唔一樣。").waitFor();
  assert.match(await page.locator(".failures li").first().textContent(), /第 1 項.*[\u4e00-\u9fff].*entry 1/s);
  await expect(page.locator("img")).toHaveCount(0);
});

test("checkpoints are signed and downloaded", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openAudits(club);
  await page.getByText("Entries in the ledger: 1.", { exact: false }).waitFor();
  await sign(club);
  const asked = untilAsked(page);
  const checkpoint = await download(page, "Sign one now and download it");
  await asked;
  assert.equal(checkpoint.name, `faan-checkpoint-${club.id}-1.txt`);
  const [origin, size, root, , signature] = checkpoint.text.split("\n");
  assert.ok(origin.endsWith(`/clubs/${club.id}`));
  assert.equal(size, "1");
  const head = await club.owner.call("GET", `${club.path}/ledger/head`);
  assert.equal(Buffer.from(root, "base64").toString("hex"), head.root);
  assert.match(signature, /^— /);
  assert.equal((await download(page, "Download the last one")).text, checkpoint.text);
});

test("the access log says who did what, in pages", async ({ clubs }) => {
  const club = await clubs.found();
  await club.join("scorer", "Wing");
  for (let made = 0; made < 22; made += 1) await club.owner.call("POST", `${club.path}/api-keys`, { name: `key ${made}`, role: "player" });
  const page = await openAudits(club);
  const log = section(page, "Access log");
  await log.getByText("API key made").first().waitFor();
  await expect(log.getByRole("listitem")).toHaveCount(20);
  await log.getByText(/key or link: key 21/).waitFor();
  await log.getByRole("button", { name: "Show more" }).click();
  await log.getByText("club founded").waitFor();
  await log.getByRole("listitem").filter({ hasText: "invitation accepted" }).getByText(/by Wing · .*scorer · entry 3/).waitFor();
  await expect(log.getByRole("listitem")).toHaveCount(25);
  await expect(log.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("each role sees of the ledger what it may", async ({ clubs }) => {
  const club = await clubs.found();
  for (const [role, expected] of [["auditor", ["Checkpoints", "Audits"]], ["scorer", ["Checkpoints"]], ["player", ["Checkpoints"]]]) {
    const member = await club.join(role, role);
    await sign(club);
    const page = await openAudits(club, member);
    await section(page, "Checkpoints").waitFor();
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(expected);
    const asked = untilAsked(page);
    await download(page, "Sign one now and download it");
    await asked;
  }
});

test("there is no barrier in the ledger", async ({ clubs, service }) => {
  const club = await clubs.found({ name: HOSTILE });
  await club.join("scorer", HOSTILE);
  edit(service, `UPDATE clubs SET time_zone = 'Europe/Zurich' WHERE club_id = '${club.id}'`);
  const page = await openAudits(club);
  await page.locator("summary", { hasText: "Score only some hands again" }).click();
  await page.getByRole("button", { name: "Ask for an audit" }).click();
  await page.getByText("stored: Europe/Zurich", { exact: false }).waitFor();
  await expect(page.locator("img")).toHaveCount(0);
  await assertNoBarriers(page);
});
