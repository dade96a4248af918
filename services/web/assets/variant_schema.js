// @ts-check
/**
 * The JSON schema of a variant's document, from which the form for house rules is made: a rule is declared there with its texts, its section and what the
 * form has to know besides (`x-…`). `proto/README.md` lists these annotations.
 */
import { send } from "./api.js";
import { isChinese } from "./language.js";
import { documentText, isObject, stepsOf, valueAt } from "./variant_document.js";

/**
 * A schema whose references are resolved. A value that may be null has `nullable`, and its other type; alternatives are in `anyOf`.
 * @typedef {{
 *   type?: string, title?: string, description?: string, default?: unknown, const?: unknown, enum?: unknown[], anyOf?: Schema[], nullable?: boolean,
 *   properties?: Record<string, Schema>, required?: string[], additionalProperties?: Schema | boolean, propertyNames?: Schema, minProperties?: number, maxProperties?: number,
 *   items?: Schema, minItems?: number, maxItems?: number, uniqueItems?: boolean,
 *   minimum?: number, maximum?: number, multipleOf?: number, minLength?: number, maxLength?: number, pattern?: string,
 *   "x-title-zh-Hant"?: string, "x-description-zh-Hant"?: string, "x-absent"?: string, "x-absent-zh-Hant"?: string, "x-unit"?: string, "x-unit-zh-Hant"?: string,
 *   "x-sections"?: (Schema & { name: string })[], "x-section"?: string, "x-order"?: string[], "x-key"?: string, "x-absent-as"?: string,
 *   "x-names"?: string, "x-next"?: { add?: number, multiply?: number },
 * }} Schema
 */
/** @typedef {{ name: string, schema: Schema, isRequired: boolean }} Property */
/** A value that is known by name. @typedef {{ value: unknown, schema: Schema }} Word */
/** Which control a schema needs. @typedef {"object" | "entries" | "items" | "any" | "names" | "one" | "alternatives" | "flag" | "number" | "words" | "other"} Kind */

const FILE = "/web/variant.schema.json";

/** The schema, as the server has it. */
export const loadVariantSchema = async () => resolvedSchema(await send(FILE));

/** @param {any} root as it is written @returns {Schema} */
export function resolvedSchema({ $defs, ...root }) {
  return expanded(root, { $defs }, []);
}

/** A schema with what it refers to in the place of each reference. One that stands within itself is left out there. @param {any} schema @param {unknown} root @param {string[]} open @returns {any} */
function expanded(schema, root, open) {
  if (Array.isArray(schema)) return schema.map((item) => expanded(item, root, open));
  if (!isObject(schema)) return schema;
  const { $ref: reference, ...own } = schema;
  if (typeof reference !== "string") return normalized(Object.fromEntries(Object.entries(own).map(([name, value]) => [name, expanded(value, root, open)])));
  return open.includes(reference) ? own : { ...expanded(valueAt(root, stepsOf(reference)), root, [...open, reference]), ...own };
}

/** A schema that says by `nullable` whether null is a value, and whose alternatives are in `anyOf`. @param {any} schema */
function normalized({ oneOf, anyOf = oneOf, ...others }) {
  const { type } = others;
  if (Array.isArray(type) && type.includes("null")) return normalized({ ...others, anyOf, type: type.find((one) => one !== "null"), nullable: true });
  if (!Array.isArray(anyOf)) return others;
  const rest = anyOf.filter((one) => one.type !== "null");
  if (rest.length === anyOf.length) return { ...others, anyOf };
  return rest.length === 1 ? { ...rest[0], ...others, nullable: true } : { ...others, anyOf: rest, nullable: true };
}

/** @param {unknown} english @param {unknown} chinese @returns {string} */
const translated = (english, chinese) => String((isChinese() && chinese) || english || "");

