// @ts-check
/** What a field of a variant's document is called, and what it means: both are stated in its schema. */
import { FieldProblems, idOf, problemsIn } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { pointerOf } from "./variant_document.js";
import { helpOf, titleOf } from "./variant_schema.js";

/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */
/** @typedef {import("./variant_document.js").Place} Place */

/** @param {{ schema: import("./variant_schema.js").Schema, about?: string }} properties */
export const FieldTitle = ({ schema, about }) => html`${about && html`<span class="visually-hidden">${about}: </span>`}${titleOf(schema)}`;

/** Whether a text says more than another that has the same words. @param {string} help @param {string} title */
const saysMore = (help, title) => !title.toLowerCase().includes(help.replace(/[.。]$/, "").toLowerCase());

/** What a schema means, as far as its title does not say it. @param {import("./variant_schema.js").Schema} schema */
export function meaningOf(schema) {
  const help = helpOf(schema);
  return saysMore(help, titleOf(schema)) ? help : "";
}

/** What a field means, and the value that is chosen. @param {FieldProperties} field @param {import("./variant_schema.js").Schema} [chosen] */
export const helpFor = ({ schema, isBrief = false }, chosen = {}) => (isBrief ? "" : [schema, chosen].map(meaningOf).filter(Boolean).join(" "));

/** @param {{ place: Place, help: string }} properties */
export const FieldHelp = ({ place, help }) => help && html`<small class="help" id=${idOf("help", place)}>${help}</small>`;

/** The id of what is said of a place: what is wrong, or else what it means. @param {{ place: Place, help: string, isWrong: boolean }} said */
export const describedBy = ({ place, help, isWrong }) => (isWrong || help ? idOf(isWrong ? "wrong" : "help", place) : undefined);

/** What tells of an input where the document has it, that its value is wrong, and where it is said why, or else what it means. @param {FieldProperties} field @param {string} help */
export function stateOf({ editor, place }, help) {
  const isWrong = problemsIn(editor, place).length > 0;
  return { "data-place": pointerOf(place), "aria-invalid": isWrong, "aria-describedby": describedBy({ place, help, isWrong }) };
}

/** A field: its control under its title, what it means, and what is wrong with it. @param {{ field: FieldProperties, help: string, control: unknown }} properties */
export const LabelledField = ({ field: { editor, place }, help, control }) => html`
  <div class="field">
    ${control}
    <${FieldHelp} place=${place} help=${help} />
    <${FieldProblems} editor=${editor} place=${place} />
  </div>
`;
