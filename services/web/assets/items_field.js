// @ts-check
/** A list in a variant's document: items are added and removed, or chosen if each is known by a word. */
import { FieldGroup } from "./field_group.js";
import { meaningOf } from "./field_label.js";
import { html } from "./htm_preact_standalone.js";
import { ItemFields, ItemHelp, PlayedItem } from "./item_fields.js";
import { text } from "./language.js";
import { isObject, listAt } from "./variant_document.js";
import { emptied, kindOf, startOf, titleOf, wordsOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */

/** An item after the others: each number that says so goes on from the last one. @param {Schema} schema @param {unknown} last */
function itemAfter(schema, last) {
  const item = startOf(schema);
  if (!isObject(item) || !isObject(last)) return item;
  const next = (/** @type {string} */ name, /** @type {unknown} */ start) => {
    const step = schema.properties?.[name]?.["x-next"];
    const former = last[name];
    return step === undefined || typeof former !== "number" ? start : former * (step.multiply ?? 1) + (step.add ?? 0);
  };
  return Object.fromEntries(Object.entries(item).map(([name, start]) => [name, next(name, start)]));
}

/** @param {FieldProperties} field */
export function ItemsField(field) {
  const { schema: { items = {}, "x-key": key = "" } } = field;
  const words = wordsOf(items.properties?.[key] ?? {});
  return words.length > 0 ? html`<${ChosenItems} field=${field} name=${key} words=${words} />` : html`<${AddedItems} field=${field} />`;
}

/** @param {{ field: FieldProperties }} properties */
function AddedItems({ field }) {
  const { editor, place, schema, about, isRequired = false } = field;
  const { items = {} } = schema;
  const values = listAt(editor.document, place);
  const title = titleOf(items) || titleOf(schema);
  const add = () => editor.change(place, [...values, itemAfter(items, values.at(-1))]);
  const remove = (/** @type {number} */ index) =>
    values.length === 1 && !isRequired ? editor.change(place, emptied(schema, isRequired)) : editor.change([...place, index], undefined);
  const row = (/** @type {unknown} */ _, /** @type {number} */ index) => {
    const numbered = text("numbered", { title: about ? `${about}, ${title}` : title, number: index + 1 });
    const isTitled = kindOf(items) === "object";
    // What is no object has no title of its own.
    const one = isTitled ? items : { ...items, title: numbered, "x-title-zh-Hant": numbered };
    return html`
      <li>
        <${ItemFields} field=${{ editor, place: [...place, index], schema: one, isRequired: true, about: isTitled ? numbered : undefined }} />
        <button type="button" class="quiet" aria-label=${`${numbered}: ${text("remove")}`} onClick=${() => remove(index)}>${text("remove")}</button>
      </li>
    `;
  };
  const content = html`
    <${ItemHelp} schema=${items} />
    <ol class="items">${values.map(row)}</ol>
    <button type="button" class="quiet" aria-label=${about && `${about}: ${text("add_part", { part: title })}`} onClick=${add}>${text("add_part", { part: title })}</button>
  `;
  return html`<${FieldGroup} field=${field} parts=${values.map((_, index) => [...place, index])} content=${content} />`;
}

/** @param {{ field: FieldProperties, name: string, words: import("./variant_schema.js").Word[] }} properties `name`: the property by which an item is known */
function ChosenItems({ field, name, words }) {
  const { editor, place, schema: { items = {} } } = field;
  const values = listAt(editor.document, place);
  const former = listAt(editor.base, place);
  const isOf = (/** @type {unknown} */ word) => (/** @type {unknown} */ item) => isObject(item) && item[name] === word;
  const play = (/** @type {unknown} */ word, /** @type {boolean} */ isPlayed) => {
    const others = values.filter((item) => !isOf(word)(item));
    const started = { .../** @type {object} */ (startOf(items)), [name]: word };
    editor.change(place, isPlayed ? [...others, former.find(isOf(word)) ?? started] : others);
  };
  const row = (/** @type {import("./variant_schema.js").Word} */ { value: word, schema }) => {
    const places = values.flatMap((item, index) => (isOf(word)(item) ? [[...place, index]] : []));
    const fields = () => places.map((at) => html`<${ItemFields} field=${{ editor, place: at, schema: items, isRequired: true, about: titleOf(schema) }} without=${name} />`);
    return html`<li><${PlayedItem} name=${titleOf(schema)} help=${meaningOf(schema)} place=${places[0] && [...places[0], name]} isPlayed=${places.length > 0} onPlay=${(/** @type {boolean} */ isPlayed) => play(word, isPlayed)} content=${fields} /></li>`;
  };
  const chosen = values.flatMap((item, index) => (words.some(({ value }) => isOf(value)(item)) ? [[...place, index]] : []));
  const content = html`<${ItemHelp} schema=${items} /><ul class="items">${words.map(row)}</ul>`;
  return html`<${FieldGroup} field=${field} parts=${chosen} content=${content} />`;
}
