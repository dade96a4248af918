"use strict";
// The form for house rules is made from their schema: what a test here expects is found in the schema as well.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, openAll, test, untilQuiet, VARIANT_SCHEMA } = require("./fixtures.cjs");
const { load } = require("./texts.cjs");

const SCHEMA = JSON.parse(fs.readFileSync(VARIANT_SCHEMA, "utf8"));
const LANGUAGES = [["title", "description"], ["x-title-zh-Hant", "x-description-zh-Hant"]];

/** A schema with what it refers to. */
const resolved = ({ $ref: reference, ...own }) => (reference ? { ...resolved(SCHEMA.$defs[reference.split("/").at(-1)]), ...own } : own);
const alternativesOf = ({ oneOf, anyOf }) => (oneOf ?? anyOf ?? []).map(resolved);
const isChoice = (schema) => alternativesOf(schema).some((one) => "const" in one);

/** A document that says everything that a schema knows, once. */
function everything(schema, name = "") {
  const { type, properties = {}, additionalProperties, items, const: word, minimum = 1, propertyNames, pattern, ...rest } = resolved(schema);
  if (word !== undefined) return word;
  const [first] = alternativesOf(rest);
  if (first) return everything(first, name);
  if (type === "object" && additionalProperties) {
    const id = rest["x-names"] ? "half_flush" : propertyNames.pattern.startsWith("^house:") ? "house:one" : "one";
    return { [id]: everything(additionalProperties, name) };
  }
  if (type === "object") return Object.fromEntries(Object.entries(properties).map(([part, one]) => [part, everything(one, part)]));
  if (type === "array") return [rest["x-names"] ? "full_flush" : everything(items, name)];
  if (type === "boolean") return true;
  if (type === "string") return pattern?.includes("{64}") ? "0".repeat(64) : name;
  return minimum;
}

/** Each place of a document that a schema speaks of, with the schema. */
function placesOf(schema, document, place, list = {}) {
  const { properties, additionalProperties, items, ...rest } = resolved(schema);
  const into = (part, name) => placesOf(part, document[name], `${place}/${name}`, { place, key: rest["x-key"] });
  // Items that are known by a word are chosen where the list is.
  const isKey = (name, part) => name === list.key && isChoice(resolved(part));
  const own = Object.entries(properties ?? {}).flatMap(([name, part]) => [[isKey(name, part) ? list.place : `${place}/${name}`, resolved(part), isKey(name, part)], ...into(part, name)]);
  if (additionalProperties) return Object.keys(document).flatMap((name) => into(additionalProperties, name));
  if (items && !rest["x-names"] && !isChoice(resolved(items))) return into(items, 0);
  return own;
}

/** What has to be shown of a place: where its control is, its title, and the titles of the values that it chooses from. */
const shownOf = ([place, schema, isKey], title) => {
  const words = alternativesOf(schema.items ? resolved(schema.items) : schema).filter((one) => "const" in one || one.oneOf);
  return { place, title: isMixed(schema) || isKey ? "" : schema[title], words: words.map((one) => one[title]) };
};
/** Whether a value is of one of several kinds, which have titles of their own. */
const isMixed = (schema) => alternativesOf(schema).some((one) => !("const" in one));

/** What a page lacks of some places. */
const lacks = (page, shown) =>
  page.evaluate((all) => {
    const said = (element) => [...(element.labels ?? []), ...element.querySelectorAll("legend, label, option")].map(({ textContent }) => textContent);
    const parts = (place) => [...document.querySelectorAll(`[data-place="${place}"], [data-part="${place}"]`)];
    return all.flatMap(({ place, title, words }) => {
      const elements = parts(place).filter((element) => element.checkVisibility());
      if (elements.length === 0) return [`${place}: no control`];
      const texts = elements.flatMap(said);
      return [title, ...words].filter((one) => !texts.some((text) => text.includes(one))).map((one) => `${place}: ${one} is not said of ${texts}`);
    });
  }, shown);

/** What each place means has to stand somewhere, unless its title says it. */
async function unsaid(page, places, [title, description]) {
  const text = (await page.locator("main").innerText()).toLowerCase();
  const plain = (help) => help.replaceAll("`", "").replace(/[.。]$/, "").toLowerCase();
  return places.filter(([, schema]) => !text.includes(plain(schema[description])) && !schema[title].toLowerCase().includes(plain(schema[description]))).map(([place]) => place);
}

