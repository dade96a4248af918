"use strict";
// House rules: made by a form, checked while they are made, played, retired.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test } = require("./fixtures.cjs");
const { readFile } = require("node:fs/promises");

const HOSTILE = "<img src=x onerror=alert(1)>";

/** The rules of a club as its owner sees them. */
const openRules = (club) => club.open("/rules");

/** Begins house rules from a built-in variant. */
async function begin(page, base = "Old Hong Kong") {
  await page.getByLabel("Start from").selectOption({ label: base });
  await page.getByRole("button", { name: "Change it" }).click();
  await page.getByText("Nothing is wrong with these rules.").waitFor();
}

/** Opens a section of the form. */
const openSection = (page, name) => page.locator("summary", { hasText: name }).click();

/** A house variant of a club, made over the REST API. */
async function addVariant(club, changes) {
  return club.owner.call("POST", `${club.path}/variants`, { base: { id: "old-hong-kong" }, changes });
}

test("house rules are made by the form, and a match is opened with them", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openRules(club);
  await begin(page);
  await page.getByLabel("Name in English").fill("Kowloon night");
  await page.getByLabel("Name in Chinese").fill("九龍夜");
  await page.getByLabel(/^Id/).fill("kowloon-night");
  await page.getByLabel("Minimum fan to win").fill("1");
  await openSection(page, "Payment");
  await page.getByLabel("Step 2: Points").fill("3");
  await page.getByRole("button", { name: "Add: Step" }).click();
  await page.getByLabel("The others, when somebody gave the tile").fill("0.5");
  await openSection(page, "Patterns");
  await page.getByLabel("Half flush: Fan").fill("4");
  const patterns = page.locator("details").filter({ has: page.locator("summary", { hasText: "Patterns" }) });
  await patterns.getByRole("checkbox", { name: "Seven pairs", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Full flush: Limit" }).check();
  await page.getByRole("checkbox", { name: "Three kongs: counts toward the minimum" }).uncheck();
  await openSection(page, "Claims, deal");
  await page.getByLabel("Of several who claim to win").selectOption({ label: "every winner is paid" });
  await page.getByRole("group", { name: "The deal stays after", exact: true }).getByRole("checkbox", { name: "Dead hand" }).uncheck();
  await page.getByRole("checkbox", { name: "Twelve tiles" }).check();
  const preview = page.getByRole("region", { name: "What differs from the rules you started from" });
  const expected = [
    "Minimum fan to win: 3 → 1", "From 5 fan: 2 points → 3 points", "From 13 fan: no step → 32 points", "Half flush: 3 fan → 4 fan",
    "Seven pairs: 4 fan → not played", "Full flush: 6 fan → Limit", "Twelve tiles: not played → played",
    "Of several who claim to win: the nearest in turn wins → every winner is paid",
  ];
  for (const sentence of expected) await preview.getByRole("listitem").getByText(sentence, { exact: true }).waitFor();
  await page.getByText("Nothing is wrong with these rules.").waitFor();
  await page.getByRole("button", { name: "Add these rules" }).click();
  await page.getByText("Kowloon night is added.").waitFor();

  const [variant] = (await club.owner.call("GET", `${club.path}/variants`)).variants;
  const { document } = await club.owner.call("GET", `${club.path}/variants/${variant.hash}`);
  assert.equal(document.minimum_fan, 1);
  assert.equal(document.multipliers.other, 0.5);
  assert.equal(document.patterns.seven_pairs, undefined);
  assert.deepEqual(document.patterns.full_flush, { value: "limit" });
  assert.deepEqual(document.patterns.three_kongs, { value: 3, counts_toward_minimum: false });
  assert.deepEqual(document.schedule[1], { from_fan: 5, points: 3 });
  assert.deepEqual(document.deal.stays_after, ["dealer_win", "false_mahjong"]);
  const players = [];
  for (const name of ["Ah Ming", "Bo", "Chun", "Fong"]) players.push((await club.owner.call("POST", `${club.path}/players`, { name })).id);
  const match = await club.owner.call("POST", `${club.path}/matches`, { terms: { variant: { hash: variant.hash } }, players, played_on: "2026-01-10" });
  assert.equal(match.terms.variant.id, "kowloon-night");

  // The list says the differences as the server does.
  await page.locator("summary", { hasText: "What differs" }).click();
  await page.getByText("Minimum to win: 3 fan → 1 fan").waitFor();
  await page.getByLabel("Compared with").selectOption({ label: "Hong Kong, new style" });
  await page.getByText("Minimum to win: 0 fan → 1 fan").waitFor();
});

test("each problem stands at its field, and one without a field at the document", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openRules(club);
  await begin(page);
  const minimum = page.getByLabel("Minimum fan to win");
  await minimum.fill("101");
  await page.locator(".field", { has: minimum }).getByText("101 is not a whole number at most 100.").waitFor();
  assert.equal(await minimum.getAttribute("aria-invalid"), "true");
  const described = await minimum.getAttribute("aria-describedby");
  assert.match(await page.locator(`#${described}`).textContent(), /101/);
  await expect(page.getByRole("button", { name: "Add these rules" })).toBeDisabled();
  await minimum.fill("three");
  await page.locator(".field", { has: minimum }).getByText(/"three" is not/).waitFor();
  await expect(minimum).toHaveValue("three");
  await minimum.fill("3");
  await page.getByText("Nothing is wrong with these rules.").waitFor();
  assert.equal(await minimum.getAttribute("aria-invalid"), "false");

  await openSection(page, "Payment");
  await page.getByLabel("Step 3: From fan").fill("2");
  const third = page.locator("[data-part='/schedule'] li").nth(2);
  await third.getByText("each step must start at more fan than the one before it", { exact: false }).waitFor();
  await page.getByLabel("Step 3: From fan").fill("8");
  await page.getByText("Nothing is wrong with these rules.").waitFor();

  await openSection(page, "Patterns");
  await page.getByLabel("Half flush: Fan").fill("0");
  await page.locator("[data-part='/patterns'] li", { hasText: "Half flush" }).getByText("0 is not a whole number 1–1000").waitFor();
  await page.getByLabel("Half flush: Fan").fill("3");

  await openSection(page, "The document as JSON");
  const text = page.locator("#variant-document");
  const document = JSON.parse(await text.inputValue());
  await text.fill(JSON.stringify({ ...document, surprise: 1, minimum_fan: 2 }));
  await page.locator("#variant-document-wrong").getByText("No such field").waitFor();
  await expect(minimum).toHaveValue("2");
  await text.fill("{");
  await page.locator("#variant-document-wrong").getByText("This is not a document").waitFor();
  await expect(page.getByRole("button", { name: "Add these rules" })).toBeDisabled();
  await page.getByRole("button", { name: "繁體中文" }).click();
  await minimum.or(page.getByLabel("起糊番數")).fill("101");
  await page.getByText("數目或者長度超出範圍。").waitFor();
});

