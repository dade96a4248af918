// @ts-check
/** The penalties of a tournament: who, how much and why; a referee can withdraw them. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { partyName } from "./party_name.js";
import { TextForm } from "./text_form.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["TournamentPenalty"]} penalty */
function amountText({ points, table_points }) {
  const amounts = [
    ...(points > 0 ? [text("takes_points", { points })] : []),
    ...(table_points > 0 ? [text("takes_table_points", { points: table_points })] : []),
  ];
  return amounts.length === 0 ? text("a_warning") : amounts.join(" · ");
}

/** @param {{ penalties: Schemas["TournamentPenalty"][], onWithdraw?: (seq: number, reason: string) => Promise<void> }} properties `onWithdraw`: for a referee */
export const PenaltiesList = ({ penalties, onWithdraw }) => html`
  <ol class="list">
    ${[...penalties].reverse().map(
      (penalty) => html`
        <li key=${penalty.seq}>
          <b>${partyName(penalty.player)}</b> ${amountText(penalty)}
          <br /><small>
            ${penalty.round !== undefined && `${text("round_number", { round: penalty.round })} · `}${penalty.reason ?? text("text_erased")}
            ${penalty.withdrawn && ` · ${text("penalty_withdrawn", { reason: penalty.withdrawn.reason ?? text("text_erased") })}`}
          </small>
          ${onWithdraw && !penalty.withdrawn && html`<${Withdraw} penalty=${penalty} onWithdraw=${onWithdraw} />`}
        </li>
      `,
    )}
  </ol>
`;

/** @param {{ penalty: Schemas["TournamentPenalty"], onWithdraw: (seq: number, reason: string) => Promise<void> }} properties */
const Withdraw = ({ penalty, onWithdraw }) => html`
  <${LazyDetails} summary=${text("withdraw_penalty")} about=${partyName(penalty.player)}
    content=${() => html`
      <${TextForm} label=${text("withdraw_penalty_reason")} button=${text("withdraw_penalty")} onSend=${(/** @type {string} */ reason) => onWithdraw(penalty.seq, reason)} />
    `} />
`;
