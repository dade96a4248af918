// @ts-check
/** The fields of a form for the rules of a tournament. */
import { CheckField } from "./check_field.js";
import { FormPart } from "./form_part.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { SelectField } from "./select_field.js";
import { LAST_HANDS, METHODS, SCORINGS, TIE_BREAKS, hasTablePoints } from "./tournament_rules_draft.js";
import { SIGNED_POINTS } from "./typed_number.js";

/** @typedef {import("./tournament_rules_draft.js").RulesDraft} RulesDraft */
/** @typedef {import("./tournament_rules_draft.js").TieBreak} TieBreak */

/** @param {{ draft: RulesDraft, onChange: (draft: RulesDraft) => void }} properties */
export function TournamentRulesFields({ draft, onChange }) {
  /** @param {Partial<RulesDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  const { rounds, draw, scoring, minutes, lastHand } = draft;
  return html`
    <${NumberInput} label=${text("tournament_rounds")} value=${rounds} limits=${{ least: 1, most: 64 }} isRequired onInput=${(/** @type {string} */ typed) => change({ rounds: typed })} />
    <${SelectField} label=${text("tournament_draw")} value=${draw} options=${METHODS.map((method) => [method, text(`draw_${method}`)])}
      onChange=${(/** @type {RulesDraft["draw"]} */ method) => change({ draw: method })} />
    <${SelectField} label=${text("tournament_scoring")} value=${scoring} options=${SCORINGS.map((one) => [one, text(`scoring_${one}`)])}
      onChange=${(/** @type {RulesDraft["scoring"]} */ one) => change({ scoring: one })} />
    ${hasTablePoints(draft) && html`<${TablePoints} points=${draft.tablePoints} onChange=${(/** @type {string[]} */ tablePoints) => change({ tablePoints })} />`}
    <${NumberInput} label=${text("tournament_minutes")} value=${minutes} limits=${{ least: 1, most: 600 }}
      onInput=${(/** @type {string} */ typed) => change({ minutes: typed })} />
    ${minutes !== "" &&
    html`<${SelectField} label=${text("last_hand")} value=${lastHand} options=${LAST_HANDS.map((one) => [one, text(`last_hand_${one}`)])}
      onChange=${(/** @type {RulesDraft["lastHand"]} */ one) => change({ lastHand: one })} />`}
    <${FormPart} summary=${text("more_tournament_rules")} content=${() => html`<${MoreRules} draft=${draft} change=${change} />`} />
  `;
}

/** @param {{ points: string[], onChange: (points: string[]) => void }} properties of the places 1 to 4 */
const TablePoints = ({ points, onChange }) =>
  points.map(
    (value, index) => html`
      <${NumberInput} key=${index} label=${text("table_points_of", { place: index + 1 })} value=${value} limits=${{ least: -1000, most: 1000 }} isRequired
        onInput=${(/** @type {string} */ typed) => onChange(points.map((other, at) => (at === index ? typed : other)))} />
    `,
  );

/** @param {{ draft: RulesDraft, change: (changes: Partial<RulesDraft>) => void }} properties */
const MoreRules = ({ draft, change }) => html`
  <div class="form">
    <${Ties} draft=${draft} onChange=${(/** @type {TieBreak[]} */ ties) => change({ ties })} />
    <${NumberInput} label=${text("sat_out_points")} value=${draft.satOutPoints} limits=${SIGNED_POINTS} place="/rules/sat_out/points"
      onInput=${(/** @type {string} */ typed) => change({ satOutPoints: typed })} />
    ${hasTablePoints(draft) &&
    html`<${NumberInput} label=${text("sat_out_table_points")} value=${draft.satOutTablePoints} limits=${{ least: -1000, most: 1000 }} place="/rules/sat_out/table_points"
      onInput=${(/** @type {string} */ typed) => change({ satOutTablePoints: typed })} />`}
    <${NumberInput} label=${text("cut_after")} value=${draft.cutAfter} limits=${{ least: 1, most: 63 }} place="/rules/cut/after_round"
      onInput=${(/** @type {string} */ typed) => change({ cutAfter: typed })} />
    ${draft.cutAfter !== "" &&
    html`
      <${NumberInput} label=${text("cut_players")} value=${draft.cutPlayers} limits=${{ least: 4, most: 400, step: 4 }} isRequired place="/rules/cut/players"
        onInput=${(/** @type {string} */ typed) => change({ cutPlayers: typed })} />
      <${CheckField} label=${text("cut_keeps")} isChecked=${draft.keepsResults} place="/rules/cut/keeps_results" onChange=${(/** @type {boolean} */ keepsResults) => change({ keepsResults })} />
    `}
  </div>
`;

/** One choice after the other: the next one is there when something is chosen. @param {{ draft: RulesDraft, onChange: (ties: TieBreak[]) => void }} properties */
function Ties({ draft, onChange }) {
  const { ties } = draft;
  const usable = TIE_BREAKS.filter((tie) => hasTablePoints(draft) || tie !== "table_points");
  const shown = [...ties, ...(ties.length < usable.length ? [/** @type {const} */ ("none")] : [])];
  /** @param {number} index @param {TieBreak | "none"} tie */
  const set = (index, tie) => onChange(tie === "none" ? ties.slice(0, index) : [...ties.slice(0, index), tie, ...ties.slice(index + 1).filter((other) => other !== tie)]);
  return shown.map((chosen, index) => {
    const free = usable.filter((tie) => !ties.slice(0, index).includes(tie));
    const options = [/** @type {const} */ ("none"), ...free].map((tie) => [tie, text(`tie_${tie}`)]);
    return html`
      <${SelectField} key=${index} label=${text("tie_break", { place: index + 1 })} value=${chosen} options=${options} place=${`/rules/ties/${index}`}
        onChange=${(/** @type {TieBreak | "none"} */ tie) => set(index, tie)} />
    `;
  });
}
