"use strict";
// From sign-up to a settled evening on a small telephone, as somebody does it who has read nothing: in each language, and without English in Chinese.
const assert = require("node:assert/strict");
const { randomUUID } = require("node:crypto");
const { assertNothingWide, inEachFont } = require("./barriers.cjs");
const { expect, KEEPS, test, untilQuiet } = require("./fixtures.cjs");
const { textsIn } = require("./texts.cjs");

/** Words that are the same in both languages: names, and what people type or read in programs. */
const SAME = new Set(["Faan", "English", "API", "HKD", "Unicode", "CSV", "Excel", "xlsx", "QR", "code", "webhook", "Webhook", "JSON", "faan", "audit", "verify", "CLUB", "key", "receipt"]);

/** English words that a page shows or says, but for what is marked as English. */
const englishOn = (page) =>
  page.evaluate(() => {
    const words = [];
    const add = (said, element) => {
      const isMarked = element.closest("[lang='en'], code, .document, input, textarea") !== null;
      const isShown = element.checkVisibility();
      if (isShown && !isMarked) words.push(...(said.match(/[A-Za-z]{3,}/g) ?? []));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) add(node.data, node.parentElement);
    for (const element of document.querySelectorAll("[aria-label]")) add(element.getAttribute("aria-label"), element);
    for (const element of document.querySelectorAll("option")) words.push(...(element.textContent.match(/[A-Za-z]{3,}/g) ?? []));
    return words;
  });

/** What somebody does with a page in a language: the texts are those of the page. */
function visitor(page, locale, text) {
  const button = (key) => page.getByRole("button", { name: text(key), exact: true });
  const press = (key) => button(key).click();
  const type = (key, value) => page.getByLabel(text(key), { exact: true }).fill(value);
  const choose = (key, name) => page.getByRole("group", { name: text(key), exact: true }).first().getByRole("radio", { name, exact: true }).check();
  /** Looks at a page: it is in its language, and nothing has to be scrolled sideways. */
  const look = async () => {
    if (locale === "zh-HK") assert.deepEqual([...new Set(await englishOn(page))].filter((word) => !SAME.has(word)), [], page.url());
    await assertNothingWide(page);
  };
  return { text, button, press, type, choose, look };
}

const NAMES = { "en-GB": ["Ah Ming", "Bo", "Chun", "Fong"], "zh-HK": ["阿明", "阿寶", "阿珍", "阿芳"] };
const CLUB = { "en-GB": "Sai Ying Pun", "zh-HK": "西營盤雀友會" };
const MEI = { "en-GB": "Mei", "zh-HK": "阿美" };

async function openTable(page, { text, press, type, look }, locale) {
  await press("no_account");
  await type("display_name", MEI[locale]);
  await type("email", `${randomUUID()}@example.org`);
  await type("password", "thirteen orphans");
  await look();
  await press("sign_up");
  await page.getByText(text("no_clubs")).waitFor();
  await look();
  await type("club_name", CLUB[locale]);
  await press("found_club");
  await page.getByText(text("players_needed", { count: 4 })).waitFor();
  await look();
  for (const name of NAMES[locale]) {
    await type("player_name", name);
    await press("enrol_player");
    await page.getByRole("listitem").getByText(name, { exact: true }).waitFor();
  }
  // Two players of one name could not be told apart.
  await type("player_name", NAMES[locale][0]);
  await press("enrol_player");
  await page.getByText(text("name_taken")).waitFor();
  await look();
  await type("stake", "0.5");
  await press("new_match");
  await page.waitForURL("**/matches/*");
  await page.getByRole("group", { name: text("who_won") }).waitFor();
  await look();
}

