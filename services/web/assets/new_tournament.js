// @ts-check
/** Opening a tournament: its days and its rules. */
import { DayField } from "./day_field.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { today } from "./period.js";
import { ProblemView } from "./problem_view.js";
import { USUAL_RULES, statedRules } from "./tournament_rules_draft.js";
import { TournamentRulesFields } from "./tournament_rules_fields.js";
import { openTournament } from "./tournaments_api.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @param {{ club: string, timeZone: string }} properties `club`: its path in the API; `timeZone`: of the club */
export function NewTournament({ club, timeZone }) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState(today(timeZone));
  const [until, setUntil] = useState(today(timeZone));
  const [rules, setRules] = useState(USUAL_RULES);
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    const tournament = { name: name.trim(), from, until, rules: statedRules(rules) };
    act(async () => {
      const { id } = await openTournament(club, tournament, sameKey.keyOf(tournament));
      location.assign(`${club.replace("/v1", "")}/tournaments/${id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${open}>
      <${InputField} label=${text("tournament_name")} value=${name} onInput=${setName} />
      <${DayField} label=${text("tournament_from")} value=${from} onChange=${setFrom} />
      <${DayField} label=${text("tournament_until")} value=${until} onChange=${setUntil} />
      <${TournamentRulesFields} draft=${rules} onChange=${setRules} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("open_tournament")}</button>
    </form>
  `;
}
