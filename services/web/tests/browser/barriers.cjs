"use strict";
// Whether anybody can use what a page shows: by what axe-core knows, on each screen, with each font.
const assert = require("node:assert/strict");
const fs = require("node:fs");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const fontFile = (name, weight) =>
  fs.readFileSync(require.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`)).toString("base64");
const FONT = (family, name) => ({ family, files: [[400, fontFile(name, 400)], [700, fontFile(name, 700)]] });
/** A narrow font, which Android has, and a wide one, which Linux has. Both come with the tests: what the machine has makes no difference. */
const FONTS = [FONT("Narrow", "roboto"), FONT("Wide", "dejavu-sans")];

/** Gives the fonts to a page that has none of them yet, and a style of ours. */
async function giveFonts(page) {
  if (await page.evaluate(() => "shownFont" in globalThis)) return;
  await page.evaluate(async (fonts) => {
    const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const faces = fonts.flatMap(({ family, files }) => files.map(([weight, file]) => new FontFace(family, bytesOf(file), { weight: String(weight) })));
    for (const face of faces) document.fonts.add(await face.load());
    globalThis.shownFont = new CSSStyleSheet();
    document.adoptedStyleSheets.push(globalThis.shownFont);
  }, FONTS);
}

/** Has the page show its texts in a font, or in its own if there is none. */
const showIn = (page, family) =>
  page.evaluate((shown) => globalThis.shownFont.replaceSync(shown === null ? "" : `body { font-family: "${shown}", sans-serif; }`), family);

/** What is read of a page that shows its texts in each font. */
async function inEachFont(page, read) {
  const all = {};
  await giveFonts(page);
  for (const { family } of FONTS) {
    await showIn(page, family);
    all[family] = await read();
  }
  await showIn(page, null);
  return all;
}

/** What is wider than the screen, with each font. */
const widerThanScreen = (page) =>
  inEachFont(page, () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll("main *")];
      const isWide = document.documentElement.scrollWidth > innerWidth;
      return all.filter((element) => isWide && element.getBoundingClientRect().right > innerWidth).map(({ outerHTML }) => outerHTML.slice(0, 200));
    }),
  );
const NOTHING = Object.fromEntries(FONTS.map(({ family }) => [family, []]));

/** Nothing of a page has to be scrolled sideways. */
const assertNothingWide = async (page, what = page.url()) => assert.deepEqual(await widerThanScreen(page), NOTHING, `${what}: wider than the screen`);

/** What depends on colours, and what on where things are: all else is the same in the dark and on a wide screen (`modules.test.cjs`). */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const OF_PLACES = [...OF_COLOURS, "scrollable-region-focusable"];
const TELEPHONE = { width: 360, height: 740 };
const WIDE = { width: 1920, height: 1080 };
const SMALLEST = { width: 320, height: 640 };

/** There is no barrier that axe-core knows: of some rules, or of all. It stays in the page. */
async function assertNoViolation(page, what, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (options) => {
    const found = await globalThis.axe.run(options);
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, { resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) });
  assert.deepEqual(violations, [], what);
}

/** There is no barrier in what a page shows on a telephone, and nothing is wider than the smallest one. */
async function assertNoBarrier(page, what) {
  await page.setViewportSize(TELEPHONE);
  await page.emulateMedia({ colorScheme: "light" });
  await assertNoViolation(page, what);
  await page.setViewportSize(SMALLEST);
  await assertNothingWide(page, what);
}

/** There is none in the dark, and on a wide screen. */
async function assertNoOtherBarrier(page, what) {
  await page.setViewportSize(TELEPHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await assertNoViolation(page, `${what}, dark`, OF_COLOURS);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
  await assertNoViolation(page, `${what}, wide`, OF_PLACES);
}

/** How high a picture is at most. */
const PART = 1600;

/** With FAAN_LOOK, what a page shows is kept as pictures whose names begin so. */
async function look(page, language) {
  const size = page.viewportSize();
  const part = new URL(page.url()).pathname.split("/").at(-1);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [[360, 740], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < whole; y += PART) {
        const clip = { x: 0, y, width, height: Math.min(PART, whole - y) };
        const name = `${part}-${colorScheme}-${language}-${width}-${y / PART}.png`;
        await page.screenshot({ path: `${process.env.FAAN_LOOK}${name}`, fullPage: true, clip });
      }
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}

/** There is no barrier in both languages; the other screen and the dark are looked at in one. The page is in English before and afterwards. */
async function assertNoBarriers(page) {
  const size = page.viewportSize();
  await assertNoOtherBarrier(page, page.url());
  for (const [language, other] of [["English", "繁體中文"], ["繁體中文", "English"]]) {
    await assertNoBarrier(page, `${page.url()}, ${language}`);
    if (process.env.FAAN_LOOK) await look(page, language === "English" ? "en" : "zh");
    await page.getByRole("button", { name: other, exact: true }).click();
    await page.getByRole("button", { name: language, exact: true }).waitFor();
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}

module.exports = { SMALLEST, assertNoBarriers, assertNothingWide, inEachFont, widerThanScreen };
