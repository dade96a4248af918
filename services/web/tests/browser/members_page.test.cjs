"use strict";
// The members of a club: invited, given roles, removed; and who of the players has which account.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { PASSWORD } = require("./clubs.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const { randomUUID } = require("node:crypto");

const HOSTILE = "<img src=x onerror=alert(1)>";

const openMembers = (club, account = club.owner) => club.open("/members", { account });
const section = (page, name) => page.getByRole("region", { name });
const memberRow = (page, name) => section(page, "Members").getByRole("listitem").filter({ hasText: name });
const playerRow = (page, name) => section(page, "Players and their accounts").getByRole("listitem").filter({ has: page.locator("b", { hasText: name }) });
const rolesOf = async (club) => {
  const { members } = await club.owner.call("GET", `${club.path}/members`);
  return Object.fromEntries(members.map(({ display_name: name, role }) => [name, role]));
};

test("an invitation is made, accepted by somebody without an account, given a role, and removed", async ({ clubs, open }) => {
  const club = await clubs.found();
  const page = await openMembers(club);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption({ label: "player: looks on" });
  await page.getByLabel(/^Days/).fill("3");
  await page.getByRole("button", { name: "Make an invitation" }).click();
  const link = await page.getByLabel("Link to send to whom you invite").inputValue();
  assert.match(link, /\/clubs\/join#token=[\w-]{40,}$/);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("It is copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await section(page, "Invite somebody").getByText("open", { exact: true }).waitFor();

  const guest = await open(link);
  const asked = [];
  guest.on("request", (sent) => asked.push(sent.url(), sent.headers().referer ?? ""));
  await guest.getByText("Mei invites you to the club “Sai Ying Pun”.").waitFor();
  await guest.getByText("Your role there: player (looks on).").waitFor();
  await guest.getByText("You can accept until", { exact: false }).waitFor();
  await assertNoBarriers(guest);
  await guest.getByRole("button", { name: "I have no account yet" }).click();
  await guest.getByLabel("Your name").fill("Wing");
  const email = `${randomUUID()}@example.org`;
  await guest.getByLabel("E-mail").fill(email);
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Make an account" }).click();
  await guest.getByText(`You join as Wing (${email}).`).waitFor();
  await guest.getByText("Mei invites you to the club “Sai Ying Pun”.").waitFor();
  assert.deepEqual(await rolesOf(club), { Mei: "owner" }, "nothing happens before somebody agrees");
  await guest.getByRole("button", { name: "Join the club" }).click();
  await guest.getByRole("heading", { name: "Sai Ying Pun" }).waitFor();
  const [, token] = link.split("token=");
  assert.deepEqual(asked.filter((address) => address.includes(token)), [], "the token is in no address that is sent");

  await page.reload();
  await section(page, "Invite somebody").getByText("used", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Link to send to whom you invite").count(), 0, "the link is shown once");
  await page.getByRole("combobox", { name: "Role: Wing" }).selectOption({ label: "scorer" });
  await page.getByRole("button", { name: "Change the role: Wing" }).click();
  await memberRow(page, "Wing").locator(".label", { hasText: "scorer" }).waitFor();
  assert.deepEqual(await rolesOf(club), { Mei: "owner", Wing: "scorer" });
  await page.getByRole("button", { name: "Remove: Wing" }).click();
  await page.getByText("What Wing recorded stays.", { exact: false }).waitFor();
  assert.equal(Object.keys(await rolesOf(club)).length, 2, "it is asked once more");
  await page.getByRole("button", { name: "No, leave it as it is" }).click();
  await page.getByRole("button", { name: "Remove: Wing" }).click();
  await page.getByRole("button", { name: "Yes: Remove" }).click();
  await memberRow(page, "Wing").waitFor({ state: "detached" });
  assert.deepEqual(await rolesOf(club), { Mei: "owner" });
});

test("an invitation is revoked, and a link that is not good says so", async ({ clubs, open }) => {
  const club = await clubs.found();
  const { token } = await club.owner.call("POST", `${club.path}/invitations`, { role: "scorer" });
  const page = await openMembers(club);
  await page.getByRole("button", { name: "Revoke: scorer" }).click();
  await page.getByRole("button", { name: "Yes: Revoke" }).click();
  await page.getByText("revoked", { exact: true }).waitFor();
  await page.goto(`${clubs.url}/clubs/join#token=${token}`);
  await page.locator(".problem").waitFor();
  await expect(page.getByRole("button", { name: "Join the club" })).toHaveCount(0);
  await page.goto(`${clubs.url}/clubs/join`);
  await page.getByLabel("Link of the invitation").fill(HOSTILE);
  await page.getByRole("button", { name: "Show the invitation" }).click();
  await page.locator(".problem").waitFor();
  await expect(page.getByLabel("Link of the invitation")).toHaveValue(HOSTILE);
  const stranger = await open(`${clubs.url}/clubs/join#token=${token}`);
  await stranger.locator(".problem").waitFor();
  await expect(stranger.getByText("invites you")).toHaveCount(0);
});

test("a pasted invitation is shown before it is accepted, and names are only text", async ({ clubs, open }) => {
  const club = await clubs.found({ name: HOSTILE, ownerName: HOSTILE });
  const other = await clubs.found();
  const { token } = await club.owner.call("POST", `${club.path}/invitations`, { role: "auditor" });
  const page = await open(`${clubs.url}/clubs/join`, { account: other.owner });
  await page.getByLabel("Link of the invitation").fill(`${clubs.url}/clubs/join#token=${token}`);
  await page.getByRole("button", { name: "Show the invitation" }).click();
  await page.getByText(`${HOSTILE} invites you to the club “${HOSTILE}”.`).waitFor();
  await expect(page.locator("img")).toHaveCount(0);
  await page.getByRole("button", { name: "Join the club" }).click();
  await page.getByRole("heading", { name: HOSTILE }).waitFor();
  assert.deepEqual((await rolesOf(club)).Mei, "auditor");
});

test("a club is handed over to another owner, and left", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openMembers(club);
  await page.getByText("You are the only owner.", { exact: false }).waitFor();
  await expect(page.getByRole("button", { name: "Leave the club" })).toHaveCount(0);
  await club.join("owner", "Lok");
  await page.reload();
  await page.locator("summary", { hasText: "Hand the club over" }).click();
  await page.getByLabel("Your role afterwards").selectOption({ label: "auditor" });
  await page.getByRole("button", { name: "Hand the club over" }).click();
  await page.getByText("You are auditor from then on", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Hand the club over" }).click();
  await memberRow(page, "Mei").locator(".label", { hasText: "auditor" }).waitFor();
  await page.getByRole("region", { name: "Invite somebody" }).waitFor({ state: "detached" });
  assert.deepEqual(await rolesOf(club), { Lok: "owner", Mei: "auditor" });
  await page.getByRole("button", { name: "Leave the club" }).click();
  await page.getByRole("button", { name: "Yes: Leave the club" }).click();
  await page.waitForURL("**/clubs");
  await page.getByText("You are in no club yet.", { exact: false }).waitFor();
});

test("an owner names the club and its time zone anew", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await club.open();
  await page.getByText("Name and time zone").click();
  await page.getByLabel("Name of the club").fill("Kennedy <b>Town</b>");
  await page.getByLabel("Time zone").fill("Mars/Olympus");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
  await expect(page.getByLabel("Name of the club")).toHaveValue("Kennedy <b>Town</b>");
  await page.getByLabel("Time zone").fill("Europe/London");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Kennedy <b>Town</b>" }).waitFor();
  const { name, time_zone } = await club.owner.call("GET", club.path);
  assert.deepEqual([name, time_zone], ["Kennedy <b>Town</b>", "Europe/London"]);
});

test("a player is renamed, linked to an account, merged and erased", async ({ clubs }) => {
  const club = await clubs.found();
  const wing = await club.join("player", "Wing");
  for (const name of ["Ah Ming", "Bo", HOSTILE]) await club.owner.call("POST", `${club.path}/players`, { name });
  const page = await openMembers(club);
  await playerRow(page, "Bo").locator("summary").click();
  await playerRow(page, "Bo").getByLabel("Name of a player").fill("Bobo");
  await playerRow(page, "Bo").getByRole("button", { name: "Rename" }).click();
  await page.locator("b", { hasText: "Bobo" }).waitFor();
  await page.getByRole("combobox", { name: "Account of Bobo" }).selectOption({ label: "Wing" });
  await page.getByRole("button", { name: "Link: Bobo" }).click();
  await page.getByText("account of Wing", { exact: true }).waitFor();
  const players = async () => (await club.owner.call("GET", `${club.path}/players`)).players;
  const bobo = (await players()).find(({ name }) => name === "Bobo");
  assert.deepEqual([bobo.user, bobo.link_confirmed], [wing.id, true]);
  await page.getByRole("button", { name: "Unlink the account: Bobo" }).click();
  await page.getByText("account of Wing", { exact: true }).waitFor({ state: "detached" });

  await playerRow(page, "Ah Ming").locator("summary").click();
  await page.getByRole("combobox", { name: "Ah Ming is the same person as" }).selectOption({ label: "Bobo" });
  await page.getByRole("button", { name: "Merge: Ah Ming" }).click();
  await page.getByText("An owner can take the merge back.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Merge" }).click();
  await page.locator("b", { hasText: "Ah Ming" }).waitFor({ state: "detached" });
  assert.deepEqual((await players()).map(({ name }) => name).sort(), [HOSTILE, "Bobo"]);

  await playerRow(page, "Bobo").getByText("Merged into Bobo: Ah Ming").waitFor();
  await page.getByRole("button", { name: "Take the merge back: Ah Ming" }).click();
  await page.getByText("An account that the merge moved stays with Bobo.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Take the merge back" }).click();
  await page.locator("b", { hasText: "Ah Ming" }).waitFor();
  await page.getByText("Merged into Bobo: Ah Ming").waitFor({ state: "detached" });
  assert.deepEqual((await players()).map(({ name }) => name).sort(), [HOSTILE, "Ah Ming", "Bobo"]);
  const [bo, ming] = ["Bobo", "Ah Ming"].map((name) => playerRow(page, name));
  await ming.locator("summary").click();
  await page.getByRole("combobox", { name: "Ah Ming is the same person as" }).selectOption({ label: "Bobo" });
  await page.getByRole("button", { name: "Merge: Ah Ming" }).click();
  await page.getByRole("button", { name: "Yes: Merge" }).click();
  await bo.getByText("Merged into Bobo: Ah Ming").waitFor();

  await playerRow(page, HOSTILE).locator("summary").click();
  await page.getByRole("button", { name: `Erase the player: ${HOSTILE}` }).click();
  await page.getByText("stays in the ledger without the name", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Erase the player" }).click();
  await page.locator("b", { hasText: HOSTILE }).waitFor({ state: "detached" });
  assert.deepEqual((await players()).map(({ name }) => name), ["Bobo"]);
  await expect(page.locator("img")).toHaveCount(0);
});

