// @ts-check
/** A difference between two variants as people would say it, by the texts of the schema. */
import { isChinese, listed, text } from "./language.js";
import { schemaProblems } from "./schema_problems.js";
import { isObject, stepsOf } from "./variant_document.js";
import { absenceOf, amountOf, kindOf, propertiesOf, titleOf, titledAs, wordsOf } from "./variant_schema.js";

/** @typedef {import("./variant_differences.js").Difference} Difference */
/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {(id: string) => string} PatternName */

/** What is said of a place. @typedef {{ schema: Schema, subject: string[], key?: string }} About `key`: the property that the subject says already */

/** What the place of a difference is about; nothing where the schema has no such place. @param {Difference} difference @param {Schema} root @param {PatternName} patternName @returns {About | null} */
function aboutPlace({ pointer, before, after }, root, patternName) {
  /** @type {About} */
  let about = { schema: root, subject: [] };
  const steps = stepsOf(pointer);
  for (const [index, step] of steps.entries()) {
    const next = stepInto(about, step, index === steps.length - 1 ? (after ?? before) : undefined, patternName);
    if (next === null) return null;
    about = next;
  }
  const isTitled = steps.length > 0 && about.key === undefined && kindOf(about.schema) !== "alternatives";
  return isTitled ? { ...about, subject: [...about.subject, titleOf(about.schema)] } : about;
}

/** @param {About} about @param {string} step @param {unknown} value what stands there, if that is where a place ends @param {PatternName} patternName @returns {About | null} */
function stepInto({ schema, subject }, step, value, patternName) {
  const { properties = {}, additionalProperties, items } = schema;
  if (Object.hasOwn(properties, step)) return { schema: propertiesOf(schema).find(({ name }) => name === step)?.schema ?? {}, subject };
  if (isObject(additionalProperties)) {
    const entry = /** @type {Schema} */ (additionalProperties);
    const name = schema["x-names"] === undefined ? `${titleOf(entry)} ${step}` : patternName(step);
    return { schema: entry, subject: [...subject, name], key: "" };
  }
  if (items === undefined) return null;
  const key = schema["x-key"];
  if (key === undefined || !isObject(value)) return { schema: titledAs(schema, items), subject };
  return { schema: items, subject: [...subject, keyText(items, key, value, patternName)], key };
}

/** An item by what it is known by. @param {Schema} items @param {string} key @param {Record<string, unknown>} item @param {PatternName} patternName */
function keyText(items, key, item, patternName) {
  const property = items.properties?.[key] ?? {};
  const value = valueText(property, item[key], patternName);
  return wordsOf(property).length > 0 || property["x-unit"] !== undefined ? value : `${titleOf(items)} ${value}`;
}

/** @param {Schema} schema @param {unknown} stated @param {PatternName} patternName @param {string} [key] a property that is said already @returns {string} */
function valueText(schema, stated, patternName, key) {
  if (stated === undefined && absenceOf(schema) !== "") return absenceOf(schema);
  const value = stated ?? schema.default;
  if (value === undefined) return text("not_stated");
  if (schemaProblems(schema, value).length > 0) return plainText(value);
  const textOf = (/** @type {Schema} */ one, /** @type {unknown} */ part) => valueText(one, part, patternName);
  switch (kindOf(schema)) {
    case "flag":
      return text(value === true ? "yes" : "no");
    case "number":
      return amountOf(schema, Number(value)) || String(value);
    case "one":
      return titleOf(wordsOf(schema).find((word) => word.value === value)?.schema ?? {});
    case "alternatives":
      return textOf((schema.anyOf ?? []).find((one) => schemaProblems(one, value).length === 0) ?? {}, value);
    case "names":
      return listText(/** @type {string[]} */ (value).map(patternName));
    case "any":
    case "items":
      return listText(/** @type {unknown[]} */ (value).map((item) => textOf(schema.items ?? {}, item)));
    case "object":
      return objectText(schema, /** @type {Record<string, unknown>} */ (value), patternName, key);
    default:
      return plainText(value);
  }
}

/** @param {unknown} value */
const plainText = (value) => (value === "" ? text("none") : typeof value === "string" ? value : JSON.stringify(value));

/** @param {string[]} items */
const listText = (items) => (items.length === 0 ? text("none") : listed(items));

/** What an object says, but for a property that is said already. @param {Schema} schema @param {Record<string, unknown>} value @param {PatternName} patternName @param {string} [key] */
function objectText(schema, value, patternName, key) {
  const parts = propertiesOf(schema).filter(({ name }) => name !== key && Object.hasOwn(value, name));
  const texts = parts.map(({ name, schema: part }) => {
    const partText = valueText(part, value[name], patternName);
    return part["x-unit"] !== undefined || kindOf(part) === "alternatives" ? partText : text("stated_part", { title: titleOf(part), value: partText });
  });
  return texts.length === 0 ? text("played") : listed(texts);
}

/**
 * The sentence, and whether it is English although the page is not. The server says it in English only.
 * @param {Difference} difference @param {Schema} schema @param {PatternName} patternName @returns {{ sentence: string, isEnglish: boolean }}
 */
export function differenceText(difference, schema, patternName) {
  const { text: english, pointer, before, after } = difference;
  if (english !== undefined && !isChinese()) return { sentence: english, isEnglish: false };
  const about = aboutPlace(difference, schema, patternName);
  if (about === null && english !== undefined) return { sentence: english, isEnglish: true };
  const { schema: part, subject, key } = about ?? { schema: {}, subject: stepsOf(pointer) };
  const textOf = (/** @type {unknown} */ value) => valueText(part, value, patternName, key);
  return { sentence: text("difference", { subject: subject.reduce((whole, part) => text("subject_part", { whole, part })), before: textOf(before), after: textOf(after) }), isEnglish: false };
}
