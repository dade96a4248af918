"use strict";
// The texts of the pages by their keys, for tests that use a page in each language.
const fs = require("node:fs");
const path = require("node:path");

const ASSETS = path.join(__dirname, "../../assets");

/** The texts of a file: an object within `/** @type {const} *\/ ( … )`. */
function textsOf(file) {
  const source = fs.readFileSync(path.join(ASSETS, file), "utf8");
  const [, object] = /@type \{const\} \*\/ \((\{.*\n\})\)/s.exec(source);
  return new Function(`return ${object}`)();
}

const files = fs.readdirSync(ASSETS).filter((file) => file.endsWith("_texts.js") && !["problem_texts.js", "owner_texts.js"].includes(file));
const TEXTS = Object.assign({}, ...files.map(textsOf));

/** The texts of a language: `en-GB` or `zh-HK`. Returns what gives the text of a key, with its values. */
const textsIn = (locale) => (key, values = {}) =>
  TEXTS[key][locale.startsWith("zh") ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

module.exports = { textsIn };