test("members see nothing that would be refused, and erase their own player", async ({ clubs }) => {
  const club = await clubs.found({ name: HOSTILE });
  const player = await club.owner.call("POST", `${club.path}/players`, { name: "Wing" });
  const { token } = await club.owner.call("POST", `${club.path}/invitations`, { role: "player", player: player.id });
  const wing = await club.join("player", "Not yet");
  await wing.call("DELETE", `${club.path}/members/me`);
  await wing.call("POST", "/v1/invitations:accept", { token });
  const page = await openMembers(club, wing);
  const refused = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
  for (const address of ["", "/rules", "/members", "/audits"]) {
    await page.goto(`${club.page}${address}`);
    await page.getByRole("heading", { name: HOSTILE }).first().waitFor();
    await untilQuiet(page);
    const nav = page.getByRole("navigation", { name: "Pages of the club" });
    await nav.getByRole("link", { name: "Members" }).waitFor();
    await expect(nav.getByRole("link", { name: "Keys and webhooks" })).toHaveCount(0);
    await expect(page.locator("img")).toHaveCount(0);
  }
  assert.deepEqual(refused.filter((one) => !one.includes("browser-sessions")), []);
  await page.goto(`${club.page}/members`);
  await section(page, "Members").waitFor();
  // The way to Chinese is drawn.
  const buttons = () => page.getByRole("main").getByRole("button").allTextContents();
  await expect.poll(buttons).toEqual(["", "Leave the club", "Erase me as a player", "Sign out"]);
  await page.getByRole("button", { name: "Erase me as a player" }).click();
  await page.getByRole("button", { name: "Yes: Erase me as a player" }).click();
  await page.getByText("No player yet").waitFor();
  const { players } = await club.owner.call("GET", `${club.path}/players`);
  assert.deepEqual(players, []);
});

test("there is no barrier among members", async ({ clubs }) => {
  const club = await clubs.found({ name: HOSTILE });
  await club.join("scorer", HOSTILE);
  await club.join("owner", "Lok");
  for (const name of ["Ah Ming", HOSTILE]) await club.owner.call("POST", `${club.path}/players`, { name });
  const page = await openMembers(club);
  await page.getByRole("button", { name: "Make an invitation" }).click();
  await page.getByLabel("Link to send to whom you invite").waitFor();
  await page.locator("summary", { hasText: "Hand the club over" }).click();
  await playerRow(page, "Ah Ming").locator("summary").click();
  await page.getByRole("button", { name: "Erase the player: Ah Ming" }).click();
  await page.getByRole("button", { name: `Remove: ${HOSTILE}` }).click();
  await assertNoBarriers(page);
  await page.goto(`${clubs.url}/clubs/join`);
  await page.getByRole("button", { name: "Show the invitation" }).waitFor();
  await assertNoBarriers(page);
});
