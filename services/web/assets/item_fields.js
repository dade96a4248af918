// @ts-check
/** One of many in a variant's document: an item of a list, or an entry with an id. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { PropertyFields } from "./property_fields.js";
import { pointerOf } from "./variant_document.js";
import { helpOf, kindOf, propertiesOf, titleOf, wordsOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */

/** The fields of one of many. @param {{ field: FieldProperties, without?: string }} properties `without`: a property that is shown elsewhere */
export function ItemFields({ field, without }) {
  const { editor, schema } = field;
  if (kindOf(schema) !== "object") return html`<${editor.Field} ...${field} isBrief />`;
  return html`<${PropertyFields} field=${{ ...field, isBrief: true }} properties=${propertiesOf(schema).filter(({ name }) => name !== without)} />`;
}

/**
 * One of many that is played or not.
 * @param {{ name: string, help?: string, place?: import("./variant_document.js").Place, isPlayed: boolean, onPlay: (isPlayed: boolean) => void, content: () => unknown }} properties
 * `place`: where the document says that it is played
 */
export const PlayedItem = ({ name, help, place, isPlayed, onPlay, content }) => html`
  <label class="check played">
    <input type="checkbox" data-place=${place && pointerOf(place)} checked=${isPlayed} onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onPlay(currentTarget.checked)} />
    <span>${name}</span>
  </label>
  ${help && html`<small class="help">${help}</small>`}
  ${isPlayed && content()}
`;

/** What the fields of each of many mean. @param {{ schema: Schema }} properties */
export function ItemHelp({ schema }) {
  const properties = propertiesOf(schema);
  const explained = (/** @type {Schema} */ one) => html`<dt>${titleOf(one)}</dt><dd>${helpOf(one)}</dd>`;
  const words = (/** @type {Schema} */ one) => [one.items ?? one].flatMap((part) => [...wordsOf(part).map((word) => word.schema), ...(part.anyOf ?? [])]);
  const content = () => html`<dl class="facts">${properties.map(({ schema: one }) => [explained(one), ...words(one).map(explained)])}</dl>`;
  return properties.length > 0 && html`<${LazyDetails} summary=${text("what_fields_mean")} content=${content} />`;
}
