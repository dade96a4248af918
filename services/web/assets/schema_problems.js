// @ts-check
/** What a schema refuses of a value, before anything is sent: with the pointers and codes of the server, in the language of the page. */
import { text } from "./language.js";
import { documentText, isObject, pointerOf } from "./variant_document.js";
import { helpOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {import("./variant_document.js").Place} Place */
/** @typedef {import("./variant_document.js").DocumentFault} DocumentFault */

const LONGEST_SHOWN = 60;
/** As 0.1 + 0.2 is not 0.3. */
const ROUNDING = 1e-9;

/** @param {Schema} schema @param {unknown} value @param {Place} [place] @returns {DocumentFault[]} */
export function schemaProblems(schema, value, place = []) {
  if (value === null && schema.nullable) return [];
  const code = misfit(schema, value);
  if (code !== null) return [problem(place, code, text("fault_is_not", { value: shown(value), expected: expected(schema) }))];
  if (Array.isArray(value)) return [...countProblems(schema.minItems, schema.maxItems, value.length, place), ...itemProblems(schema, value, place)];
  if (isObject(value) && schema.type === "object") {
    return [...countProblems(schema.minProperties, schema.maxProperties, Object.keys(value).length, place), ...fieldProblems(schema, value, place)];
  }
  return [];
}

/** @param {Place} place @param {string} code @param {string} detail @returns {DocumentFault} */
const problem = (place, code, detail) => ({ pointer: pointerOf(place), code, detail, isOwn: true });

/** @param {Schema} schema @param {unknown[]} values @param {Place} place */
function itemProblems({ items = {}, uniqueItems }, values, place) {
  return values.flatMap((value, index) => {
    const isRepeated = uniqueItems && values.indexOf(value) < index;
    const repeated = isRepeated ? [problem([...place, index], "repeated", text("fault_repeated", { value: shown(value) }))] : [];
    return [...schemaProblems(items, value, [...place, index]), ...repeated];
  });
}

/** @param {Schema} schema @param {Record<string, unknown>} value @param {Place} place */
function fieldProblems({ properties = {}, required = [], additionalProperties, propertyNames = {} }, value, place) {
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => problem([...place, name], "missing_field", text("fault_missing", { help: helpOf(properties[name] ?? {}) })));
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const at = [...place, name];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) return schemaProblems(property, part, at);
    if (isObject(additionalProperties)) return [...schemaProblems(propertyNames, name, at), ...schemaProblems(/** @type {Schema} */ (additionalProperties), part, at)];
    return additionalProperties === false ? [problem(at, "unknown_field", text("fault_unknown_field"))] : [];
  });
  return [...missing, ...wrong];
}

/** @param {number | undefined} least @param {number | undefined} most @param {number} count @param {Place} place */
function countProblems(least, most, count, place) {
  if (count >= (least ?? 0) && count <= (most ?? Infinity)) return [];
  return [problem(place, "out_of_range", text("fault_count", { count, range: range(least, most) }))];
}

/** Why a value itself is refused, but for what is in it. @param {Schema} schema @param {unknown} value @returns {string | null} */
function misfit(schema, value) {
  const { anyOf: alternatives } = schema;
  if (alternatives !== undefined) {
    const codes = alternatives.map((one) => misfit(one, value));
    // The most telling one is that of the right type.
    return codes.includes(null) ? null : (codes.find((code) => code !== "wrong_type") ?? "wrong_type");
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) return "wrong_type";
  if (schema.enum !== undefined && !schema.enum.includes(value)) return "unknown_value";
  if ("const" in schema && schema.const !== value) return "unknown_value";
  if (typeof value === "number") return misfitNumber(schema, value);
  return typeof value === "string" ? misfitText(schema, value) : null;
}

/** @param {string} type @param {unknown} value */
function hasType(type, value) {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** @param {Schema} schema @param {number} value */
function misfitNumber({ minimum = -Infinity, maximum = Infinity, multipleOf }, value) {
  if (value < minimum || value > maximum) return "out_of_range";
  if (multipleOf === undefined) return null;
  const parts = value / multipleOf;
  return Math.abs(parts - Math.round(parts)) > ROUNDING ? "remainder" : null;
}

/** @param {Schema} schema @param {string} value */
function misfitText({ minLength = 0, maxLength = Infinity, pattern }, value) {
  const length = [...value].length;
  if (length < minLength || length > maxLength) return "out_of_range";
  return pattern === undefined || new RegExp(pattern, "u").test(value) ? null : "malformed";
}

/** What a schema takes, as the end of a sentence. @param {Schema} schema @returns {string} */
function expected(schema) {
  const { anyOf: alternatives } = schema;
  if (alternatives !== undefined) return alternatives.map(expected).join(text("fault_or"));
  if (schema.enum !== undefined) return schema.enum.map(shown).join(text("fault_or"));
  if ("const" in schema) return shown(schema.const);
  switch (schema.type) {
    case "object":
      return text("expected_object");
    case "array":
      return text("expected_list");
    case "boolean":
      return text("expected_flag");
    case "integer":
      return text("expected_whole", { range: range(schema.minimum, schema.maximum) });
    case "number":
      return text("expected_number", { range: range(schema.minimum, schema.maximum), step: schema.multipleOf ?? "" });
    default:
      return schema.pattern === undefined ? text("expected_text", { range: range(schema.minLength, schema.maxLength) }) : text("expected_form", { help: helpOf(schema) });
  }
}

/** @param {number | undefined} least @param {number | undefined} most */
function range(least = 0, most) {
  if (most === undefined) return text("range_least", { least });
  return least === 0 ? text("range_most", { most }) : `${least}–${most}`;
}

/** A value as a sentence shows it. @param {unknown} value */
function shown(value) {
  if (Array.isArray(value)) return text("expected_list");
  if (isObject(value)) return text("expected_object");
  const letters = [...documentText(value)];
  return letters.length > LONGEST_SHOWN ? `${letters.slice(0, LONGEST_SHOWN).join("")}…` : letters.join("");
}
