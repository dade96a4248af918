"use strict";
// The page that scores a hand, as people use it: by taps, by keyboard, by a link, in two languages.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { assertNoBarrier, openPage, startBrowser, startService, until } = require("./service.cjs");

/** A half flush of bamboos with two pungs of dragons. */
const LINK = "#concealed=22278sWWCCCFFF&winningTile=9s";
const TILES = 14;

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const open = (fragment = "", options = {}) => openPage(browser, `${service.url}/${fragment}`, options);

const scoreOf = async (body) => {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${service.url}/v1/score`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
};

test("a hand of thirteen tiles and one is scored with as few taps as it has tiles", async () => {
  const { page, faults, context } = await open();
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
  assert.equal(await page.locator(".waits li").count(), 2);
  await picker.getByRole("button", { name: "9 of bamboos", exact: true }).click();
  taps += 1;
  assert.equal(taps, TILES);
  assert.ok(taps <= 20);

  const hand = { concealed: "22278s CCC FFF WW", winning_tile: "9s" };
  const win = { seat_wind: "south", round_wind: "east", won_by: "discard", from_seat: "east", hand };
  const expected = await scoreOf({ variant: { id: "old-hong-kong" }, win });
  await page.getByText(`${expected.score.fan} fan`, { exact: true }).first().waitFor();
  const paid = await page.locator(".payments td").allTextContents();
  const points = expected.payments.map(({ points: of }) => new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(of));
  assert.deepEqual(paid, points);
  assert.match(await page.getByRole("status").first().textContent(), /fan\. .*South \+/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a link carries the hand, and how it was won", async () => {
  const { page, faults, context } = await open();
  await page.getByLabel("Or type the tiles").fill("222s 78s CCC FFF WW 9s");
  await page.getByRole("button", { name: "Use" }).click();
  await page.getByRole("radio", { name: "Self-draw" }).check();
  await page.getByRole("radio", { name: "After a kong" }).waitFor();
  await page.locator(".worth").waitFor();
  const worth = await page.locator(".worth").textContent();
  const other = await openPage(browser, page.url());
  await other.page.locator(".worth").waitFor();
  assert.equal(await other.page.locator(".worth").textContent(), worth);
  assert.ok(await other.page.getByRole("radio", { name: "Self-draw" }).isChecked());
  assert.deepEqual([...faults, ...other.faults], []);
  await context.close();
  await other.context.close();
});

test("a link that says more than the page could is read as far as the page could", async () => {
  const script = encodeURIComponent("<img src=x onerror=alert(1)>");
  const { page, faults, context } = await open(
    `#concealed=1111111111111111m&winningTile=${script}&meld=chow:9m&meld=${script}&wonBy=${script}&variant=${script}&minimumFan=1e9&bonusTiles=1f1f`,
  );
  // Four of a kind at most, and one flower of a kind.
  assert.equal(await page.locator(".hand .tile-key").count(), 5);
  assert.ok(await page.getByRole("radio", { name: "Discard" }).isChecked());
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the server's refusals are told in the language of the page", async () => {
  const chicken = "#concealed=123m456p789sEEE9m&winningTile=9m&minimumFan=8";
  const { page, faults, context } = await open(chicken);
  await page.locator(".problem").waitFor();
  const english = await page.locator(".problem").textContent();
  assert.doesNotMatch(english, /[\u4e00-\u9fff]/);
  // The Chinese texts come late: until then nothing is said, rather than English.
  await page.route(/problem_texts/, (route) => setTimeout(() => route.continue(), 300));
  await page.getByRole("button", { name: "繁體中文" }).click();
  await page.getByRole("heading", { level: 1, name: "計番" }).waitFor();
  assert.match(await page.locator(".problem").textContent(), /^[^a-zA-Z]+$/);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hant-HK");
  assert.deepEqual(faults, []);
  await context.close();
});

test("every variant, every pattern, and every reason why one does not count has a Chinese name", async () => {
  const { variants } = await (await fetch(`${service.url}/v1/variants`)).json();
  const { page, faults, context } = await open(LINK, { locale: "zh-HK" });
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
  assert.deepEqual(faults, []);
  await context.close();
});

test("without the network the tiles stay", async () => {
  const { page, context } = await open(LINK);
  await context.setOffline(true);
  await page.getByRole("radio", { name: "Self-draw" }).check();
  await page.getByText("The server cannot be reached").waitFor();
  assert.equal(await page.locator(".hand .tile-key").count(), TILES);
  await context.setOffline(false);
  await page.getByRole("radio", { name: "Discard" }).check();
  await page.locator(".worth").waitFor();
  await context.close();
});

test("a document of one's own is checked, and its hand scored", async () => {
  const { page, faults, context } = await open(LINK);
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
  await until(() => page.locator("#document-wrong li").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("everything works by keyboard", async () => {
  const { page, faults, context } = await open();
  await page.getByRole("button", { name: "Red dragon", exact: true }).focus();
  for (const _ of "CCC") await page.keyboard.press("Enter");
  await until(() => page.locator(".hand .tile-key").count(), 3);
  await page.getByRole("radio", { name: "Tile", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.getByRole("radio", { name: "Chow", exact: true }).isChecked());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".meld").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

for (const locale of ["en-GB", "zh-HK"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`there is no barrier: ${locale}, ${colorScheme}`, async () => {
      const { page, context } = await open(LINK, { locale, colorScheme, bypassCSP: true });
      await page.locator(".worth").waitFor();
      await assertNoBarrier(page);
      await context.close();
    });
  }
}

test("nothing has to be scrolled sideways on 320 pixels", async () => {
  for (const locale of ["en-GB", "zh-HK"]) {
    const { page, context } = await open(LINK, { locale, viewport: { width: 320, height: 640 } });
    await page.locator(".worth").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await context.close();
  }
});

test("the page is small, and loaded again only where it changed", async () => {
  const { page, context } = await open();
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
  await context.close();
});

/** With FAAN_PICTURES, the pictures of the guide are taken into that folder. */
test("pictures", { skip: !process.env.FAAN_PICTURES }, async () => {
  for (const [locale, name] of [["en-GB", "score"], ["zh-HK", "score.zh-Hant-HK"]]) {
    const { page, context } = await open(LINK, { locale, viewport: { width: 1200, height: 800 }, colorScheme: "dark" });
    await page.locator(".worth").waitFor();
    await page.screenshot({ path: `${process.env.FAAN_PICTURES}/${name}.png` });
    await context.close();
  }
});
