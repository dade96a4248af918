"use strict";
// Numbers, days and tiles as people type them: what a field holds is read as what it says, or marked; it is never read as nothing.
const assert = require("node:assert/strict");
const { ownRules } = require("./clubs.cjs");
const { expect, openAll, test, untilQuiet } = require("./fixtures.cjs");
const { choose } = require("./table.cjs");
const { allTexts, load, sources } = require("./texts.cjs");

/** What is typed, and what it says: a number, or nothing that a field takes. */
const TYPED = [
  ["8", 8], ["-8", -8], ["＋8", 8], ["８", 8], ["−8", -8], ["－８", -8], ["﹣8", -8], ["–8", -8], [" 8 ", 8], ["　８　", 8], ["+8", 8], ["1.5", 1.5], ["１．５", 1.5], ["-0", 0], ["007", 7],
  ["4-", null], ["-4-", null], ["--4", null], ["abc", null], ["1e3", null], ["1,5", null], ["１，５", null], ["0x10", null], ["5²", null], ["½", null], ["八", null], ["8 0", null], ["Infinity", null], ["9".repeat(16), null],
];
const UNREADABLE = TYPED.filter(([, number]) => number === null).map(([typed]) => typed);

test("a number is read as what is typed, or not at all", () => {
  const { readNumber } = load("typed_number.js");
  for (const [typed, number] of TYPED) assert.equal(readNumber(typed), number, typed);
});

test("a form says nothing while one of its fields holds what is no number", () => {
  const { NO_DRAFT, outcomeOf } = load("outcome_draft.js");
  const { NO_WIN, NO_WINNER } = load("win_draft.js");
  const win = (winner) => ({ kind: "win", win: { ...NO_WIN, from: "self", winners: [{ ...NO_WINNER, chair: 1, fan: 3, ...winner }] } });
  const liability = { chair: 2, rule: "five_tiles", liveTile: false };
  const agreed = (...points) => ({ kind: "agreed", agreed: { points, winner: 0 } });
  for (const typed of [...UNREADABLE, "5-", "0.25"]) {
    for (const draft of [
      agreed("8", "-8", typed, ""),
      win({ towardMinimum: typed }),
      win({ liability: { ...liability, tilesLeft: typed } }),
      { kind: "false_mahjong", false_mahjong: { chair: 2, points: typed } },
      { kind: "penalty", penalty: { chair: 2, payee: "house", penalty: "late", points: typed } },
    ]) assert.equal(outcomeOf({ ...NO_DRAFT, ...draft }, ownRules()), null, JSON.stringify(draft));
  }
  assert.deepEqual(outcomeOf({ ...NO_DRAFT, ...agreed("＋8", "−８", " ", "") }, ownRules()).chair_points, [8, -8, 0, 0]);
});

test("a request says what is typed where a field is not on the page any more", () => {
  const { USUAL_RULES, statedRules } = load("tournament_rules_draft.js");
  const stated = statedRules({ ...USUAL_RULES, rounds: "８", satOutPoints: "4-", cutAfter: "abc", cutPlayers: "８", minutes: "1e3" });
  assert.deepEqual([stated.rounds, stated.sat_out.points, stated.cut.after_round, stated.cut.players, stated.clock.minutes], [8, "4-", "abc", 8, "1e3"]);
});

test("tiles that do not fit are named, and none is taken over", () => {
  const { NO_TILES, addTiles } = load("hand.js");
  const { parseTiles } = load("tile.js");
  for (const [written, fifth, beyond] of [
    ["222s 333s 444s 555s 66s", "", ""],
    ["222s 333s 444s 555s 66s 777s", "", "7s 7s 7s"],
    ["222s 333s 444s 555s 66s 1f 1q", "", ""],
    ["22222s 33s", "2s", ""],
    ["1f 1f", "1f", ""],
  ]) {
    const added = addTiles(NO_TILES, parseTiles(written));
    assert.deepEqual([added.fifth.join(" "), added.beyond.join(" ")], [fifth, beyond], written);
  }
});