test("a document is downloaded, pasted with whatever it says, and added", async ({ clubs }) => {
  const club = await clubs.found();
  await addVariant(club, { id: "house-one", name: { english: HOSTILE }, minimum_fan: 2 });
  const page = await openRules(club);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download the document: ${HOSTILE}` }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "house-one.json");
  const document = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(document.minimum_fan, 2);
  await begin(page);
  await openSection(page, "The document as JSON");
  // What lacks its form shows problems, and breaks nothing.
  await page.locator("#variant-document").fill('{"patterns": 5, "schedule": {"0": 1}, "name": [], "liabilities": 3, "deal": null, "tiles": "x"}');
  await page.getByText(/Problems to solve first: \d+/).waitFor();
  document.id = "house-two";
  document.penalties = { late: { name: { english: "Late" }, points: 5 } };
  await page.locator("#variant-document").fill(JSON.stringify(document));
  await page.getByText("Nothing is wrong with these rules.").waitFor();
  await page.getByRole("button", { name: "Add these rules" }).click();
  await page.getByText(`${HOSTILE} is added.`).waitFor();
  const { variants } = await club.owner.call("GET", `${club.path}/variants`);
  assert.deepEqual(variants.map(({ id }) => id), ["house-two", "house-one"]);
  await expect(page.locator("img")).toHaveCount(0);
});

test("an owner retires and reinstates a variant; others see what they may do", async ({ clubs }) => {
  const club = await clubs.found();
  await addVariant(club, { id: "house-one", name: { english: "House one" } });
  const page = await openRules(club);
  await page.getByRole("button", { name: "Retire: House one" }).click();
  await page.getByText("retired", { exact: true }).waitFor();
  assert.equal((await club.owner.call("GET", `${club.path}/variants`)).variants[0].status, "retired");
  await page.getByRole("button", { name: "Reinstate: House one" }).click();
  await page.getByRole("button", { name: "Retire: House one" }).waitFor();
  for (const [role, mayAdd] of [["scorer", true], ["player", false], ["auditor", false]]) {
    const member = await club.join(role, role);
    const seen = await club.open("/rules", { account: member });
    await seen.locator("b", { hasText: "House one" }).waitFor();
    assert.equal(await seen.getByRole("button", { name: /Retire/ }).count(), 0, role);
    await expect(seen.getByRole("heading", { name: "Add house rules" })).toHaveCount(mayAdd ? 1 : 0);
    await seen.locator("summary", { hasText: "What differs" }).click();
    await seen.getByText("English name: Old Hong Kong → House one").waitFor();
  }
});

test("there is no barrier in house rules", async ({ clubs }) => {
  const club = await clubs.found({ name: HOSTILE });
  await addVariant(club, { id: "house-one", name: { english: "House one" }, minimum_fan: 4, patterns: { half_flush: { value: 4 } } });
  const page = await openRules(club);
  await page.locator("summary", { hasText: "What differs" }).click();
  await page.getByText("Minimum to win: 3 fan → 4 fan").waitFor();
  await begin(page);
  for (const name of ["Payment", "Patterns", "Claims, deal", "The document as JSON"]) await openSection(page, name);
  await page.getByLabel("Minimum fan to win").fill("101");
  await page.getByText("101 is not a whole number").waitFor();
  await expect(page.locator("img")).toHaveCount(0);
  await assertNoBarriers(page);
});
