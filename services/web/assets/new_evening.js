// @ts-check
/** Opening an evening: when and where it is, and what the tables are called. */
import { DayField } from "./day_field.js";
import { openEvening } from "./evenings_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { today } from "./period.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** Labels as somebody types them. @param {string} typed */
const labelsOf = (typed) => typed.split(/[,，、\n]/).map((label) => label.trim()).filter((label) => label !== "");

/** @param {{ club: string, timeZone: string }} properties `club`: its path in the API; `timeZone`: of the club */
export function NewEvening({ club, timeZone }) {
  const [day, setDay] = useState(today(timeZone));
  const [hall, setHall] = useState("");
  const [tables, setTables] = useState("");
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    const evening = { held_on: day, tables: labelsOf(tables), ...(hall.trim() === "" ? {} : { hall: hall.trim() }) };
    act(async () => {
      const { id } = await openEvening(club, evening, sameKey.keyOf(evening));
      location.assign(`${club.replace("/v1", "")}/evenings/${id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${open}>
      <${DayField} label=${text("evening_day")} value=${day} onChange=${setDay} />
      <${InputField} label=${text("evening_hall")} value=${hall} isRequired=${false} longest=${200} onInput=${setHall} />
      <${InputField} label=${text("evening_tables")} value=${tables} isRequired=${false} longest=${4000} onInput=${setTables} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("open_evening")}</button>
    </form>
  `;
}
