"use strict";
// What honest taps do at a table: double taps, Undo, a form that is half stated, a hand that the rules refuse, and two phones with one hand.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const { choose, legend, record, recordNoHand, recordWin, sheetLines, stateWin, untilRecorded, untilSheetHas, untilWaiting } = require("./table.cjs");
const { textsIn } = require("./texts.cjs");

const undo = (page) => page.getByRole("button", { name: "Undo", exact: true });
const win = (winner, from, fan) => ({ kind: "win", won_by: "discard", from_chair: from, winners: [{ chair: winner, declared: { fan } }] });

/** Nothing is stated of a hand. */
async function untilNothingIsChosen(page) {
  for (const group of ["Who won", "From", "Fan"]) await expect(legend(page, group).locator("input:checked")).toHaveCount(0);
}

/** Stops the time of a page, so that the moment in which taps do nothing does not end by itself. */
async function stopTime(page) {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

/** Taps where something stands, twice. */
async function tapTwice(page, target, between = async () => {}) {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await target.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await between();
  await page.mouse.click(x + width / 2, y + height / 2);
}

test("what was recorded is said for some seconds where the thumb is, with one way back and forth", async ({ clubs }) => {
  for (const locale of ["en-GB", "zh-HK"]) {
    const say = textsIn(locale);
    const table = await clubs.makeTable();
    await table.record(1, { kind: "goulash" });
    const page = await table.open(`/matches/${table.match.split("/").at(-1)}`, { locale });
    const note = page.locator(".last-hand");
    await page.clock.install();
    const pick = (group, name) => page.getByRole("group", { name: say(group) }).getByRole("radio", { name, exact: true }).check();
    await pick("who_won", "Bo");
    await pick("who_discarded", "Chun");
    await pick("how_many_fan", "4");
    await page.getByRole("button", { name: say("record"), exact: true }).click();
    const said = say("hand_recorded", { number: 2, what: say("wins_points", { name: "Bo", points: "+5" }) });
    await expect(note.getByText(said)).toBeInViewport();
    await expect(page.getByRole("button", { name: say("undo"), exact: true })).toHaveCount(1);
    await note.getByRole("button", { name: say("undo"), exact: true }).click();
    await expect(note).toContainText(say("hand_taken_back", { number: 2, what: "" }).trim());
    await untilRecorded(page, 1);
    await note.getByRole("button", { name: say("redo"), exact: true }).click();
    await untilRecorded(page, 2);
    await expect(note.getByText(said)).toBeVisible();
    await page.clock.fastForward(9_000);
    await expect(note.getByText(said)).toHaveCount(0);
    // Then the sheet has it.
    await expect(page.getByRole("button", { name: say("undo"), exact: true })).toHaveCount(1);
    assert.deepEqual((await table.lines()).map(({ number }) => number), [1, 2]);
    await page.close();
  }
});

test("a hand that waits is taken back without the network", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await page.locator(".last-hand").getByText("Hand 1: Bo from Chun, 3 fan").waitFor();
  await undo(page).click();
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  await page.context().setOffline(false);
  await recordWin(page, "Chun", "Bo", "4");
  await untilSheetHas(page, "Chun from Bo");
  assert.equal((await table.lines()).length, 1);
});

