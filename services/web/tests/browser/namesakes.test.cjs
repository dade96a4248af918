"use strict";
// Two players of one name: who enrols or renames one is asked who is meant, and lists tell the two apart.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test } = require("./fixtures.cjs");
const { load } = require("./texts.cjs");

const PLAYERS = ["Ah Ming", "Bo", "Chun", "Fong"];
const TWIN = "AH  MING";

/** A player as pages name one who has a namesake. */
const toldApart = ({ id, name }) => `${name} (…${id.slice(-4)})`;

/** A club with two players of one name: the first and `twin`. */
async function withNamesakes(clubs) {
  const club = await clubs.found({ players: PLAYERS });
  const twin = await club.owner.call("POST", `${club.path}/players`, { name: "Ah Ming", confirm: true });
  return { ...club, first: { id: club.ids["Ah Ming"], name: "Ah Ming" }, twin };
}

test("whoever enrols a name that is taken is asked who is meant", async ({ clubs }) => {
  const club = await clubs.found({ players: PLAYERS });
  const page = await club.open();
  const players = page.getByRole("region", { name: "Players" });
  await players.getByLabel("Name of a player").fill(TWIN);
  await players.getByRole("button", { name: "Add", exact: true }).click();
  const question = players.getByRole("alert");
  await question.getByText("Who is meant?", { exact: false }).waitFor();
  await expect(question.getByRole("link", { name: "Ah Ming" })).toHaveAttribute("href", `/clubs/${club.id}/players/${club.ids["Ah Ming"]}`);
  await assertNoBarriers(page);
  const names = async () => (await club.owner.call("GET", `${club.path}/players`)).players.map(({ name }) => name).sort();
  assert.deepEqual(await names(), PLAYERS, "nobody was enrolled");
  // What is typed meanwhile is another matter: the question is about what was sent.
  await players.getByLabel("Name of a player").fill("Gei");
  await question.getByRole("button", { name: "Enrol all the same" }).click();
  await question.waitFor({ state: "detached" });
  // The question is gone when the answer to it is sent.
  await expect.poll(names).toEqual([TWIN, ...PLAYERS]);
  await expect(players.getByRole("listitem").filter({ hasText: /ah\s+ming \(…/i })).toHaveCount(2);
});

test("whoever gives a player a name that is taken is asked who is meant", async ({ clubs }) => {
  const club = await clubs.found({ players: PLAYERS });
  const page = await club.open("/members");
  const row = page.getByRole("listitem").filter({ has: page.locator("b", { hasText: "Bo" }) });
  await row.locator("summary").click();
  await row.getByLabel("Name of a player").fill(TWIN);
  await row.getByRole("button", { name: "Rename", exact: true }).click();
  const question = row.getByRole("alert");
  await question.getByRole("link", { name: "Ah Ming" }).waitFor();
  await question.getByRole("button", { name: "Rename all the same" }).click();
  await page.locator("b", { hasText: /ah\s+ming \(…/i }).nth(1).waitFor();
  const { players } = await club.owner.call("GET", `${club.path}/players`);
  assert.equal(players.find(({ id }) => id === club.ids.Bo).name, TWIN);
});

test("lists tell players of one name apart, everywhere alike", async ({ clubs }) => {
  const club = await withNamesakes(clubs);
  const { first, twin, owner, ids } = club;
  const both = [first, twin].map(toldApart).sort();
  const page = await club.open();
  const shown = async (list) => (await list.allInnerTexts()).filter((name) => name.startsWith("Ah Ming")).sort();
  await page.getByRole("link", { name: both[0], exact: true }).waitFor();
  assert.deepEqual(await shown(page.getByRole("region", { name: "Players" }).getByRole("link")), both);
  assert.deepEqual(await shown(page.getByLabel("East").locator("option")), both);
  await page.getByRole("link", { name: toldApart(twin), exact: true }).click();
  await page.getByRole("heading", { name: "Ah Ming" }).waitFor();

  const seats = [first.id, twin.id, ids.Bo, ids.Chun];
  const match = await owner.call("POST", `${club.path}/matches`, { terms: { variant: { id: "old-hong-kong" } }, players: seats, played_on: "2026-11-21" });
  const table = await club.open(`/matches/${match.id}`);
  for (const name of both) await table.getByText(name).first().waitFor();
  const members = await club.open("/members");
  for (const name of both) await members.locator("b", { hasText: name }).waitFor();
  const evening = await owner.call("POST", `${club.path}/evenings`, { held_on: "2026-11-21" });
  const attendance = await club.open(`/evenings/${evening.id}`);
  for (const name of both) await attendance.getByLabel(name, { exact: true }).waitFor();
});

test("the pages compare names as the server does", async ({ clubs }) => {
  const { foldedName } = load("told_apart.js");
  const pairs = [
    ["Player A", "PLAYER  A"], ["Player A", "player\u3000a"], ["Player A", "Player\u00a0A"], ["Player A", "Ｐｌａｙｅｒ Ａ"], ["Player A", "Play\u200ber A"],
    ["Straße", "STRASSE"], ["Mu\u0308ller", "MÜLLER"], ["陳大文", "陳小文"], ["Ah Ming", "AhMing"],
  ];
  const club = await clubs.found();
  for (const [one, other] of pairs) {
    await club.owner.call("POST", `${club.path}/players`, { name: one, confirm: true });
    const asked = club.owner.call("POST", `${club.path}/players`, { name: other }).then(() => "new", (refused) => String(refused));
    assert.equal((await asked).includes("player_name_taken"), foldedName(one) === foldedName(other), `${one} ${other}`);
  }
});
