// @ts-check
/** A penalty in a tournament: for whom, how much, and why. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { inNameOrder } from "./name_order.js";
import { NumberInput } from "./number_input.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { ReasonInput } from "./reason_input.js";
import { SelectField } from "./select_field.js";
import { hasTablePoints } from "./tournament_rules_draft.js";
import { givePenalty } from "./tournaments_api.js";
import { COUNT, sentNumber } from "./typed_number.js";
import { emptied, useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const CURRENT = "";

/** @param {{ path: string, tournament: Schemas["Tournament"], onChange: () => void }} properties `path`: of the tournament in the API */
export function NewPenalty({ path, tournament: { entrants, rounds, rules }, onChange }) {
  const people = inNameOrder(entrants.map(({ player }) => player)).map((player) => /** @type {const} */ ([player.id, partyName(player)]));
  const [chosen, setPlayer] = useState("");
  const [points, setPoints] = useState("");
  const [tablePoints, setTablePoints] = useState("");
  const [round, setRound] = useState(CURRENT);
  const [reason, setReason] = useState("");
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const player = chosen || people[0]?.[0];
  if (player === undefined) return html`<p>${text("no_entrants")}</p>`;
  /** @param {Event} event */
  const give = async (event) => {
    event.preventDefault();
    const penalty = {
      player,
      reason: reason.trim(),
      ...(round === CURRENT ? {} : { round: Number(round) }),
      points: sentNumber(points) || undefined,
      table_points: sentNumber(tablePoints) || undefined,
    };
    if (await act(() => givePenalty(path, penalty, sameKey.keyOf(penalty)))) {
      sameKey.forget();
      setPoints(emptied(points));
      setTablePoints(emptied(tablePoints));
      setReason(emptied(reason));
    }
    onChange();
  };
  const numbers = rounds.filter(({ replaced }) => !replaced).map((one) => String(one.round));
  const roundOptions = [[CURRENT, text("penalty_any_round")], ...numbers.map((number) => [number, text("round_number", { round: number })])];
  return html`
    <form class="form" onSubmit=${give}>
      <${SelectField} label=${text("penalty_player")} value=${player} options=${people} onChange=${setPlayer} />
      <${NumberInput} label=${text("penalty_points")} value=${points} limits=${{ ...COUNT, step: 0.5 }} onInput=${setPoints} />
      ${hasTablePoints(rules) &&
      html`<${NumberInput} label=${text("penalty_table_points")} value=${tablePoints} limits=${{ least: 0, most: 1000 }} onInput=${setTablePoints} />`}
      <p class="quiet-text">${text("penalty_warning_hint")}</p>
      <${SelectField} label=${text("penalty_round")} value=${round} options=${roundOptions} onChange=${setRound} />
      <${ReasonInput} value=${reason} isRequired=${true} onChange=${setReason} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("give_penalty")}</button>
    </form>
  `;
}
