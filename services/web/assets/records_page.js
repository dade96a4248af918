// @ts-check
/** The records of a club: its best hands with their tiles, its longest deal, its best day, and which patterns are rare. */
import { BestHand } from "./best_hand.js";
import { ClubFrame } from "./club_frame.js";
import { dayText } from "./day_text.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { ANY_MEMBER } from "./membership.js";
import { keepInAddress, periodOfAddress } from "./period.js";
import { PeriodForm } from "./period_form.js";
import { ProblemView } from "./problem_view.js";
import { ReceiptLink } from "./receipt_link.js";
import { readUntilCurrent } from "./read_until_current.js";
import { listWonHands, readRecords } from "./season_api.js";
import { playerText } from "./told_apart.js";
import { usePages } from "./use_pages.js";
import { usePatternName } from "./use_pattern_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./period.js").Period} Period */

/** @param {{ club: string }} properties `club`: its path in the API */
export const RecordsPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="records" title=${text("records")} roles=${ANY_MEMBER} content=${(/** @type {Schemas["Membership"]} */ { club: { time_zone } }) => html`<${OfPeriod} club=${club} timeZone=${time_zone} />`} />
`;

/** @param {{ club: string, timeZone: string }} properties `timeZone`: of the club */
function OfPeriod({ club, timeZone }) {
  const [period, setPeriod] = useState(periodOfAddress());
  const [pattern, setPattern] = useState("");
  const [records, setRecords] = useState(/** @type {Schemas["Records"] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    keepInAddress(period);
    setError(null);
    return readUntilCurrent(() => readRecords(club, period), setRecords, setError);
  }, [club, period]);
  return html`
    <${PeriodForm} period=${period} timeZone=${timeZone} onChange=${setPeriod} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${records !== null && records.seq < records.head_seq && html`<p role="status">${text("standings_behind")}</p>`}
    ${records !== null && html`<${Records} club=${club} records=${records} />`}
    ${records !== null && html`<${WonHands} club=${club} period=${period} pattern=${pattern} records=${records} onPattern=${setPattern} />`}
  `;
}

/** @param {{ club: string, records: Schemas["Records"] }} properties */
function Records({ club, records: { longest_deal, best_day, longest_streak } }) {
  /** @type {Array<[label: string, player: Schemas["Player"], what: string, match: string | null]>} */
  const rows = [];
  if (longest_deal) rows.push([text("longest_deal"), longest_deal.player, `${text("hands_played", { count: longest_deal.hands })} · ${dayText(longest_deal.played_on)}`, longest_deal.match]);
  if (best_day) rows.push([text("best_day"), best_day.player, `${signed(best_day.points)} · ${dayText(best_day.played_on)}`, null]);
  if (longest_streak) rows.push([text("longest_streak"), longest_streak.player, text("matches_in_a_row", { count: longest_streak.matches }), null]);
  if (rows.length === 0) return null;
  const pages = club.replace("/v1", "");
  return html`
    <dl class="panel">
      ${rows.map(
        ([label, player, what, match]) => html`
          <dt>${label}</dt>
          <dd><a href=${`${pages}/players/${player.id}`}>${playerText(player)}</a> · ${match === null ? what : html`<a href=${`${pages}/matches/${match}`}>${what}</a>`}</dd>
        `,
      )}
    </dl>
  `;
}

/**
 * The hands that were won, the best ones first; of one pattern if one is chosen, the rarest pattern first.
 * @param {{ club: string, period: Period, pattern: string, records: Schemas["Records"], onPattern: (pattern: string) => void }} properties
 */
function WonHands({ club, period, pattern, records: { seq, patterns }, onPattern }) {
  const patternName = usePatternName();
  const [isLimitOnly, setLimitOnly] = useState(false);
  const { items, error, more } = usePages(async (cursor) => {
    const filter = { ...(pattern && { pattern }), ...(isLimitOnly && { limit_hands: "true" }) };
    const page = await listWonHands(club, period, filter, cursor);
    return { items: page.hands, next: page.next_cursor };
  }, [club, period, pattern, isLimitOnly, seq]);
  const onInput = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onPattern(currentTarget.value);
  return html`
    <section aria-labelledby="won-hands">
      <h3 id="won-hands">${text("won_hands")}</h3>
      <p class="line">
        <label class="grows">${text("with_pattern")}
          <select value=${pattern} onChange=${onInput}>
            <option value="">${text("any_pattern")}</option>
            ${patterns.map(({ pattern: id, times }) => html`<option value=${id}>${patternName(id)} (${times})</option>`)}
          </select>
        </label>
        <label><input type="checkbox" checked=${isLimitOnly} onChange=${() => setLimitOnly(!isLimitOnly)} /> ${text("limit_hands_only")}</label>
      </p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${items?.length === 0 && html`<p>${text("no_such_hand")}</p>`}
      <ul class="list">${items?.map((hand) => html`<li key=${`${hand.hand}${hand.player.id}`}><${WonHand} club=${club} hand=${hand} /></li>`)}</ul>
      ${more && html`<button type="button" onClick=${more}>${text("show_more")}</button>`}
    </section>
  `;
}

/** @param {{ club: string, hand: Schemas["WonHand"] }} properties */
function WonHand({ club, hand }) {
  const pages = club.replace("/v1", "");
  const said = text("hand_of_day", { number: hand.number, day: dayText(hand.played_on) });
  return html`
    <p><a href=${`${pages}/players/${hand.player.id}`}>${playerText(hand.player)}</a> · <a href=${`${pages}/matches/${hand.match}`}>${said}</a></p>
    <${BestHand} best=${hand} />
    <${LazyDetails} summary=${text("receipt")} about=${said} content=${() => html`<${ReceiptLink} club=${club} seq=${hand.entry_seq} />`} />
  `;
}