test("no page has a field that hides what is typed", () => {
  for (const [file, source] of sources()) {
    assert.doesNotMatch(source, /type=(\$\{)?["']?number/, `${file}: NumberInput shows what is no number`);
    assert.doesNotMatch(source.replace(/\/\*[\s\S]*?\*\//g, ""), file === "day_field.js" ? /^$/ : /type=(\$\{)?["']?date/, `${file}: DayField shows what is no day`);
  }
});

/** The texts of the labels of all number fields, found in the modules; of players their names. */
function labelsInCode() {
  const texts = allTexts();
  return sources().flatMap(([file, source]) =>
    [...source.matchAll(/<\$\{NumberInput\}[^>]*? label=\$\{(.*?)\} (limits|value|placeholder)=/g)].flatMap(([, label]) =>
      [...label.matchAll(/(?<!=== )"(\w+)"/g)].map(([, key]) => texts[key]?.[0]).filter(Boolean).map((said) => said.split("{")[0].trim()),
    ),
  );
}

/** What a number field is typed into, and whether it takes it. */
const TYPED_IN = [...["4-", "-4-", "abc", "1e3", "1,5"].map((typed) => [typed, false]), ...["8", "-8", "＋8", "８", "−8"].map((typed) => [typed, true])];

/**
 * Types every text into every number field of a page, and looks what the page makes of it. Returns the labels. What is sent of a field stands in a `form`; a table has
 * no form around its fields: what it would `record` is not stated.
 */
async function typeIntoAll(page, holder) {
  const read = await page.locator(".number-input input[inputmode]").evaluateAll(async (inputs, [texts, holds]) => {
    const type = (input, typed) => {
      input.focus();
      input.select();
      document.execCommand(typed === "" ? "delete" : "insertText", false, typed);
    };
    const record = () => [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "Record");
    const isHeld = (input) => (holds === "form" ? !input.form.checkValidity() : record().disabled);
    const rows = [];
    for (const input of inputs) {
      const before = input.value;
      for (const [typed, isTaken] of texts) {
        type(input, typed);
        const said = () => (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
        const isShown = () => /is no number/.test(said()) !== isTaken;
        // The page shows it at its next turn.
        for (let turn = 0; turn < 1_000 && !isShown(); turn += 1) await new Promise((resolve) => setTimeout(resolve));
        rows.push({ label: input.labels[0].innerText.trim(), typed, isTaken, said: said(), invalid: input.getAttribute("aria-invalid"), value: input.value, isHeld: isHeld(input) });
      }
      type(input, before);
    }
    return rows;
  }, [TYPED_IN, holder]);
  for (const { label, typed, isTaken, said, invalid, value, isHeld } of read) {
    const of = `${label}: ${typed}`;
    assert.equal(value, typed, of);
    if (isTaken) assert.doesNotMatch(said, /is no number/, of);
    else assert.deepEqual([/is no number/.test(said), invalid, isHeld], [true, "true", true], `${of}: ${said}`);
  }
  return read.map(({ label }) => label);
}

test("whatever is typed into a number field of any page is read or marked, and nothing is sent", async ({ clubs }) => {
  const table = await clubs.makeTable({ rules: ownRules() });
  const { owner, path: at, players } = table;
  const seen = [];
  const sent = [];
  const look = async (page, holder = "form") => {
    page.on("request", (request) => request.method() === "GET" || sent.push(request.url()));
    seen.push(...(await typeIntoAll(page, holder)));
  };
  const club = await table.open();
  await club.getByLabel("Currency").waitFor();
  await look(club);

  const seasons = await table.open("/seasons");
  await seasons.getByText("Teams and handicaps").click();
  await seasons.getByRole("group", { name: "Bo" }).waitFor();
  await look(seasons);

  const tournaments = await table.open("/tournaments");
  await tournaments.getByLabel("What counts").selectOption({ label: "both together" });
  await tournaments.getByText("Ties, sitting out, a cut").click();
  await tournaments.getByLabel(/^Only the best play on/).fill("2");
  await look(tournaments);
  // What does not fit is marked at the field, and the form is not sent.
  const rounds = tournaments.getByLabel("Rounds that are planned");
  await rounds.fill("99");
  await expect(rounds).toHaveAccessibleDescription(/It has to be from 1 to 64\.$/);
  await tournaments.getByLabel("Name", { exact: true }).fill("Cup");
  await tournaments.getByRole("button", { name: "Open a tournament" }).click();
  await expect(rounds).toBeFocused();

  const rules = { rounds: 2, draw: "random", scoring: "points_and_table_points", table_points: [4, 2, 1, 0], clock: { minutes: 60, last_hand: "finish_hand" } };
  const { id } = await owner.call("POST", `${at}/tournaments`, { name: "Cup", from: "2020-01-01", until: "2199-12-31", rules });
  await owner.call("POST", `${at}/tournaments/${id}/entrants`, { registered: players.map((player) => ({ player })), checked_in: players });
  await owner.call("POST", `${at}/tournaments/${id}/rounds`, {});
  const tournament = await table.open(`/tournaments/${id}`);
  await tournament.getByLabel("Minutes that are left").waitFor();
  await openAll(tournament);
  await look(tournament);

  const referee = await table.open(`/tournaments/${id}/referee`);
  await referee.getByLabel("In which round").waitFor();
  await look(referee);

  await owner.call("POST", `${at}/webhooks`, { name: "hall", url: "https://receiver.invalid/hook" });
  for (const [part, ready] of [["/keys", /^Days until it expires/], ["/members", /^Days/], ["/audits", null]]) {
    const page = await table.open(part);
    if (ready) await page.getByLabel(ready).first().waitFor();
    else await page.getByRole("button", { name: "Audit" }).first().waitFor();
    if (part === "/keys") await page.locator("summary", { hasText: "Change, secret, place" }).waitFor();
    await openAll(page);
    await look(page);
  }
  assert.deepEqual(sent, [], "nothing was sent");

  for (const [kind, state] of [
    ["Agreed points", async () => {}],
    ["Penalty", async (page) => {
      await choose(page, "Who pays", "Bo");
      await page.getByLabel("Which penalty").selectOption({ label: "Came late" });
      await page.getByLabel("Reason").fill("late");
    }],
    ["False mahjong", (page) => choose(page, "Who called it", "Bo")],
    ["", async (page) => {
      await choose(page, "Who won", "Chun");
      await choose(page, "From", "Self-draw");
      await choose(page, "Fan", "3");
      await page.getByText("Kong, first turn, last tile, liability").click();
      await choose(page, "Who pays for all three", "Bo");
      await page.getByLabel("By which rule").selectOption("five_tiles");
    }],
  ]) {
    const page = await table.show();
    if (kind !== "") {
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("button", { name: kind, exact: true }).click();
      await page.locator(".number-input input").first().waitFor();
    }
    await state(page);
    await look(page, "record");
    if (kind === "Penalty") {
      await choose(page, "Paid to", "The club");
      await look(page, "record");
    }
  }
  assert.equal((await table.lines()).length, 0, "nothing was recorded");
  for (const label of labelsInCode()) assert.ok(seen.some((one) => one.startsWith(label)), `no page of this test has the field: ${label}`);
});

test("a number of house rules is read or marked in the same way", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await club.open("/rules");
  await page.getByLabel("Start from").selectOption({ label: "Old Hong Kong" });
  await page.getByRole("button", { name: "Change it" }).click();
  const minimum = page.getByLabel("Minimum fan to win");
  for (const typed of ["4-", "1e3", "abc"]) {
    await minimum.fill(typed);
    await expect(minimum).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("button", { name: "Add these rules" })).toBeDisabled();
  }
  await minimum.fill("＋１");
  await expect(minimum).not.toHaveAttribute("aria-invalid", "true");
  await page.getByText("Minimum fan to win: 3 → 1", { exact: true }).waitFor();
});

test("a day that is none is marked, and the days before hold", async ({ clubs }) => {
  const club = await clubs.found({ players: ["Bo"] });
  const page = await club.open("/standings?from=2020-01-15&until=2020-02-15");
  await untilQuiet(page);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).searchParams.get("until")));
  const until = page.getByLabel("To the day");
  await until.focus();
  // A part of the day is missing then.
  await page.keyboard.press("Backspace");
  await expect(until).toHaveAccessibleDescription(/no such day/);
  await expect(until).toHaveAttribute("aria-invalid", "true");
  assert.deepEqual(asked.filter((day) => day !== null && day !== "2020-02-15"), [], "no other period was asked for");
  await until.fill("2020-02-20");
  await expect(until).toHaveAttribute("aria-invalid", "false");
  await expect(page).toHaveURL(/until=2020-02-20/);
});

test("tiles typed beyond what fits are named at the field, and the hand is not recorded without them", async ({ clubs }) => {
  const table = await clubs.makeTable();
  const page = await table.show();
  const record = page.getByRole("button", { name: "Record", exact: true });
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await page.getByText("Or by the tiles").click();
  const field = page.getByLabel("Or type the tiles");
  await field.fill("222s 333s 444s 555s 66s 777s");
  await page.getByRole("button", { name: "Use" }).click();
  await page.getByText("There is no place for 7 of bamboos, 7 of bamboos, and 7 of bamboos").waitFor();
  await expect(page.getByText("No tiles yet")).toBeVisible();
  await field.fill("22222s 333s 444s 55s 66s");
  await page.getByRole("button", { name: "Use" }).click();
  await page.getByText("There is no other 2 of bamboos").waitFor();
  await expect(record).toBeDisabled();
  await field.fill("222s 333s 444s 555s 66s");
  await page.getByRole("button", { name: "Use" }).click();
  await expect(record).toBeEnabled();
  // What stands in the field and is none of the tiles yet is not left out without a word.
  await field.fill("1f");
  await expect(record).toBeDisabled();
  await field.fill("");
  await expect(record).toBeEnabled();
  // Fan are the other way of saying it: then the tiles are gone, and so is what was typed.
  await field.fill("1f");
  await choose(page, "Fan", "5");
  await expect(field).toHaveValue("");
  await expect(record).toBeEnabled();
});

test("a stake with more digits than its currency has is marked, and no match begins with it", async ({ clubs }) => {
  const club = await clubs.found({ players: ["Ah Ming", "Bo", "Chun", "Fong"] });
  const page = await club.open();
  const stake = page.getByLabel("Money per point", { exact: false });
  for (const [typed, currency, step] of [["0.505", "HKD", "0.01"], ["0.500000001", "HKD", "0.01"], ["1.5", "JPY", ""], ["1.00000001", "JPY", ""]]) {
    await stake.fill(typed);
    await page.getByLabel("Currency").fill(currency);
    await page.getByRole("button", { name: "Start a match" }).click();
    await expect(stake).toHaveAttribute("aria-invalid", "true");
    if (step) await page.getByText(`It has to be a multiple of ${step}.`).waitFor();
  }
  await untilQuiet(page);
  assert.deepEqual((await club.owner.call("GET", `${club.path}/matches`)).matches, []);
  await stake.fill("2.50");
  await page.getByLabel("Currency").fill("HKD");
  await page.getByRole("button", { name: "Start a match" }).click();
  await page.waitForURL("**/matches/*");
  const { terms } = await club.owner.call("GET", `${club.path}/matches/${page.url().split("/").at(-1)}`);
  assert.equal(terms.stake_cents, 250);
});
