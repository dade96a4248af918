// @ts-check
/** One evening: the round that is played, who is there, what comes next. A screen in the hall may show it: it is read again by itself. */
import { EveningAttendance } from "./evening_attendance.js";
import { EveningRound } from "./evening_round.js";
import { EveningSettlement } from "./evening_settlement.js";
import { readEvening } from "./evenings_api.js";
import { html, useEffect } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { NextRound } from "./next_round.js";
import { ProblemView } from "./problem_view.js";
import { QrCode } from "./qr_code.js";
import { ReplayRound } from "./replay_round.js";
import { earlierUnfinished, stillPlays } from "./unfinished_tables.js";
import { useLoaded } from "./use_loaded.js";

/** How often it is read again. */
const EVERY_MS = 10_000;

/** @param {{ club: string, evening: string, isScorer: boolean }} properties paths in the API */
export function EveningView({ club, evening, isScorer }) {
  const { value, error, reload } = useLoaded(() => readEvening(evening), [evening]);
  useEffect(() => {
    const timer = setInterval(reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [evening]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const counted = value.rounds.filter(({ replaced }) => !replaced);
  const round = counted.at(-1);
  const title = [value.held_on, value.hall].filter(Boolean).join(" · ");
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <h3>${title}</h3>
    <p><a href=${`${evening.replace("/v1", "")}/print`}>${text("print_pages")}</a></p>
    ${round ? html`<${EveningRound} club=${club} round=${round} isScorer=${isScorer} />` : html`<p role="status">${text("no_round_yet")}</p>`}
    ${isScorer && round && html`<${ReplayRound} path=${evening} round=${round} onChange=${reload} />`}
    ${isScorer && html`<${NextRound} club=${club} evening=${evening} present=${value.present.length} rounds=${counted} onChange=${reload} />`}
    ${earlierUnfinished(counted).map((earlier) => html`
      <${EveningRound} key=${earlier.round} club=${club} round=${earlier} playsOn=${stillPlays(earlier)} isScorer=${isScorer} />
      ${isScorer && html`<${ReplayRound} path=${evening} round=${earlier} onChange=${reload} />`}
    `)}
    <${EveningAttendance} club=${club} evening=${evening} present=${value.present} isScorer=${isScorer} onChange=${reload} />
    ${round &&
    html`<${LazyDetails} summary=${text("settle_evening")}
      content=${() => html`<${EveningSettlement} club=${club} evening=${evening} title=${title} rounds=${counted} isScorer=${isScorer} />`} />`}
    <section aria-labelledby="find-seat">
      <h3 id="find-seat">${text("where_do_i_sit")}</h3>
      <${QrCode} value=${location.href} label=${text("qr_of_evening")} />
    </section>
    <details>
      <summary>${text("how_it_was_drawn")}</summary>
      <p>${text("seed_hash_is")} <code>${value.seed_hash}</code></p>
      ${value.rounds.map((drawn) => html`<p key=${drawn.round}>${text("seed_of_round", { round: drawn.round })} <code>${drawn.seed}</code></p>`)}
    </details>
  `;
}