test("a double tap on Undo takes one hand back", async ({ clubs }) => {
  const table = await clubs.makeTable();
  for (const number of [1, 2, 3]) await table.record(number, win(number, 4, 3));
  const page = await table.show();
  await untilRecorded(page, 3);
  await stopTime(page);
  // The second tap comes when the row before has its Undo where that of the last one was.
  await tapTwice(page, undo(page), () => untilRecorded(page, 2));
  await page.getByText("Hand 3 is taken back").waitFor();
  await page.clock.resume();
  await expect(undo(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await untilRecorded(page, 3);
  assert.deepEqual((await table.lines()).map(({ number }) => number), [1, 2, 3]);
});

test("Undo takes back no hand that somebody else recorded or changed in its place", async ({ clubs }) => {
  for (const change of ["void", "replace"]) {
    const table = await clubs.makeTable();
    const page = await table.show();
    // What the other phone does is not told here.
    await page.route("**/events", (route) => route.abort());
    await page.addInitScript(() => {
      globalThis.setInterval = () => 0;
    });
    await page.reload();
    await recordWin(page, "Bo", "Chun", "3");
    await untilSheetHas(page, "Bo from Chun");
    const [{ id }] = await table.lines();
    const right = win(3, 2, 4);
    const changes = [change === "void" ? { kind: "void", outcome_id: id } : { kind: "replace", outcome_id: id, outcome: right }];
    await table.owner.call("POST", `${table.match}/corrections`, { reason: "it was another", changes }, { "If-Match": "*" });
    if (change === "void") await table.record(1, right);
    await undo(page).click();
    await page.getByText("Somebody else changed hand 1 meanwhile").waitFor();
    assert.deepEqual((await table.lines()).map(({ winners }) => winners[0].chair), [3], change);
    await page.close();
  }
});

test("a form that is half stated follows the match when a hand is taken back", async ({ clubs }) => {
  const table = await clubs.makeTable();
  await table.record(1, win(1, 4, 3));
  const page = await table.show();
  await untilRecorded(page, 1);
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await undo(page).click();
  await untilRecorded(page, 0);
  await choose(page, "Fan", "5");
  await page.getByText(/^Bo \+/).waitFor();
  await record(page).click();
  await untilSheetHas(page, "Bo from Chun");
  await expect(page.getByText("was not recorded")).toHaveCount(0);
  assert.deepEqual((await table.lines()).map(({ number }) => number), [1]);
});

test("a double tap on Record records once, and chooses nothing of the next hand", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await stateWin(page, "Bo", "Chun", "4");
  await page.getByText(/^Bo \+/).waitFor();
  await stopTime(page);
  // The button stands where a key is when it goes: the page is scrolled so.
  const key = legend(page, "Fan").locator("label").filter({ hasText: /^\s*5\s*$/ });
  const middle = async (target) => target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const [below, above] = [await middle(key), await middle(record(page))];
  await page.evaluate((by) => scrollBy(0, by), below.y - above.y);
  const { y } = await middle(record(page));
  await page.mouse.click(below.x, y);
  await untilSheetHas(page, "Bo from Chun");
  await page.mouse.click(below.x, y);
  await untilNothingIsChosen(page);
  await page.clock.resume();
  // After the moment taps do what they do.
  await recordWin(page, "Chun", "Bo", "3");
  await untilRecorded(page, 2);
  assert.equal((await table.lines()).length, 2);
});

test("what was tapped is there after a reload and on the way back, and not for the hand after it", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  const isChosen = (group, name) => expect(legend(page, group).getByRole("radio", { name, exact: true })).toBeChecked();
  await stateWin(page, "Bo", "Chun", "4");
  await page.reload();
  await isChosen("Who won", "Bo");
  await isChosen("From", "Chun");
  await isChosen("Fan", "4");
  await page.goto(table.page);
  await page.getByRole("region", { name: "Matches" }).waitFor();
  await page.goBack();
  await isChosen("Fan", "4");
  await record(page).click();
  await untilSheetHas(page, "Bo from Chun");
  await page.reload();
  await legend(page, "Who won").waitFor();
  await untilNothingIsChosen(page);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Agreed points", exact: true }).click();
  await page.getByRole("textbox", { name: "Bo", exact: true }).fill("4-");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Bo", exact: true })).toHaveValue("4-");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
});

test("the fan that are offered are those of the rules, and a hand that they refuse is not recorded", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const { id } = await table.owner.call("POST", `${table.path}/matches`, { terms: { variant: { id: "hkos-fan-laak" } }, players: table.players.slice(0, 4), played_on: "2026-11-21" });
  const page = await table.open(`/matches/${id}`);
  const offered = () => legend(page, "Fan").locator("label").allTextContents();
  await expect.poll(async () => (await offered()).map((said) => said.trim())).toEqual(["3", "4", "5", "6", "7", "8", "9", "10", "Limit"]);
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await page.getByText("Or by the tiles").click();
  await page.getByLabel("Or type the tiles").fill("123m 456p 789s EEE S W");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".record-bar").getByRole("alert").waitFor();
  await expect(record(page)).toBeDisabled();
  await choose(page, "Fan", "3");
  await page.getByText(/^Bo \+/).waitFor();
  await expect(record(page)).toBeEnabled();
});

/** States a hand by tiles that are none, without the network, and a good one after it. */
async function recordBad(page) {
  await page.context().setOffline(true);
  await recordNoHand(page);
  await recordWin(page, "Chun", "Bo", "5");
  await untilWaiting(page, 2);
  await page.context().setOffline(false);
  await page.getByText("Hand 1 was not recorded").waitFor();
}

test("a hand that was refused later opens in the form, and what follows goes after it", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await recordBad(page);
  await page.getByRole("button", { name: "Change it" }).click();
  await page.getByText("Hand 1 is changed.").waitFor();
  await assertNoBarriers(page);
  await expect(legend(page, "Who won").getByRole("radio", { name: "Bo", exact: true })).toBeChecked();
  await expect(record(page)).toBeDisabled();
  await choose(page, "Fan", "4");
  await page.getByText(/^Bo \+/).waitFor();
  await record(page).click();
  await untilSheetHas(page, "Bo from Chun");
  await untilSheetHas(page, "Chun from Bo");
  assert.deepEqual((await table.lines()).map(({ number }) => number), [1, 2]);
});

