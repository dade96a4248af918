"use strict";
// What needs no browser: the modules of the pages that read and reckon, and the texts.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("@playwright/test");
const { TILES, ownRules } = require("./clubs.cjs");
const { ASSETS, allTexts, load, sources } = require("./texts.cjs");

test("tiles are read as people write them", () => {
  const { parseTiles } = load("tile.js");
  for (const [written, ...tiles] of [
    ["", ""],
    ["123m 55p E", "1m 2m 3m 5p 5p E"],
    ["222s78s WW CCC", "2s 2s 2s 7s 8s W W C C C"],
    ["1f 4q", "1f 4q"],
    ["🀀🀄\ufe0e 🀇🀐🀙", "E C 1m 1s 1p"],
    ["🀢🀥", "1f 3f"],
  ]) assert.deepEqual(parseTiles(written), tiles[0].split(" ").filter(Boolean), written);
  for (const written of ["12", "0m", "5f", "1x", "x", "E1", "m", "1mm", "🂠", "<img>"]) assert.equal(parseTiles(written), null, written);
});

test("a link says the hand that it was made of", () => {
  const { readLink, writeLink } = load("link.js");
  for (const link of [
    "#concealed=2s2s2s7s8sWWCCCFFF&winningTile=9s",
    "#variant=old-hong-kong&concealed=7s8sWW&winningTile=9s&meld=pung%3A2s2s2s&meld=concealed_kong%3ACCCC&meld=chow%3A1m2m3m&bonusTiles=1f4q",
    "#concealed=EEE&seatWind=west&roundWind=south&wonBy=robbed_kong&fromSeat=north&robbedKong=concealed_kong&lastTile=true&minimumFan=3",
  ]) {
    const { hand, circumstances, variant } = readLink(link);
    assert.equal(writeLink(hand, circumstances, variant), link);
  }
});

