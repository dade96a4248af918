"use strict";
// The page that scores a hand, as people use it: by taps, by keyboard, by a link, in two languages.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test } = require("./fixtures.cjs");
const fs = require("node:fs");
const path = require("node:path");

/** A half flush of bamboos with two pungs of dragons. */
const LINK = "#concealed=22278sWWCCCFFF&winningTile=9s";
const TILES = 14;

const scoreOf = async (service, body) => {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${service.url}/v1/score`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
};

test("a hand of thirteen tiles and one is scored with as few taps as it has tiles", async ({ open, service }) => {
  const page = await open(`${service.url}/`);
  const picker = page.getByRole("region", { name: "A tap adds" });
  const tiles = ["2 of bamboos", "2 of bamboos", "2 of bamboos", "7 of bamboos", "8 of bamboos"];
  const honours = ["Red dragon", "Red dragon", "Red dragon", "Green dragon", "Green dragon", "Green dragon", "West wind", "West wind"];
  let taps = 0;
  for (const name of [...tiles, ...honours]) {
    await picker.getByRole("button", { name, exact: true }).click();
    taps += 1;
  }
  // What it waits for comes before the winning tile.
  await page.getByRole("heading", { name: "What it waits for" }).waitFor();
  await expect(page.locator(".waits li")).toHaveCount(2);
  await picker.getByRole("button", { name: "9 of bamboos", exact: true }).click();
  taps += 1;
  assert.equal(taps, TILES);
  assert.ok(taps <= 20);

  const hand = { concealed: "22278s CCC FFF WW", winning_tile: "9s" };
  const win = { seat_wind: "south", round_wind: "east", won_by: "discard", from_seat: "east", hand };
  const expected = await scoreOf(service, { variant: { id: "old-hong-kong" }, win });
  await page.getByText(`${expected.score.fan} fan`, { exact: true }).first().waitFor();
  const paid = await page.locator(".payments td").allTextContents();
  const points = expected.payments.map(({ points: of }) => new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(of));
  assert.deepEqual(paid, points);
  assert.match(await page.getByRole("status").first().textContent(), /fan\. .*South \+/);
});

test("in English, nothing is written for which a system needs a Chinese font", async ({ open, service }) => {
  const page = await open(`${service.url}/${LINK}`);
  const written = () => page.evaluate(() => [document.body.innerText, ...[...document.querySelectorAll("svg text")].map((text) => text.textContent)].join(" "));
  await page.locator(".worth").waitFor();
  assert.doesNotMatch(await written(), /\p{Script=Han}/u);
  await page.goto(`${service.url}/clubs`);
  await page.getByRole("heading", { name: "Faan 番" }).waitFor();
  assert.doesNotMatch(await written(), /\p{Script=Han}/u);
});

test("a link carries the hand, and how it was won", async ({ open, service }) => {
  const page = await open(`${service.url}/`);
  await page.getByLabel("Or type the tiles").fill("222s 78s CCC FFF WW 9s");
  await page.getByRole("button", { name: "Use" }).click();
  await page.getByRole("radio", { name: "Self-draw" }).check();
  await page.getByRole("radio", { name: "After a kong" }).waitFor();
  await page.locator(".worth").waitFor();
  const worth = await page.locator(".worth").textContent();
  const other = await open(page.url());
  await other.locator(".worth").waitFor();
  assert.equal(await other.locator(".worth").textContent(), worth);
  await expect(other.getByRole("radio", { name: "Self-draw" })).toBeChecked();
});

test("the server's refusals are told in the language of the page", async ({ open, service }) => {
  const chicken = "#concealed=123m456p789sEEE9m&winningTile=9m&minimumFan=8";
  const page = await open(`${service.url}/${chicken}`);
  await page.locator(".problem").waitFor();
  const english = await page.locator(".problem").textContent();
  assert.doesNotMatch(english, /[\u4e00-\u9fff]/);
  // The Chinese texts come late: until then nothing is said, rather than English.
  await page.route(/problem_texts/, (route) => setTimeout(() => route.continue(), 300));
  await page.getByRole("button", { name: "繁體中文" }).click();
  await page.getByRole("heading", { level: 1, name: "計番" }).waitFor();
  assert.match(await page.locator(".problem").textContent(), /^[^a-zA-Z]+$/);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hant-HK");
});

test("every variant, every pattern, and every reason why one does not count has a Chinese name", async ({ open, service }) => {
  const { variants } = await (await fetch(`${service.url}/v1/variants`)).json();
  const page = await open(`${service.url}/${LINK}`, { locale: "zh-HK" });
  const listed = page.getByRole("combobox", { name: "玩法" }).getByRole("option");
  await listed.nth(variants.length).waitFor({ state: "attached" });
  for (const name of await listed.allTextContents()) assert.match(name, /^[^a-zA-Z]+$/);
  const { patterns } = await (await fetch(`${service.url}/v1/patterns`)).json();
  const own = fs.readFileSync(path.join(__dirname, "../../assets/chinese_names.js"), "utf8");
  for (const { name } of patterns) assert.ok(name.traditional_chinese || own.includes(`"${name.english}": "`), name.english);

  // The conditions that a document may have.
  const { document } = await (await fetch(`${service.url}/v1/variants/old-hong-kong`)).json();
  document.patterns.half_flush = { ...document.patterns.half_flush, when: ["self_drawn"] };
  document.house_patterns = { "house:bamboos": { name: { english: "Bamboos", traditional_chinese: "索子" }, expression: "tiles.exists(t, t.suit == \"bamboos\")", value: 1 } };
  await page.getByRole("combobox", { name: "玩法" }).selectOption({ label: "自己嘅規則文件" });
  const text = page.getByRole("textbox", { name: /貼上規則文件/ });
  await text.fill(JSON.stringify(document));
  await text.blur();
  await page.getByText("呢套規則要自摸先計").waitFor();
  await page.getByRole("rowheader", { name: "索子" }).waitFor();
  assert.match(await page.getByRole("region", { name: "結果" }).textContent(), /^[^a-zA-Z]+$/);
  await text.fill('{"id": "kowloon"}');
  await text.blur();
  await page.locator("#document-wrong").getByText("呢欄未填。").first().waitFor();
});