test("what follows a hand that is dropped moves up by itself", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await recordBad(page);
  await page.getByRole("button", { name: "Drop mine" }).click();
  await untilSheetHas(page, "Chun from Bo");
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  assert.deepEqual((await table.lines()).map(({ number }) => number), [1]);
});

test("two phones that state the same hand state one, and of two hands the safe answer stands first", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "3");
  await untilWaiting(page, 1);
  await table.record(1, win(2, 3, 3));
  await page.context().setOffline(false);
  await untilSheetHas(page, "Bo from Chun");
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  await expect(page.getByText("was not recorded")).toHaveCount(0);
  assert.equal((await table.lines()).length, 1);

  // Whoever states a hand is told at once that it is there already.
  await choose(page, "Who won", "Bo");
  await table.record(2, win(3, 2, 4));
  const told = page.locator(".record-bar").filter({ hasText: "Somebody recorded hand 2: Chun from Bo" });
  await told.waitFor();
  assert.equal(await told.getByRole("button").first().textContent(), "Drop mine");
  await told.getByRole("button", { name: "What I state is hand 3" }).click();
  await expect(told).toHaveCount(0);
  await choose(page, "From", "Chun");
  await choose(page, "Fan", "5");
  await record(page).click();
  await untilRecorded(page, 3);

  await page.context().setOffline(true);
  await recordWin(page, "Bo", "Chun", "6");
  await untilWaiting(page, 1);
  await table.record(4, win(1, 2, 7));
  await page.context().setOffline(false);
  await page.getByText("Somebody recorded hand 4: Ah Ming from Bo").waitFor();
  const answers = page.locator(".outbox").getByRole("button");
  assert.deepEqual(await answers.allTextContents(), ["Drop mine", "Record mine as hand 5"]);
  await answers.first().click();
  await expect(page.getByText("not sent yet")).toHaveCount(0);
  await expect(sheetLines(page)).toHaveCount(4);
});

test("before the rules are read no fan can be chosen, and then no key has moved that could", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  let goOn;
  const isAwaited = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.route("**/variants/*", async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.reload();
  const winner = legend(page, "Who won").getByRole("radio", { name: "Bo", exact: true });
  const fan = legend(page, "Fan").getByRole("radio", { name: "3", exact: true });
  await winner.waitFor();
  await expect(fan).toBeDisabled();
  await page.getByText("Live").waitFor();
  const before = await winner.boundingBox();
  goOn();
  await expect(fan).toBeEnabled();
  assert.deepEqual(await winner.boundingBox(), before);
  await expect(legend(page, "Fan").getByRole("radio", { name: "0", exact: true })).toHaveCount(0);
});

test("the button to record keeps its place when the answer comes, on each screen", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    for (const scrolled of [0, 200, 300]) {
      let goOn;
      const isAwaited = new Promise((resolve) => {
        goOn = resolve;
      });
      await page.route("**/hands?dry_run=true", async (route) => {
        await isAwaited;
        await route.continue();
      });
      await page.reload();
      await page.getByText("● live").waitFor();
      await stateWin(page, "Bo", "Chun", "4");
      await page.evaluate((top) => scrollTo(0, top), scrolled);
      await page.getByText("Working it out …").waitFor();
      const before = await record(page).boundingBox();
      goOn();
      await page.getByText("Bo +5").waitFor();
      assert.deepEqual(await record(page).boundingBox(), before, `${viewport.width} × ${viewport.height}, scrolled by ${scrolled}`);
      await page.unrouteAll();
    }
  }
});

test("no key moves when the table becomes live", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  let goOn;
  const isAwaited = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.route("**/events", async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.reload();
  const winner = legend(page, "Who won").getByRole("radio", { name: "Bo", exact: true });
  await page.getByText("No connection: as of").waitFor();
  await page.getByText("Old Hong Kong").waitFor();
  const before = await winner.boundingBox();
  goOn();
  await page.getByText("● live").waitFor();
  assert.deepEqual(await winner.boundingBox(), before);
});

test("a press that began before what a tap started has ended does what it is meant for", async ({ clubs }) => {
  const table = await clubs.makeTable();
  await table.record(1, win(1, 2, 4));
  const page = await table.show();
  let goOn;
  const isAwaited = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.route("**/corrections", async (route) => {
    await isAwaited;
    await route.continue();
  });
  const hushed = page.locator("html.hushed");
  await undo(page).click();
  await expect(hushed).toHaveCount(0);
  const language = page.getByRole("button", { name: "繁體中文" });
  await language.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await language.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  goOn();
  await untilRecorded(page, 0);
  // The page has done what follows from the answer.
  await untilQuiet(page);
  await page.mouse.up();
  await page.getByRole("group", { name: "邊個食糊" }).waitFor();
});
