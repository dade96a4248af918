// @ts-check
/** The table of payments: from how many fan on there are how many base points. */
import { FieldProblems } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberField } from "./number_field.js";
import { isObject, listAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */

/** A step after the others: one fan more, and twice the points. @param {unknown} last */
function stepAfter(last) {
  if (!isObject(last) || typeof last.from_fan !== "number" || typeof last.points !== "number") return { from_fan: 0, points: 1 };
  return { from_fan: last.from_fan + 1, points: last.points * 2 };
}

/** @param {{ editor: Editor }} properties */
export function ScheduleField({ editor }) {
  const steps = listAt(editor.document, ["schedule"]);
  const add = () => editor.change(["schedule"], [...steps, stepAfter(steps.at(-1))]);
  return html`
    <fieldset class="choice">
      <legend>${text("rule_schedule")}</legend>
      <ol class="schedule">${steps.map((_, index) => html`<li><${ScheduleStep} editor=${editor} index=${index} /></li>`)}</ol>
      <${FieldProblems} editor=${editor} place=${["schedule"]} parts=${steps.map((_, index) => ["schedule", index])} />
      <button type="button" class="quiet" onClick=${add}>${text("add_step")}</button>
    </fieldset>
  `;
}

/** @param {{ editor: Editor, index: number }} properties */
function ScheduleStep({ editor, index }) {
  const place = ["schedule", index];
  const about = text("step_number", { number: index + 1 });
  const parts = [[...place, "from_fan"], [...place, "points"]];
  return html`
    <${NumberField} editor=${editor} place=${[...place, "from_fan"]} about=${about} label=${text("from_fan")} />
    <${NumberField} editor=${editor} place=${[...place, "points"]} about=${about} label=${text("points_label")} />
    <button type="button" class="quiet" aria-label=${`${about}: ${text("remove")}`} onClick=${() => editor.change(place, undefined)}>${text("remove")}</button>
    <${FieldProblems} editor=${editor} place=${place} parts=${parts} />
  `;
}