test("without the network the tiles stay", async ({ open, service }) => {
  const page = await open(`${service.url}/${LINK}`);
  await page.context().setOffline(true);
  await page.getByRole("radio", { name: "Self-draw" }).check();
  await page.getByText("The server cannot be reached").waitFor();
  assert.equal(await page.locator(".hand .tile-key").count(), TILES);
  await page.context().setOffline(false);
  await page.getByRole("radio", { name: "Discard" }).check();
  await page.locator(".worth").waitFor();
});

test("a document of one's own is checked, and its hand scored", async ({ open, service }) => {
  const page = await open(`${service.url}/${LINK}`);
  await page.getByLabel("Variant").selectOption({ label: "A document of your own" });
  const text = page.getByRole("textbox", { name: /Paste a variant document/ });
  await text.fill("{");
  await text.blur();
  await page.getByText("This is not JSON.").waitFor();
  await text.fill('{"id": "kowloon"}');
  await text.blur();
  await page.locator("#document-wrong li").first().waitFor();
  const document = await (await fetch(`${service.url}/v1/variants/old-hong-kong`)).json();
  await text.fill(JSON.stringify(document.document));
  await text.blur();
  await page.locator(".worth").waitFor();
  await expect(page.locator("#document-wrong li")).toHaveCount(0);
});

test("everything works by keyboard", async ({ open, service }) => {
  const page = await open(`${service.url}/`);
  await page.getByRole("button", { name: "Red dragon", exact: true }).focus();
  for (const _ of "CCC") await page.keyboard.press("Enter");
  await expect(page.locator(".hand .tile-key")).toHaveCount(3);
  await page.getByRole("radio", { name: "Tile", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Chow", exact: true })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".meld").waitFor();
});

test("there is no barrier where a hand is scored", async ({ open, service }) => {
  const page = await open(`${service.url}/${LINK}`);
  await page.locator(".worth").waitFor();
  await assertNoBarriers(page);
});

test("the page is small, and loaded again only where it changed", async ({ open, service }) => {
  const page = await open(`${service.url}/`);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name, encodedBodySize }) => ({ name, encodedBodySize })));
  const assets = loaded.filter(({ name }) => name.includes("/web/"));
  const names = assets.map(({ name }) => name.split("/web/")[1]);
  assert.ok(names.includes("score_modules.js") && names.includes("page.css"), `${names}`);
  const bytes = assets.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  for (const asset of [`${service.url}/`, ...assets.map(({ name }) => name)]) {
    const response = await fetch(asset);
    const again = await fetch(asset, { headers: { "If-None-Match": response.headers.get("etag") } });
    assert.equal(again.status, 304, asset);
  }
  assert.ok(bytes > 10_000 && bytes <= 100_000, `${bytes} bytes`);
  assert.ok(names.length <= 10, `${names}`);
});

/** With FAAN_PICTURES, the pictures of the guide are taken into that folder. */
test("pictures", async ({ open, service }) => {
  test.skip(!process.env.FAAN_PICTURES);
  for (const [locale, name] of [["en-GB", "score"], ["zh-HK", "score.zh-Hant-HK"]]) {
    const page = await open(`${service.url}/${LINK}`, { locale, viewport: { width: 1200, height: 800 }, colorScheme: "dark" });
    await page.locator(".worth").waitFor();
    await page.screenshot({ path: `${process.env.FAAN_PICTURES}/${name}.png` });
  }
});

test("a link names what does not fit in the hand, until the hand is changed", async ({ open, service }) => {
  const page = await open(`${service.url}/#concealed=22278sWWCCCFFFE&winningTile=9s&meld=<b>kong</b>`);
  await page.getByText("The link also has East wind.", { exact: false }).waitFor();
  await page.getByText("The link also has “<b>kong</b>”, which is no tiles.", { exact: false }).waitFor();
  await assertNoBarriers(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("The link also has", { exact: false })).toHaveCount(0);
  const whole = await open(`${service.url}/${LINK}`);
  await whole.getByRole("heading", { level: 1 }).waitFor();
  await expect(whole.getByText("The link also has", { exact: false })).toHaveCount(0);
});
