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

/** Has the page show its texts in a font, or in its own if there is none. */
const showIn = (page, font) =>
  page.evaluate(async (shown) => {
    globalThis.shownFont ??= new CSSStyleSheet();
    const [sheet] = [globalThis.shownFont];
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    if (shown === null) return sheet.replaceSync("");
    if (![...document.fonts].some(({ family }) => family === shown.family)) {
      const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const faces = shown.files.map(([weight, file]) => new FontFace(shown.family, bytesOf(file), { weight: String(weight) }));
      for (const face of faces) document.fonts.add(await face.load());
    }
    return sheet.replaceSync(`body { font-family: "${shown.family}", sans-serif; }`);
  }, font);

/** What is read of a page that shows its texts in each font. */
async function inEachFont(page, read) {
  const all = {};
  for (const font of FONTS) {
    await showIn(page, font);
    all[font.family] = await read();
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

/** What depends on colours: all else is the same in the dark. */
const OF_COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const SIZES = [[360, 740], [1920, 1080]];
const SMALLEST = { width: 320, height: 640 };

/** There is no barrier in what a page shows: in light and in dark, on a telephone and on a wide screen, and nothing is wider than the smallest telephone. */
async function assertNoBarrier(page, what) {
  const size = page.viewportSize();
  await page.evaluate(AXE);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const [colorScheme, rules] of [["light", {}], ["dark", OF_COLOURS]]) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(async (options) => {
        const found = await globalThis.axe.run(options);
        return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      }, { resultTypes: ["violations"], ...rules });
      assert.deepEqual(violations, [], `${what}, ${colorScheme}, ${width} pixels wide`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(SMALLEST);
  await assertNothingWide(page, what);
  await page.setViewportSize(size);
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

/** The same in both languages. The page is in English before and afterwards. */
async function assertNoBarriers(page) {
  for (const [language, other] of [["English", "繁體中文"], ["繁體中文", "English"]]) {
    await assertNoBarrier(page, `${page.url()}, ${language}`);
    if (process.env.FAAN_LOOK) await look(page, language === "English" ? "en" : "zh");
    await page.getByRole("button", { name: other, exact: true }).click();
    await page.getByRole("button", { name: language, exact: true }).waitFor();
  }
}

module.exports = { SMALLEST, assertNoBarriers, assertNothingWide, inEachFont, widerThanScreen };
