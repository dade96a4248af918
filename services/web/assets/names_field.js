// @ts-check
/** Patterns that a variant's document names in a list: those of the catalogue, and its own. */
import { FieldGroup } from "./field_group.js";
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { documentText, isObject, listAt, objectAt } from "./variant_document.js";
import { absenceOf } from "./variant_schema.js";

/** The word that stands for every limit hand where a list may name it. */
const LIMIT = "limit";
const WITH_LIMIT = "patterns_or_limit";

/** Each id that a list may have, with its name. @param {import("./variant_document.js").FieldProperties} field @returns {[id: string, name: string][]} */
function choicesOf({ editor, schema }) {
  const own = Object.entries(objectAt(editor.document, ["house_patterns"]));
  const ownName = (/** @type {string} */ id, /** @type {unknown} */ pattern) => {
    const name = isObject(pattern) ? pattern.name : undefined;
    return isObject(name) && typeof name.english === "string" ? nameOf(/** @type {{ english: string }} */ (name)) : id;
  };
  return [
    ...(schema["x-names"] === WITH_LIMIT ? [/** @type {[string, string]} */ ([LIMIT, text("limit")])] : []),
    ...editor.patterns.map(({ id, name }) => /** @type {[string, string]} */ ([id, nameOf(name)])),
    ...own.map(([id, pattern]) => /** @type {[string, string]} */ ([id, ownName(id, pattern)])),
  ];
}

/** @param {import("./variant_document.js").FieldProperties} field */
export function NamesField(field) {
  const { editor, place, schema, isRequired } = field;
  const chosen = listAt(editor.document, place);
  const choices = choicesOf(field);
  const nameFor = (/** @type {unknown} */ id) => choices.find(([known]) => known === id)?.[1] ?? (typeof id === "string" ? id : documentText(id));
  const rest = choices.filter(([id]) => !chosen.includes(id));
  // An empty list would say something else than none where it may be absent.
  const remove = (/** @type {unknown} */ id) => {
    const others = chosen.filter((other) => other !== id);
    editor.change(place, others.length === 0 && !isRequired ? undefined : others);
  };
  const add = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => {
    const id = rest[currentTarget.selectedIndex - 1]?.[0];
    currentTarget.selectedIndex = 0;
    if (id !== undefined) editor.change(place, [...chosen, id]);
  };
  const content = html`
    <ul class="names">
      ${chosen.map((id) => html`<li>${nameFor(id)} <button type="button" class="quiet" aria-label=${`${text("remove")}: ${nameFor(id)}`} onClick=${() => remove(id)}>${text("remove")}</button></li>`)}
    </ul>
    ${chosen.length === 0 && html`<small>${absenceOf(schema) || text("none")}</small>`}
    <label class="grows">${text("add_pattern")}
      <select onChange=${add}><option selected></option>${rest.map(([, name]) => html`<option>${name}</option>`)}</select>
    </label>
  `;
  return html`<${FieldGroup} field=${field} isMarked content=${content} />`;
}