/** @param {Schema} schema */
export const titleOf = (schema) => translated(schema.title, schema["x-title-zh-Hant"]);
/** What it means, for people. @param {Schema} schema */
export const helpOf = (schema) => translated(schema.description, schema["x-description-zh-Hant"]).replaceAll("`", "");
/** What it means that nothing is stated. @param {Schema} schema */
export const absenceOf = (schema) => translated(schema["x-absent"], schema["x-absent-zh-Hant"]);
/** A number with its unit; empty if it has none. @param {Schema} schema @param {number} count */
export const amountOf = (schema, count) => translated(schema["x-unit"], schema["x-unit-zh-Hant"]).replace("{count}", String(count));

/** Names of properties in the order of the form: those that `x-order` does not name are last. @param {Schema} schema @param {Iterable<string>} names */
export function inOrder({ "x-order": order = [] }, names) {
  const rank = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...names].sort((one, other) => rank(one) - rank(other));
}

/** The properties of an object, in the order of its form. @param {Schema} schema @returns {Property[]} */
export function propertiesOf(schema) {
  const { properties = {}, required = [] } = schema;
  // A property without a title is called by its name.
  const property = (/** @type {string} */ name) => ({ name, schema: { title: name.replaceAll("_", " "), ...properties[name] }, isRequired: required.includes(name) });
  return inOrder(schema, Object.keys(properties)).map(property);
}

/** A part of a schema that is called as the whole, unless it has a title of its own. @param {Schema} whole @param {Schema} part @returns {Schema} */
export const titledAs = ({ title = "", "x-title-zh-Hant": chinese = "" }, part) => ({ title, "x-title-zh-Hant": chinese, ...part });

/** The sections of the form; the last one has the properties without a section. @param {Schema} schema @returns {{ schema: Schema, properties: Property[] }[]} */
export function sectionsOf(schema) {
  const sections = schema["x-sections"] ?? [{ ...schema, name: "" }];
  const names = sections.map(({ name }) => name);
  const sectionOf = ({ schema: { "x-section": name = "" } }) => (names.includes(name) ? name : names.at(-1));
  return sections.map((section) => ({ schema: section, properties: propertiesOf(schema).filter((property) => sectionOf(property) === section.name) }));
}

/** The values of which one is chosen, if that is what a schema demands. @param {Schema} schema @returns {Word[]} */
export function wordsOf(schema) {
  const { anyOf: alternatives = [], enum: values } = schema;
  if ("const" in schema) return [{ value: schema.const, schema }];
  if (values !== undefined) return values.map((value) => ({ value, schema: { title: typeof value === "string" ? value : documentText(value) } }));
  return alternatives.every((one) => "const" in one) ? alternatives.map((one) => ({ value: one.const, schema: one })) : [];
}

/** @param {Schema} schema @returns {Kind} */
export function kindOf(schema) {
  const { type, items, additionalProperties } = schema;
  if (wordsOf(schema).length > 0) return "one";
  if (schema.anyOf) return "alternatives";
  if (type === "object") return schema.properties === undefined && isObject(additionalProperties) ? "entries" : "object";
  if (type === "array" && items !== undefined) {
    if (schema["x-names"] !== undefined) return "names";
    return schema.uniqueItems === true && kindOf(items) === "one" ? "any" : "items";
  }
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  return type === "string" ? "words" : "other";
}

/** What a field begins with that is added. @param {Schema} schema @returns {unknown} */
export function startOf(schema) {
  if (schema.default !== undefined) return schema.default;
  switch (kindOf(schema)) {
    case "object":
      return Object.fromEntries(propertiesOf(schema).flatMap(({ name, schema: part, isRequired }) => (isRequired ? [[name, startOf(part)]] : [])));
    case "alternatives":
      return startOf(schema.anyOf?.[0] ?? {});
    case "one":
      return wordsOf(schema)[0]?.value;
    case "number":
      return schema.minimum ?? 0;
    case "flag":
      return false;
    case "entries":
      return {};
    case "words":
      return "";
    case "other":
      return null;
    default:
      return [];
  }
}

/** What an emptied field says: nothing, or null where something has to be said. @param {Schema} schema @param {boolean} isRequired */
export const emptied = (schema, isRequired) => (isRequired && schema.nullable ? null : undefined);