for (const locale of ["en-GB", "zh-HK"]) {
  test(`somebody new keeps score and settles, in ${locale}`, async ({ clubs }) => {
    const page = await clubs.open("", { locale, ...KEEPS });
    const visit = visitor(page, locale, textsIn(locale));
    const { text, button, press, type, choose, look } = visit;
    const rows = page.locator(".sheet > li");
    await openTable(page, visit, locale);
    const [ming, bo, chun] = NAMES[locale];

    // Four taps, and nothing to look for: the fan do not move when a winner is chosen, and the button stands on the screen.
    const groups = ["who_won", "who_discarded", "how_many_fan"].map((key) => page.getByRole("group", { name: text(key), exact: true }).first());
    const places = () => inEachFont(page, () => Promise.all(groups.map((group) => group.boundingBox())));
    const before = await places();
    await choose("who_won", bo);
    assert.deepEqual(await places(), before);
    await choose("who_discarded", chun);
    assert.deepEqual(await places(), before);
    await choose("how_many_fan", "4");
    await page.getByText(new RegExp(`^${bo} \\+`)).waitFor();
    const ends = await inEachFont(page, async () => {
      const { y, height } = await button("record").boundingBox();
      return y + height <= 740;
    });
    assert.ok(Object.values(ends).every(Boolean), "the button stands on the screen");
    await look();
    await press("record");
    await rows.first().waitFor();
    // The next hand begins where it is stated.
    await page.getByRole("group", { name: text("who_won"), exact: true }).locator("input:focus").waitFor({ state: "attached" });

    await choose("who_won", ming);
    await choose("who_discarded", text("self_draw"));
    await page.getByText(text("by_tiles"), { exact: true }).click();
    await type("paste", "222s 78s CCC FFF WW 9s");
    await press("paste_use");
    await page.locator(".answer .worth").waitFor();
    await look();
    await press("record");
    await rows.nth(1).waitFor();
    await rows.first().getByRole("button", { expanded: false }).click();
    await rows.first().getByRole("table", { name: text("payments") }).waitFor();
    await look();
    await press("goulash");
    await press("record_draw");
    await rows.nth(2).waitFor();

    await press("end_match");
    await press("end_match");
    await page.getByText(text("match_over")).first().waitFor();
    await page.getByText(text("summary"), { exact: true }).click();
    await look();
    await page.getByText(text("settle_match"), { exact: true }).click();
    // Whoever leaves the page before the answer may leave before the request.
    const settled = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/settlement"));
    await press("settle");
    await settled;
    await page.getByText(text("all_settlements"), { exact: true }).click();
    await page.waitForURL("**/settle");
    const pay = page.getByRole("button", { name: new RegExp(text("mark_paid", { what: "" })) });
    await pay.first().waitFor();
    await look();
    for (let left = await pay.count(); left > 0; left -= 1) {
      await pay.first().click();
      await page.waitForFunction(([label, count]) => [...document.querySelectorAll("button")].filter((one) => one.ariaLabel?.endsWith(label)).length === count, [text("mark_paid", { what: "" }), left - 1]);
    }
    await page.getByText(text("nothing_open")).waitFor();
    await look();

    const club = page.url().replace("/settle", "");
    await page.goto(club);
    // The next evening goes on as this one: with its players and its stake.
    await page.getByLabel(text("stake"), { exact: true }).waitFor();
    await expect(page.getByLabel(text("stake"), { exact: true })).toHaveValue("0.5");
    const titles = new Set();
    const parts = ["standings", "settle", "rules", "members", "keys", "audits", "import", "exports", "screen"];
    for (const part of parts) {
      await page.goto(`${club}/${part}`);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await untilQuiet(page);
      await look();
      titles.add(await page.title());
    }
    // A page is told from others by its title.
    assert.equal(titles.size, parts.length, [...titles].join("; "));
    for (const title of titles) assert.ok(title.startsWith(CLUB[locale]), title);
  });
}

test("a club shows every match that it played, and begins the next one as the last", async ({ clubs }) => {
  const club = await clubs.found({ players: ["Ah Ming", "Bo", "Chun", "Fong", "Wing"] });
  const seats = [...Object.values(club.ids).slice(1)].reverse();
  const match = { terms: { variant: { id: "hong-kong-new-style" }, stake_cents: 250, currency: "JPY" }, players: seats, played_on: "2026-11-21" };
  for (let made = 0; made < 21; made += 1) await club.owner.call("POST", `${club.path}/matches`, match);
  const page = await club.open();
  const matches = page.getByRole("region", { name: "Matches" });
  await expect(matches.getByRole("listitem")).toHaveCount(20);
  await matches.getByRole("button", { name: "Show more" }).click();
  await expect(matches.getByRole("listitem")).toHaveCount(21);
  await expect(matches.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const chosen = () => page.getByRole("region", { name: "Start a match" }).locator("select").evaluateAll((all) => all.map((one) => one.value));
  assert.deepEqual(await chosen(), [...seats, "hong-kong-new-style"]);
  await expect(page.getByLabel("Money per point; empty: for points")).toHaveValue("250");
  await expect(page.getByLabel("Currency")).toHaveValue("JPY");
});
