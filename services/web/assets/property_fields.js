// @ts-check
/** The fields for the properties of an object in a variant's document. */
import { FieldProblems, problemsIn } from "./field_problems.js";
import { FormPart } from "./form_part.js";
import { html } from "./htm_preact_standalone.js";
import { kindOf, titleOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Property} Property */
/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */

/** Kinds whose fields stand side by side. */
const SMALL = ["number", "flag", "one", "words", "alternatives"];

/** @param {Property} property */
const isSmall = ({ schema }) => SMALL.includes(kindOf(schema));

/** Properties in their order: small ones that follow each other are a row. @param {Property[]} properties @returns {Property[][]} */
function rowsOf(properties) {
  /** @type {Property[][]} */
  const rows = [];
  for (const property of properties) {
    const last = rows.at(-1);
    if (last !== undefined && isSmall(property) && last.every(isSmall)) last.push(property);
    else rows.push([property]);
  }
  return rows;
}

/** @param {{ field: FieldProperties, properties: Property[] }} properties `field`: the object; those of its properties that are shown */
export function PropertyFields({ field, properties }) {
  const { editor, place, about, isBrief } = field;
  const partOf = (/** @type {Property} */ { name, schema, isRequired }) => html`
    <${editor.Field} key=${name} editor=${editor} place=${[...place, name]} schema=${schema} isRequired=${isRequired} about=${about} isBrief=${isBrief} />
  `;
  // Of one of many, what it need not have is shown when somebody asks for it.
  const more = isBrief ? properties.filter((property) => !isSmall(property) && !property.isRequired) : [];
  const isWrong = more.some(({ name }) => problemsIn(editor, [...place, name]).length > 0);
  const summary = html`${about && html`<span class="visually-hidden">${about}: </span>`}${more.map(({ schema }) => titleOf(schema)).join(" · ")}`;
  return html`
    ${rowsOf(properties.filter((property) => !more.includes(property))).map((row) => (row.every(isSmall) ? html`<div class="fields">${row.map(partOf)}</div>` : row.map(partOf)))}
    ${more.length > 0 && html`<${FormPart} summary=${summary} isWrong=${isWrong} content=${() => more.map(partOf)} />`}
    ${place.length > 0 && html`<${FieldProblems} editor=${editor} place=${place} parts=${properties.map(({ name }) => [...place, name])} />`}
  `;
}
