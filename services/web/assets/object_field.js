// @ts-check
/** An object in a variant's document. One that may be absent is added and removed. */
import { FieldGroup } from "./field_group.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PropertyFields } from "./property_fields.js";
import { valueAt } from "./variant_document.js";
import { absenceOf, emptied, propertiesOf, startOf, titleOf } from "./variant_schema.js";

/** @param {import("./variant_document.js").FieldProperties} field */
export function ObjectField(field) {
  const { editor, place, schema, isRequired = false } = field;
  const isShown = isRequired || (valueAt(editor.document, place) ?? null) !== null;
  const properties = propertiesOf(schema);
  const add = () => editor.change(place, startOf(schema));
  const remove = () => editor.change(place, emptied(schema, isRequired));
  const content = isShown
    ? html`
        <${PropertyFields} field=${field} properties=${properties} />
        ${!isRequired && html`<button type="button" class="quiet" aria-label=${`${text("remove")}: ${titleOf(schema)}`} onClick=${remove}>${text("remove")}</button>`}
      `
    : html`
        <small>${absenceOf(schema) || text("not_stated")}</small>
        <button type="button" class="quiet" onClick=${add}>${text("add_part", { part: titleOf(schema) })}</button>
      `;
  const parts = isShown ? [place] : [];
  return html`<${FieldGroup} field=${field} parts=${parts} content=${content} />`;
}