/** The form for house rules from a built-in variant. */
async function openForm(club) {
  const page = await club.open("/rules");
  await page.getByRole("button", { name: "Change it" }).click();
  await page.getByText("Nothing is wrong with these rules.").waitFor();
  return page;
}

test("whatever the schema knows has a control, its texts and its values in both languages", async ({ clubs }) => {
  const document = everything(SCHEMA);
  const places = placesOf(SCHEMA, document, "");
  assert.ok(places.length > 70, `only ${places.length}`);
  for (const name of Object.keys(SCHEMA.properties)) assert.ok(places.some(([place]) => place === `/${name}`), name);
  const page = await openForm(await clubs.found());
  await page.locator("summary", { hasText: "The document as JSON" }).click();
  await page.locator("#variant-document").fill(JSON.stringify(document));
  await openAll(page);
  await untilQuiet(page);
  for (const [language, texts] of LANGUAGES.entries()) {
    if (language === 1) await page.getByRole("button", { name: "繁體中文" }).click();
    await openAll(page);
    assert.deepEqual(await lacks(page, places.map((place) => shownOf(place, texts[0]))), []);
    assert.deepEqual(await unsaid(page, places, texts), []);
  }
  await page.getByRole("button", { name: "English" }).click();
  await assertNoBarriers(page);
});

/** Rules that nobody plays, with texts in both languages. */
const texts = (title, chinese, description, meaning) => ({ title, "x-title-zh-Hant": chinese, description, "x-description-zh-Hant": meaning });
const NEW_RULES = {
  jokers: { ...texts("Jokers", "百搭", "How many jokers there are.", "有幾多隻百搭。"), type: "integer", minimum: 0, maximum: 8, default: 0, "x-section": "win" },
  pace: {
    ...texts("Pace", "快慢", "How fast a table plays.", "打得幾快。"), type: "object", additionalProperties: false, required: ["kind"],
    properties: {
      kind: { ...texts("Which pace", "邊種", "What is played.", "打邊種。"), oneOf: [{ const: "slow", ...texts("slowly", "慢慢打", "Slow.", "慢。") }, { const: "fast", ...texts("fast", "快打", "Quick.", "打得快。") }] },
      seconds: { ...texts("Seconds for a turn", "每輪秒數", "How long a turn takes.", "一輪幾耐。"), type: ["integer", "null"], minimum: 1 },
    },
  },
};
const WITH_NEW_RULES = { ...SCHEMA, properties: { ...SCHEMA.properties, ...NEW_RULES } };

test("a rule that the schema knows anew is shown, refused and sent without a change of the pages", async ({ clubs }) => {
  const page = await (await clubs.found()).open("/rules");
  await page.route("**/web/variant.schema.json", (route) => route.fulfill({ json: WITH_NEW_RULES }));
  const checked = [];
  await page.route("**/v1/variants:check", (route) => {
    const { document } = route.request().postDataJSON();
    checked.push(document);
    const isRefused = document.jokers === 7;
    return route.fulfill({ json: { problems: isRefused ? [{ pointer: "/document/jokers", code: "never_applies", detail: "Seven are too many." }] : [] } });
  });
  await page.reload();
  await page.getByRole("button", { name: "Change it" }).click();
  const jokers = page.getByLabel("Jokers");
  await expect(jokers).toHaveAccessibleDescription("How many jokers there are.");
  await expect(jokers).toHaveAttribute("placeholder", "0");
  // What its schema refuses is not sent.
  await jokers.fill("9");
  await page.getByText("9 is not a whole number at most 8.").waitFor();
  await expect(page.getByRole("button", { name: "Add these rules" })).toBeDisabled();
  // What the server refuses is marked by its pointer.
  await jokers.fill("7");
  await page.locator(".field", { has: jokers }).getByText("Seven are too many.").waitFor();
  await expect(jokers).toHaveAttribute("aria-invalid", "true");
  await jokers.fill("4");
  // Without a section it is in the last one, and as it may be absent it is added.
  await page.locator("summary", { hasText: "Other fields" }).click();
  await page.getByRole("button", { name: "Add: Pace" }).click();
  await page.getByLabel("Which pace").selectOption({ label: "fast" });
  await page.getByLabel("Seconds for a turn").fill("20");
  const preview = page.getByRole("region", { name: "What differs from the rules you started from" });
  await preview.getByText("Jokers: 0 → 4").waitFor();
  await page.getByRole("button", { name: "繁體中文" }).click();
  await expect(page.getByLabel("百搭")).toHaveAccessibleDescription("有幾多隻百搭。");
  await expect(page.locator("[data-place='/pace/kind']")).toHaveAccessibleDescription("打邊種。 打得快。");
  await page.getByRole("button", { name: "English" }).click();
  let sent = null;
  await page.route(/\/variants$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent = route.request().postDataJSON().document;
    return route.fulfill({ status: 422, contentType: "application/problem+json", json: { type: "about:blank", title: "", status: 422, detail: "", code: "invalid_variant", errors: [{ pointer: "/document/pace/seconds", code: "out_of_range", detail: "Too long." }] } });
  });
  await page.getByRole("button", { name: "Add these rules" }).click();
  await expect(page.getByLabel("Seconds for a turn")).toHaveAttribute("aria-invalid", "true");
  assert.deepEqual([sent.jokers, sent.pace], [4, { kind: "fast", seconds: 20 }]);
  assert.ok(!checked.some((document) => document.jokers === 9), "what the schema refuses was sent");
  await page.getByRole("button", { name: "Remove: Pace" }).click();
  await expect(page.getByLabel("Which pace")).toHaveCount(0);
  await assertNoBarriers(page);
});

