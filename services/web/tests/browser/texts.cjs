"use strict";
// The modules of the pages, in the runner; and the texts by their keys, for tests that use a page in each language.
const fs = require("node:fs");
const path = require("node:path");

const ASSETS = path.join(__dirname, "../../assets");

// What a module asks of its browser when it is loaded: the language.
globalThis.navigator ??= { languages: ["en"] };
globalThis.document ??= { documentElement: {} };

/** A module of the pages: the runner makes a CommonJS module of it. */
const load = (file) => require(path.join(ASSETS, file));

/** Every module of the pages with its source, but for libraries. */
const sources = () => fs.readdirSync(ASSETS).filter((file) => file.endsWith(".js") && !["htm_preact_standalone.js", "lean_qr.js"].includes(file)).map((file) => [file, fs.readFileSync(path.join(ASSETS, file), "utf8")]);

/** All texts by their keys, in both languages. */
function allTexts() {
  const files = fs.readdirSync(ASSETS).filter((file) => file.endsWith("_texts.js") && !["problem_texts.js", "owner_texts.js"].includes(file));
  return Object.assign({}, ...files.map(load).flatMap((module) => Object.values(module)));
}

/** The texts of a language: `en-GB` or `zh-HK`. Returns what gives the text of a key, with its values. */
function textsIn(locale) {
  const texts = allTexts();
  return (key, values = {}) => texts[key][locale.startsWith("zh") ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

module.exports = { ASSETS, allTexts, load, sources, textsIn };
