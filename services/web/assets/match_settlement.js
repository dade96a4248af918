// @ts-check
/** What is open of one match, and settling it. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { linkIn } from "./link_in.js";
import { ProblemView } from "./problem_view.js";
import { readMatchSettlement, settleMatch } from "./season_api.js";
import { SettlePlan } from "./settle_plan.js";
import { SettlementView } from "./settlement_view.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, match: string, version: number, isScorer: boolean }} properties `match`: its path in the API */
export function MatchSettlement({ club, match, version, isScorer }) {
  const { value, error, reload } = useLoaded(() => readMatchSettlement(match), [match, version]);
  const [made, setMade] = useState(/** @type {Schemas["Settlement"] | null} */ (null));
  const action = useAction();
  const sameKey = useSameKey();
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const settle = async () => setMade(await settleMatch(match, value.version, sameKey.keyOf(value.version)));
  const onDone = () => {
    sameKey.forget();
    reload();
  };
  return html`
    ${action.error !== null && html`<${ProblemView} error=${action.error} />`}
    <${SettlePlan} transfers=${value.transfers} currency=${value.currency} isScorer=${isScorer} action=${action} onSettle=${settle} onDone=${onDone} />
    ${made !== null && html`<${SettlementView} club=${club} settlement=${made} isScorer=${isScorer} onChange=${() => setMade(null)} />`}
    ${linkIn() === null && html`<p><a href=${`${club.replace("/v1", "")}/settle`}>${text("all_settlements")}</a></p>`}
  `;
}