test("a link that says more than the page could is read as far as the page could", () => {
  const { readLink } = load("link.js");
  const { USUAL } = load("score_request.js");
  const script = encodeURIComponent("<img src=x onerror=alert(1)>");
  const more = `#concealed=1111111111111111m&winningTile=${script}&meld=chow:9m&meld=${script}&wonBy=${script}&minimumFan=1e9&bonusTiles=1f1f&lastTile=${script}&x=${script}`;
  const { hand, leftOut, circumstances, variant } = readLink(more);
  assert.equal(leftOut.tiles.length, 12 + 1 + 1, "twelve more of a kind, a chow that cannot begin there, and the flower once more");
  assert.deepEqual(leftOut.unreadable.sort(), ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"]);
  // Four of a kind at most, and one flower of a kind.
  assert.deepEqual(hand, { concealed: ["1m", "1m", "1m", "1m"], winningTile: null, melds: [], bonusTiles: ["1f"] });
  assert.deepEqual([circumstances, variant], [USUAL, null]);
});

test("what of a link does not fit in the hand is told", () => {
  const { readLink } = load("link.js");
  for (const [link, tiles, unreadable] of [
    ["#concealed=123456789m12345p&winningTile=9p", ["5p"], []],
    ["#concealed=123456789m1234p&winningTile=99p", ["9p"], []],
    ["#concealed=123456789m123p&winningTile=9p", ["9p"], []],
    ["#concealed=EE&meld=pung:SSSS&meld=pung:WWW&meld=pung:NNN&meld=pung:CCC&meld=pung:FFF", ["S", "F", "F", "F", "E"], []],
    ["#concealed=11111m", ["1m"], []],
    ["#concealed=1f&bonusTiles=1f1m", ["1f", "1m"], []],
    ["#concealed=12&bonusTiles=1f&meld=kong", [], ["kong", "12"]],
    ["#concealed=123m", [], []],
  ]) assert.deepEqual(readLink(link).leftOut, { tiles, unreadable }, link);
});

test("an amount with more digits than its currency has is neither taken nor rounded", () => {
  const { toMinorUnits } = load("money.js");
  const { faultOf } = load("typed_number.js");
  for (const [typed, currency, step] of [["0.505", "HKD", 0.01], ["13.500000001", "HKD", 0.01], ["1.5", "JPY", 1], ["0.0005", "KWD", 0.001], ["8.0000000001", "JPY", 1]]) {
    assert.equal(faultOf(typed, { least: 0, most: 1_000_000, step }), "between_steps", typed);
    assert.ok(!Number.isInteger(toMinorUnits(Number(typed), currency)), `${typed} ${currency}`);
  }
  for (const [typed, currency, step, units] of [["0.29", "HKD", 0.01, 29], ["1.10", "HKD", 0.01, 110], ["9999.99", "HKD", 0.01, 999_999], ["0.500", "KWD", 0.001, 500], ["8.00", "JPY", 1, 8], ["１．５", "HKD", 0.01, 150]]) {
    assert.equal(faultOf(typed, { least: 0, most: 1_000_000, step }), null, typed);
    assert.equal(toMinorUnits(load("typed_number.js").readNumber(typed), currency), units, typed);
  }
});

test("money has the digits and the symbol of its currency, and no other module writes it", () => {
  const { fromMinorUnits, money, toMinorUnits } = load("money.js");
  const { setLanguage } = load("language.js");
  const rows = [
    [800, "JPY", 800, "JP¥800", "¥800"],
    [24_000, "KWD", 24, "KWD 24.000", "KWD 24.000"],
    [1350, "HKD", 13.5, "HK$13.50", "HK$13.50"],
    [1350, "USD", 13.5, "US$13.50", "US$13.50"],
    [1350, "TWD", 13.5, "NT$13.50", "NT$13.50"],
    [1350, "IDR", 13.5, "IDR 13.50", "IDR 13.50"],
    [1350, "HUF", 13.5, "HUF 13.50", "HUF 13.50"],
  ];
  for (const [cents, currency, amount, english, chinese] of rows) {
    assert.equal(fromMinorUnits(cents, currency), amount, currency);
    assert.equal(toMinorUnits(amount, currency), cents, currency);
    for (const [language, written] of [["zh-Hant-HK", chinese], ["en", english]]) {
      setLanguage(language);
      assert.equal(money(cents, currency).replace("\u00a0", " "), written, language);
    }
  }
  for (const [file, source] of sources()) {
    if (file === "money.js") continue;
    assert.doesNotMatch(source, /style: "currency"|_cents [-+*/%]/, file);
  }
});

/** Outcomes of each kind, with everything that a form can say of them. */
const OUTCOMES = [
  { kind: "win", won_by: "robbed_kong", robbed_kong: "exposed_kong", from_chair: 4, last_tile: true, winners: [{ chair: 1, declared: { fan: 20, fan_toward_minimum: 5 } }] },
  { kind: "win", won_by: "self_draw", replacement: "second_kong", winners: [{ chair: 3, declared: { fan: 0, limit: true }, liability: { chair: 2, rule: "big_three_dragons" } }] },
  { kind: "win", won_by: "self_draw", first_turn: "heaven", winners: [{ chair: 3, declared: { fan: 4 }, liability: { chair: 2, rule: "five_tiles", tiles_left: 4, live_tile: true } }] },
  { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, declared: { fan: 3 } }, { chair: 3, hand: { ...TILES, concealed: "78s WW CCC FFF", melds: [{ kind: "pung", tiles: "222s" }], bonus_tiles: "1f" } }] },
  { kind: "win", won_by: "bonus_tiles", winners: [{ chair: 2, hand: { bonus_tiles: "1234f1234q" } }] },
  { kind: "agreed", chair_points: [3, -1, -1, -1], winner: 1 },
  { kind: "false_mahjong", chair: 3, points: 7 },
  { kind: "penalty", chair: 2, payee: "house", penalty: "late" },
  { kind: "side_payment", chair: 2, side_payment: "exposed_kong" },
  { kind: "side_payment", chair: 2, from_chair: 4, points: 5 },
  { kind: "totals", chair_points: [24, -8.5, -20, 0], house_points: 4.5 },
  { kind: "totals", chair_points: [24, -8, -20, 4] },
  { kind: "substitution", chair: 3, player: "01a2" },
  { kind: "goulash" },
];

test("a form that is filled with what was recorded says the same", () => {
  const { draftOf, outcomeOf } = load("outcome_draft.js");
  for (const outcome of OUTCOMES) assert.deepEqual(outcomeOf(draftOf(outcome), ownRules()), outcome);
});

