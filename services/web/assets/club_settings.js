// @ts-check
/** The name of a club and its time zone, for its owners. */
import { changeClub } from "./members_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useId } from "./use_id.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ path: string, club: Schemas["Club"], onChange: () => void }} properties `path`: of the club in the API */
export function ClubSettings({ path, club, onChange }) {
  const [name, setName] = useState(club.name ?? "");
  const [timeZone, setTimeZone] = useState(club.time_zone);
  const { isBusy, error, act } = useAction();
  const zones = useId("zones");
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (await act(() => changeClub(path, { name: name.trim(), time_zone: timeZone }))) onChange();
  };
  return html`
    <form class="form" onSubmit=${send}>
      <${InputField} label=${text("club_name")} value=${name} onInput=${setName} />
      <label>${text("time_zone")}
        <input value=${timeZone} list=${zones} required maxlength="64" autocomplete="off" spellcheck=${false}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setTimeZone(currentTarget.value)} />
      </label>
      <datalist id=${zones}>${Intl.supportedValuesOf("timeZone").map((zone) => html`<option value=${zone}></option>`)}</datalist>
      <p class="quiet-text">${text("time_zone_what")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("save_club")}</button>
    </form>
  `;
}