test("a null that a schema allows is another word for nothing", () => {
  const { emptied, kindOf, resolvedSchema } = load("variant_schema.js");
  const word = { const: "one", title: "One" };
  const root = { $defs: { Word: { oneOf: [word] }, Tree: { type: "object", properties: { left: { $ref: "#/$defs/Tree" } } } }, properties: {
    number: { type: ["integer", "null"] }, word: { anyOf: [{ $ref: "#/$defs/Word" }, { type: "null" }], title: "A word" }, tree: { $ref: "#/$defs/Tree" },
  } };
  const { number, word: named, tree } = resolvedSchema(root).properties;
  assert.deepEqual([kindOf(number), number.nullable, emptied(number, true), emptied(number, false)], ["number", true, null, undefined]);
  assert.deepEqual([kindOf(named), named.nullable, named.title], ["one", true, "A word"]);
  assert.equal(kindOf(tree.properties.left), "other", "a schema within itself is changed as JSON");
});

test("the page refuses by the schema what the server refuses, with the same pointers and codes", async ({ clubs }) => {
  const club = await clubs.found();
  const { resolvedSchema } = load("variant_schema.js");
  const { schemaProblems } = load("schema_problems.js");
  const schema = resolvedSchema(SCHEMA);
  const { document } = await club.owner.call("GET", "/v1/variants/old-hong-kong");
  const changes = [
    [{ minimum_fan: 101 }, "/minimum_fan out_of_range"], [{ minimum_fan: 1.5 }, "/minimum_fan wrong_type"], [{ minimum_fan: "3" }, "/minimum_fan wrong_type"],
    [{ tiles: 140 }, "/tiles unknown_value"], [{ tiles: "x" }, "/tiles wrong_type"], [{ id: "A b" }, "/id malformed"], [{ source: "" }, "/source out_of_range"],
    [{ multipliers: { ...document.multipliers, other: 0.3 } }, "/multipliers/other remainder"], [{ surprise: 1 }, "/surprise unknown_field"], [{ tiles: undefined }, "/tiles missing_field"],
    [{ schedule: [] }, "/schedule out_of_range"], [{ robbed_kongs: ["added_kong", "added_kong"] }, "/robbed_kongs/1 repeated"], [{ patterns: { half_flush: { value: 0 } } }, "/patterns/half_flush/value out_of_range"],
    [{ patterns: { half_flush: { value: "none" } } }, "/patterns/half_flush/value unknown_value"], [{ house_patterns: { one: {} } }, "/house_patterns/one malformed"], [{ limit: null }, "/limit wrong_type"],
    [{ claims: { several: "none" } }, "/claims/several unknown_value"], [{ bonus_tile_wins: [9] }, "/bonus_tile_wins/0 unknown_value"], [{ readings: [""] }, "/readings/0 out_of_range"],
  ];
  assert.deepEqual(schemaProblems(schema, document), []);
  for (const [change, expected] of changes) {
    const changed = JSON.parse(JSON.stringify({ ...document, ...change }));
    const own = schemaProblems(schema, changed).map(({ pointer, code }) => `${pointer} ${code}`);
    const { problems } = await club.owner.call("POST", "/v1/variants:check", { document: changed });
    const said = problems.map(({ pointer, code }) => `${pointer.replace("/document", "")} ${code}`);
    assert.ok(own.includes(expected), `${expected}: ${own}`);
    for (const one of own) assert.ok(said.includes(one), `${one}: the server says ${said}`);
  }
});
