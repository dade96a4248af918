"use strict";
// Parts of forms that open and close: none of them hides a field that the browser or the server refuses.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const { choose, stateWin } = require("./table.cjs");

/** A form for a tournament of four rounds, with its other rules open. */
async function newTournament(clubs) {
  const club = await clubs.found();
  const page = await club.open("/tournaments");
  await page.getByLabel("Name", { exact: true }).fill("Autumn cup");
  const more = page.getByText("Ties, sitting out, a cut");
  await more.click();
  const [after, players] = [page.getByLabel("Only the best play on after round"), page.getByLabel("How many play on")];
  await after.fill("2");
  const open = () => page.getByRole("button", { name: "Open a tournament" }).click();
  return { club, page, more, after, players, open };
}

test("what the server refuses is opened and marked until it is sent again", async ({ clubs }) => {
  const { page, more, after, players, open } = await newTournament(clubs);
  await after.fill("4");
  await players.fill("4");
  await more.click();
  await expect(after).toBeHidden();
  await open();
  await page.getByText("A cut is after a round that is not the last one.").waitFor();
  await expect(after).toBeVisible();
  await expect(after).toHaveAttribute("aria-invalid", "true");
  await expect(players).toHaveAttribute("aria-invalid", "false");
  await untilQuiet(page);
  await assertNoBarriers(page);
  // It cannot be hidden before it is put right.
  await more.click();
  await expect(after).toBeVisible();
  await after.fill("3");
  await open();
  await page.waitForURL("**/tournaments/*");
});

test("what the browser refuses is opened, and what is typed wrong is not closed over", async ({ clubs }) => {
  const { page, more, after, players, open } = await newTournament(clubs);
  await more.click();
  await expect(players).toBeHidden();
  await open();
  await expect(players).toBeFocused();
  await players.fill("5");
  await more.click();
  await expect(players).toBeVisible();
  await page.getByText("It has to be a multiple of 4.").waitFor();
  await players.fill("8");
  await more.click();
  await expect(after).toBeHidden();
  await open();
  await page.waitForURL("**/tournaments/*");
});

test("a circumstance that the rules refuse is marked, and is not hidden", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await stateWin(page, "Bo", "Chun", "4");
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("Kong, first turn, last tile, liability").click();
  await choose(page, "First turn", "Heaven");
  const heaven = record.getByRole("radio", { name: "Heaven" });
  await expect(heaven).toHaveAttribute("aria-invalid", "true");
  await record.getByText("Kong, first turn, last tile, liability").click();
  await expect(heaven).toBeVisible();
  await choose(page, "First turn", "None");
  await expect(heaven).toHaveAttribute("aria-invalid", "false");
  assert.equal((await table.lines()).length, 0);
});
