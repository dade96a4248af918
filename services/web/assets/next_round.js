// @ts-check
/** What comes next in an evening: drawing a round, drawing it again, and opening its matches. */
import { listMatches } from "./club_api.js";
import { drawRound, openRound } from "./evenings_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { loadMatchChoices } from "./match_choices.js";
import { MatchTerms, beginningTerms, statedTerms } from "./match_terms.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** A round that was drawn. @typedef {Pick<Schemas["EveningRound"], "round">} Drawn */

/** A table needs so many. */
const PLAYERS = 4;

/**
 * @param {{ club: string, evening: string, present: number, round: Schemas["EveningRound"] | undefined, onChange: () => void }} properties
 * `present`: how many players are there; `round`: the last one
 */
export function NextRound({ club, evening, present, round, onChange }) {
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const isWaiting = round !== undefined && !round.tables.some((table) => table.match);
  /** @param {boolean} redraw */
  const draw = async (redraw) => {
    const isDrawn = await act(() => drawRound(evening, redraw, sameKey.keyOf([round?.round, redraw])));
    if (isDrawn) sameKey.forget();
    onChange();
  };
  return html`
    <section aria-label=${text("next_round")}>
      ${present < PLAYERS && html`<p>${text("players_to_come", { count: PLAYERS - present })}</p>`}
      ${isWaiting && html`<${OpenRound} club=${club} evening=${evening} round=${round} onChange=${onChange} />`}
      <p class="line">
        ${!isWaiting && html`<button type="button" class="go" disabled=${isBusy || present < PLAYERS} onClick=${() => draw(false)}>${text("draw_round")}</button>`}
        ${isWaiting && html`<button type="button" class="quiet" disabled=${isBusy} onClick=${() => draw(true)}>${text("draw_again")}</button>`}
      </p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </section>
  `;
}

/** @param {string} club */
async function load(club) {
  const [choices, { matches }] = await Promise.all([loadMatchChoices(club), listMatches(club, null)]);
  return { ...choices, last: matches[0] };
}

/**
 * Opening the matches of a round, also of a tournament.
 * @param {{ club: string, evening: string, round: Drawn, onChange: () => void }} properties `evening`: the path of the evening or the tournament
 */
export function OpenRound({ club, evening, round, onChange }) {
  const { value, error } = useLoaded(() => load(club), [club]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  return html`<${OpenRoundForm} evening=${evening} round=${round} choices=${value} onChange=${onChange} />`;
}

/** @param {{ evening: string, round: Drawn, choices: Awaited<ReturnType<typeof load>>, onChange: () => void }} properties */
function OpenRoundForm({ evening, round, choices, onChange }) {
  const { variants, own, last } = choices;
  const [terms, setTerms] = useState(() => beginningTerms(variants, own, last));
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    const stated = statedTerms(terms, own);
    await act(() => openRound(evening, round.round, stated, sameKey.keyOf([round.round, stated])));
    onChange();
  };
  return html`
    <form class="form" onSubmit=${open}>
      <${MatchTerms} terms=${terms} variants=${variants} own=${own} onChange=${setTerms} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("open_matches")}</button>
    </form>
  `;
}
