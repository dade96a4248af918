// @ts-check
/** Opening a season: its days, and how its standings are added up. */
import { DayField } from "./day_field.js";
import { FormPart } from "./form_part.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { openSeason } from "./league_api.js";
import { NumberInput } from "./number_input.js";
import { today } from "./period.js";
import { ProblemView } from "./problem_view.js";
import { SeasonPlayers, handicapsOf, teamsOf } from "./season_players.js";
import { SelectField } from "./select_field.js";
import { sentNumber } from "./typed_number.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, timeZone: string }} properties `club`: its path in the API; `timeZone`: of the club */
export function NewSeason({ club, timeZone }) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState(today(timeZone));
  const [until, setUntil] = useState("");
  const [unfinished, setUnfinished] = useState(/** @type {Schemas["UnfinishedMatches"]} */ ("leave_out"));
  const [best, setBest] = useState("");
  const [minimum, setMinimum] = useState("");
  const [ofPlayers, setOfPlayers] = useState(/** @type {import("./season_players.js").RulesOfPlayers} */ ({}));
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    const rules = { unfinished, best: sentNumber(best), minimum_matches: sentNumber(minimum), handicaps: handicapsOf(ofPlayers), teams: teamsOf(ofPlayers) };
    const season = { name: name.trim(), from, until, rules };
    act(async () => {
      const { id } = await openSeason(club, season, sameKey.keyOf(season));
      location.assign(`${club.replace("/v1", "")}/seasons/${id}`);
    });
  };
  const choices = /** @type {const} */ ([["leave_out", text("unfinished_leave_out")], ["count", text("unfinished_count")]]);
  return html`
    <form class="form" onSubmit=${open}>
      <${InputField} label=${text("season_name")} value=${name} onInput=${setName} />
      <${DayField} label=${text("season_from")} value=${from} onChange=${setFrom} />
      <${DayField} label=${text("season_until")} value=${until} onChange=${setUntil} />
      <${SelectField} label=${text("season_unfinished")} value=${unfinished} options=${choices} onChange=${setUnfinished} />
      <${NumberInput} label=${text("season_best")} value=${best} limits=${{ least: 1, most: 5000 }} onInput=${setBest} />
      <${NumberInput} label=${text("season_minimum")} value=${minimum} limits=${{ least: 1, most: 5000 }} onInput=${setMinimum} />
      <${FormPart} summary=${text("teams_and_handicaps")} content=${() => html`<${SeasonPlayers} club=${club} typed=${ofPlayers} onChange=${setOfPlayers} />`} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("open_season")}</button>
    </form>
  `;
}