test("a form says nothing until enough was said", () => {
  const { NO_DRAFT, outcomeWithReason } = load("outcome_draft.js");
  const { NO_WIN, NO_WINNER } = load("win_draft.js");
  const win = (from, ...winners) => ({ ...NO_WIN, from, winners: winners.map((winner) => ({ ...NO_WINNER, ...winner })) });
  const one = { chair: 1, fan: 3 };
  const said = (draft, rules = ownRules()) => outcomeWithReason({ ...NO_DRAFT, ...draft }, rules);
  for (const [isEnough, draft, rules] of [
    [false, { win: NO_WIN }],
    [false, { win: win(2, { chair: 1 }) }],
    [false, { win: win(null, one) }],
    [false, { win: win(1, one) }],
    [true, { win: win(2, one) }],
    [true, { win: win("self", { chair: 1, fan: "limit" }) }],
    [false, { kind: "several_winners", several_winners: win(2, one) }],
    [false, { kind: "several_winners", several_winners: win(2, one, { chair: 3 }) }],
    [true, { kind: "several_winners", several_winners: win(2, one, { chair: 3, fan: 5 }) }],
    [false, { kind: "agreed", agreed: { points: ["", "", "", ""], winner: 0 } }],
    [false, { kind: "agreed", agreed: { points: ["8", "-4", "-2", ""], winner: 1 } }],
    [false, { kind: "agreed", agreed: { points: ["x", "", "", ""], winner: 0 } }],
    [true, { kind: "agreed", agreed: { points: ["8", "-4", "-2", " -2 "], winner: 1 } }],
    [false, { kind: "false_mahjong", false_mahjong: { chair: 2, points: "" } }],
    [false, { kind: "false_mahjong", false_mahjong: { chair: 2, points: "-3" } }],
    [true, { kind: "false_mahjong", false_mahjong: { chair: 2, points: "12" } }],
    [true, { kind: "false_mahjong", false_mahjong: { chair: 2, points: "" } }, { ...ownRules(), false_mahjong: { points: 20 } }],
    [false, { kind: "penalty", penalty: { chair: 2, payee: "house", penalty: "", points: "" } }],
    [true, { kind: "penalty", penalty: { chair: 2, payee: "house", penalty: "late", points: "" } }],
    [false, { kind: "penalty", penalty: { chair: null, payee: "house", penalty: "late", points: "" } }],
    [false, { kind: "side_payment", side_payment: { chair: 2, from: 0, side_payment: "", points: "" } }],
    [false, { kind: "side_payment", side_payment: { chair: 2, from: 2, side_payment: "exposed_kong", points: "" } }],
    [false, { kind: "side_payment", side_payment: { chair: null, from: 2, side_payment: "exposed_kong", points: "" } }],
    [true, { kind: "side_payment", side_payment: { chair: 2, from: 1, side_payment: "exposed_kong", points: "" } }],
    [false, { kind: "totals", totals: { points: ["", "", "", ""], restToHouse: false } }],
    [false, { kind: "totals", totals: { points: ["8", "-9", "", ""], restToHouse: false } }],
    [true, { kind: "totals", totals: { points: ["8", "-9", "", ""], restToHouse: true } }],
    [false, { kind: "totals", totals: { points: ["9", "-8", "", ""], restToHouse: true } }],
    [true, { kind: "totals", totals: { points: ["9", "-8", "-1", ""], restToHouse: false } }],
    [false, { kind: "substitution", substitution: { chair: 3, player: "" } }],
  ]) assert.equal(said(draft, rules) !== null, isEnough, JSON.stringify(draft));
  const agreed = { kind: "agreed", agreed: { points: ["1", "-1", "", ""], winner: 0 }, reason: " as we said " };
  assert.deepEqual(said(agreed), { kind: "agreed", chair_points: [1, -1, 0, 0], reason: "as we said" });
  assert.equal(said({ win: win(2, one), reason: "none of a win" }).reason, undefined);
});

test("names that a club does not know are gathered from what is said of their lines", () => {
  const { gatherUnknownNames } = load("unknown_names.js");
  const unknown = (line, name, alike) => ({
    line, column: "east", grade: "refused", code: "unknown_player", detail: "The club has no such player.", unknown_name: name && { name, alike },
  });
  const elsewhere = { ...unknown(7, undefined), column: "winner" };
  const { names, others } = gatherUnknownNames([unknown(2, "陳大文"), unknown(3, "“Fong”"), unknown(3, "bo", "Bo"), unknown(5, "陳大文"), elsewhere]);
  assert.deepEqual(names, [
    { name: "陳大文", line: 2, matches: 2, known: undefined },
    { name: "“Fong”", line: 3, matches: 1, known: undefined },
    { name: "bo", line: 3, matches: 1, known: "Bo" },
  ]);
  assert.deepEqual(others, [elsewhere], "where a new player changes nothing, the doubt stays with its line");
});

test("a file of Excel is told from a text by what it has", () => {
  const { mediaTypeOf } = load("import_media_type.js");
  for (const [bytes, type] of [[[0x50, 0x4b, 3, 4], /spreadsheetml\.sheet$/], [[0x50, 0x41], /^text\/csv$/], [[0x50], /^text\/csv$/], [[], /^text\/csv$/], [[0xb3, 0xf5], /^text\/csv$/]])
    assert.match(mediaTypeOf(Uint8Array.from(bytes)), type);
});

/** The values that a text has places for. */
const placesOf = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

