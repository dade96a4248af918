// @ts-check
/** The control that a schema needs, for a place of a variant's document. A field with others in it makes them by `editor.Field`, which is this. */
import { AlternativesField } from "./alternatives_field.js";
import { AnyOfField } from "./any_of_field.js";
import { EntriesField } from "./entries_field.js";
import { FieldGroup } from "./field_group.js";
import { FlagField } from "./flag_field.js";
import { html } from "./htm_preact_standalone.js";
import { ItemsField } from "./items_field.js";
import { text } from "./language.js";
import { NamesField } from "./names_field.js";
import { NumberField } from "./number_field.js";
import { ObjectField } from "./object_field.js";
import { OneOfField } from "./one_of_field.js";
import { kindOf } from "./variant_schema.js";
import { WordsField } from "./words_field.js";

/** @typedef {import("./variant_document.js").FieldProperties} FieldProperties */

/** What has no control is changed as JSON. @param {FieldProperties} field */
const OtherField = (field) => html`<${FieldGroup} field=${field} isMarked content=${html`<small>${text("changed_as_json")}</small>`} />`;

/** @type {Record<import("./variant_schema.js").Kind, (field: FieldProperties) => unknown>} */
const FIELDS = {
  object: ObjectField,
  entries: EntriesField,
  items: ItemsField,
  any: AnyOfField,
  names: NamesField,
  one: OneOfField,
  alternatives: AlternativesField,
  flag: FlagField,
  number: NumberField,
  words: WordsField,
  other: OtherField,
};

/** @param {FieldProperties} field */
export const SchemaField = (field) => html`<${FIELDS[kindOf(field.schema)]} ...${field} />`;
