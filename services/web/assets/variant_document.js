// @ts-check
/**
 * Places in the document of a variant. Somebody may paste a document that lacks its form, so nothing here expects one: the server
 * says what is wrong with it.
 */

/** @typedef {Record<string, unknown>} VariantDocument */
/** @typedef {ReadonlyArray<string | number>} Place */
/** @typedef {import("./api.js").Schemas["FieldError"]} FieldError */
/** What is wrong in a document. `isOwn`: the page found it, and says it in its own language. @typedef {FieldError & { isOwn?: boolean }} DocumentFault */
/** @typedef {import("./variant_schema.js").Schema} Schema */
/**
 * What a field of the form works on: the document, what is wrong with it, the document it was made from, and a change of one place, where
 * `undefined` takes a field away; `Field` is the control that a schema needs.
 * @typedef {{
 *   document: VariantDocument, base: VariantDocument, problems: DocumentFault[], change: (place: Place, value: unknown) => void,
 *   patterns: import("./api.js").Schemas["Pattern"][], patternName: (id: string) => string, Field: (field: FieldProperties) => unknown,
 * }} Editor
 */
/**
 * A field of the form. `about`: what it concerns, for those who hear its label alone; `isBrief`: what it means is said once for several of its kind.
 * @typedef {{ editor: Editor, place: Place, schema: Schema, isRequired?: boolean, about?: string, isBrief?: boolean }} FieldProperties
 */

/** Where the server finds the document in a request. */
const IN_REQUEST = "/document";

/** @param {unknown} value @returns {value is VariantDocument} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} document @param {Place} place @returns {unknown} */
export function valueAt(document, place) {
  const [step, ...rest] = place;
  if (step === undefined) return document;
  if (typeof step === "number") return Array.isArray(document) ? valueAt(document[step], rest) : undefined;
  return isObject(document) && Object.hasOwn(document, step) ? valueAt(document[step], rest) : undefined;
}

/** @param {VariantDocument} document @param {Place} place @returns {VariantDocument} nothing, if something else stands there */
export function objectAt(document, place) {
  const value = valueAt(document, place);
  return isObject(value) ? value : {};
}

/** @param {VariantDocument} document @param {Place} place @returns {unknown[]} nothing, if something else stands there */
export function listAt(document, place) {
  const value = valueAt(document, place);
  return Array.isArray(value) ? value : [];
}

/**
 * The same document with another value in a place; `undefined` takes it away.
 * @param {unknown} document @param {Place} place @param {unknown} value @returns {unknown}
 */
export function withValue(document, place, value) {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(document) ? [...document] : [];
    const changed = withValue(list[step], rest, value);
    list.splice(step, 1, ...(changed === undefined ? [] : [changed]));
    return list;
  }
  const { [step]: before, ...others } = isObject(document) ? document : {};
  const changed = withValue(before, rest, value);
  if (changed === undefined) return others;
  // A field that was there keeps its place among the others.
  return isObject(document) && Object.hasOwn(document, step) ? { ...document, [step]: changed } : { ...others, [step]: changed };
}

/** A place as a JSON pointer (RFC 6901). @param {Place} place */
export const pointerOf = (place) => place.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The steps of a JSON pointer. @param {string} pointer */
export const stepsOf = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The problems of a request as those of the document in it. @param {FieldError[]} errors */
export const problemsOfDocument = (errors) =>
  errors.map((error) => (error.pointer.startsWith(IN_REQUEST) ? { ...error, pointer: error.pointer.slice(IN_REQUEST.length) } : error));

/** Whether a pointer leads to a place, or below it. @param {string} pointer @param {Place} place */
export function liesIn(pointer, place) {
  const outer = pointerOf(place);
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** @param {string} text @returns {VariantDocument | null} nothing, unless it is an object as JSON */
export function documentFrom(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A document as people read it. @param {unknown} document */
export const documentText = (document) => JSON.stringify(document, null, 2);

/** Whether two values say the same, whatever the order of their fields. @param {unknown} one @param {unknown} other @returns {boolean} */
export function saysTheSame(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => saysTheSame(item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && saysTheSame(one[name], other[name]));
  }
  return one === other;
}
