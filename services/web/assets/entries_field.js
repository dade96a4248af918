// @ts-check
/** Entries by their ids in a variant's document: those of the catalogue are played or not, others get ids of the document's own. */
import { FieldGroup } from "./field_group.js";
import { FieldTitle } from "./field_label.js";
import { html, useState } from "./htm_preact_standalone.js";
import { ItemFields, ItemHelp, PlayedItem } from "./item_fields.js";
import { nameOf, text } from "./language.js";
import { schemaProblems } from "./schema_problems.js";
import { objectAt, valueAt } from "./variant_document.js";
import { helpOf, startOf, titleOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */

const OF_CATALOGUE = "catalogue";

/** What each entry has. @param {Schema} schema */
const entryOf = ({ additionalProperties }) => /** @type {Schema} */ (additionalProperties);

/** @param {FieldProperties} field */
export const EntriesField = (field) => (field.schema["x-names"] === OF_CATALOGUE ? html`<${CatalogueEntries} field=${field} />` : html`<${OwnEntries} field=${field} />`);

/** @param {{ field: FieldProperties }} properties */
function CatalogueEntries({ field }) {
  const { editor, place, schema } = field;
  const entry = entryOf(schema);
  const row = (/** @type {import("./api.js").Schemas["Pattern"]} */ pattern) => {
    const at = [...place, pattern.id];
    const name = nameOf(pattern.name);
    const play = (/** @type {boolean} */ isPlayed) => editor.change(at, isPlayed ? (valueAt(editor.base, at) ?? startOf(entry)) : undefined);
    const fields = () => html`<${ItemFields} field=${{ editor, place: at, schema: entry, isRequired: true, about: name }} />`;
    return html`<li key=${pattern.id}><${PlayedItem} name=${name} isPlayed=${valueAt(editor.document, at) !== undefined} onPlay=${play} content=${fields} /></li>`;
  };
  const content = html`<${ItemHelp} schema=${entry} /><ul class="items">${editor.patterns.map(row)}</ul>`;
  const played = editor.patterns.map(({ id }) => [...place, id]).filter((at) => valueAt(editor.document, at) !== undefined);
  return html`<${FieldGroup} field=${field} parts=${played} content=${content} />`;
}

/** @param {{ field: FieldProperties }} properties */
function OwnEntries({ field }) {
  const { editor, place, schema, isRequired = false } = field;
  const entry = entryOf(schema);
  const ids = Object.keys(objectAt(editor.document, place));
  const remove = (/** @type {string} */ id) => editor.change(ids.length === 1 && !isRequired ? place : [...place, id], undefined);
  const row = (/** @type {string} */ id) => html`
    <li key=${id}>
      <code>${id}</code>
      <${ItemFields} field=${{ editor, place: [...place, id], schema: entry, isRequired: true, about: id }} />
      <button type="button" class="quiet" aria-label=${`${id}: ${text("remove")}`} onClick=${() => remove(id)}>${text("remove")}</button>
    </li>
  `;
  const content = html`
    <${ItemHelp} schema=${entry} />
    <ul class="items">${ids.map(row)}</ul>
    <${NewEntry} schema=${schema} ids=${ids} onAdd=${(/** @type {string} */ id) => editor.change([...place, id], startOf(entry))} />
  `;
  return html`<${FieldGroup} field=${field} parts=${ids.map((id) => [...place, id])} content=${content} />`;
}

/** @param {{ schema: Schema, ids: string[], onAdd: (id: string) => void }} properties */
function NewEntry({ schema, ids, onAdd }) {
  const [id, setId] = useState("");
  const { propertyNames = {} } = schema;
  const title = titleOf(entryOf(schema)) || titleOf(schema);
  const named = { title: text("id_of", { title }), ...propertyNames };
  const isWrong = id !== "" && (ids.includes(id) || schemaProblems({ type: "string", minLength: 1, ...propertyNames }, id).length > 0);
  const add = () => {
    onAdd(id);
    setId("");
  };
  return html`
    <div class="field">
      <label><${FieldTitle} schema=${named} />
        <input autocomplete="off" value=${id} aria-invalid=${isWrong} onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setId(currentTarget.value)} />
      </label>
      ${helpOf(named) && html`<small class="help">${helpOf(named)}</small>`}
    </div>
    <button type="button" class="quiet" disabled=${id === "" || isWrong} onClick=${add}>${text("add_part", { part: title })}</button>
  `;
}