test("changes of a correction are sent so that each can be made, and the last word about a row counts", () => {
  const { changeAt, withChange } = load("correction_draft.js");
  const goulash = { kind: "goulash" };
  const stated = [
    { kind: "reseat", players: ["b", "a", "c", "d"], outcomes: "follow_players" },
    { kind: "void", outcome_id: "2" },
    { kind: "insert", before: "2", outcome: { kind: "agreed", chair_points: [1, -1, 0, 0] } },
    { kind: "replace", outcome_id: "1", outcome: goulash },
    { kind: "insert", before: "2", outcome: goulash },
    { kind: "void", outcome_id: "1" },
    { kind: "reseat", players: ["c", "b", "a", "d"], outcomes: "stay_with_chairs" },
  ];
  const changes = stated.reduce(withChange, []);
  assert.deepEqual(changes, [stated[2], stated[4], stated[1], stated[5], stated[6]]);
  const totals = { kind: "insert", before: null, outcome: { kind: "totals", chair_points: [1, -1, 0, 0] } };
  assert.deepEqual([totals, { kind: "void", outcome_id: "1" }].reduce(withChange, changes.slice(0, 3)), [totals, stated[1], stated[5]], "besides totals nothing is put in");
  const takesOver = { kind: "insert", before: null, outcome: { kind: "substitution", chair: 1, player: "p" } };
  for (const order of [[totals, takesOver], [takesOver, totals]]) assert.deepEqual(order.reduce(withChange, []), [takesOver, totals], "after totals nobody takes over");
  assert.equal(changeAt(changes, "/changes/1/outcome/winners/0"), stated[4]);
  for (const pointer of ["/changes", "/changes/9", "/reason"]) assert.equal(changeAt(changes, pointer), undefined);
});

test("who sits where after a change of the seats, with who was taken over from", () => {
  const { seatedAfter } = load("correction_draft.js");
  const started = ["a", "b", "c", "d"];
  const after = (outcomes, players, seated) => seatedAfter([{ kind: "reseat", players, outcomes }], started, seated).join("");
  assert.equal(seatedAfter([], started, ["a", "e", "c", "d"]).join(""), "aecd");
  assert.equal(after("follow_players", ["a", "c", "b", "d"], ["a", "e", "c", "d"]), "aced");
  assert.equal(after("stay_with_chairs", ["a", "c", "b", "d"], ["a", "e", "c", "d"]), "aebd");
  assert.equal(after("stay_with_chairs", ["a", "f", "c", "d"], started), "afcd");
});

test("each text is there in both languages, and says as much in each", () => {
  const texts = Object.entries(allTexts());
  assert.ok(texts.length > 500, `${texts.length} texts`);
  for (const [key, [english, chinese]] of texts) {
    assert.ok(english !== "" && chinese !== "", key);
    assert.deepEqual(placesOf(chinese), placesOf(english), key);
    if (key !== "other_language") assert.doesNotMatch(english, /[\u4e00-\u9fff]/, key);
  }
});

test("the dark changes colours alone, and a wide screen places alone", () => {
  const styles = fs.readdirSync(ASSETS).filter((file) => file.endsWith(".css")).map((file) => fs.readFileSync(path.join(ASSETS, file), "utf8")).join("\n");
  let read = 0;
  for (const [, condition, rules] of styles.matchAll(/@media \(([\w-]+)[^)]*\) \{((?:[^{}]*\{[^{}]*\})*)/g)) {
    const properties = [...rules.matchAll(/[{;]\s*([\w-]+):/g)].map(([, name]) => name);
    assert.ok(properties.length > 0, condition);
    for (const name of properties) {
      if (condition === "prefers-color-scheme") assert.match(name, /^--/, "barriers.cjs looks at colours alone in the dark");
      if (condition.endsWith("width")) assert.doesNotMatch(name, /^(--.*|.*color|background.*|display|visibility|content)$/, "barriers.cjs looks at places alone on a wide screen");
    }
    read += properties.length;
  }
  assert.ok(read > 15, `only ${read}`);
  for (const [file, source] of sources()) assert.doesNotMatch(source, /matchMedia\((?!"print"\))|innerWidth|clientWidth/, `${file}: what is shown depends on no width`);
});

test("the pages can be installed: the manifest names pages and icons that are there, in their sizes", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(ASSETS, "manifest.webmanifest"), "utf8"));
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ["/clubs", "/", "standalone"]);
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = fs.readFileSync(path.join(ASSETS, path.basename(src)));
    if (type === "image/png") assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
    else assert.match(bytes.toString(), /^<svg/);
  }
  for (const page of ["app.html", "index.html"]) assert.match(fs.readFileSync(path.join(ASSETS, page), "utf8"), /rel="manifest" href="\/web\/manifest.webmanifest"/);
});
