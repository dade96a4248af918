// @ts-check
/** What comes next in an evening: drawing a round, drawing it again, and opening its matches. */
import { Refusal } from "./api.js";
import { listMatches, readMatch } from "./club_api.js";
import { drawRound, openRound } from "./evenings_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { nameOf, text } from "./language.js";
import { loadMatchChoices } from "./match_choices.js";
import { MatchTerms, areSameTerms, beginningTerms, statedTerms } from "./match_terms.js";
import { money } from "./money.js";
import { ProblemView } from "./problem_view.js";
import { DrawButton, isToOpen } from "./unfinished_tables.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** A round that was drawn. @typedef {Pick<Schemas["EveningRound"], "round">} Drawn */
/** What a section starts, and whether it is under way: a form that its own refusal takes away cannot say what was refused. @typedef {ReturnType<typeof useAction>} Action */

/** A table needs so many. */
const PLAYERS = 4;

/**
 * @param {{ club: string, evening: string, present: number, rounds: Schemas["EveningRound"][], onChange: () => void }} properties
 * `present`: how many players are there; `rounds`: those that count, in order
 */
export function NextRound({ club, evening, present, rounds, onChange }) {
  const round = rounds.at(-1);
  const action = useAction();
  const { isBusy, error, act } = action;
  const sameKey = useSameKey();
  const isWaiting = isToOpen(round);
  /** @param {boolean} unfinished whether tables of earlier rounds still play */
  const draw = async (unfinished) => {
    const stated = { draw: (round?.round ?? 0) + 1, redraw: isWaiting, unfinished };
    await drawRound(evening, stated, sameKey.keyOf(stated));
    sameKey.forget();
  };
  return html`
    <section aria-label=${text("next_round")}>
      ${error !== null && html`<${RoundRefusal} club=${club} rounds=${rounds} error=${error} />`}
      ${present < PLAYERS && html`<p>${text("players_to_come", { count: PLAYERS - present })}</p>`}
      ${isWaiting && html`<${OpenRound} club=${club} evening=${evening} round=${round} rounds=${rounds} action=${action} onChange=${onChange} />`}
      <${DrawButton} key=${`${round?.round} ${isWaiting}`} label=${text(isWaiting ? "draw_again" : "draw_round")} isRedraw=${isWaiting} isDisabled=${isBusy || (!isWaiting && present < PLAYERS)} rounds=${rounds}
        onDraw=${(/** @type {boolean} */ unfinished) => act(() => draw(unfinished)).then(onChange)} />
    </section>
  `;
}

/** Which round was opened last, and a match of it. @param {readonly Pick<Schemas["EveningRound"], "round" | "tables">[]} rounds in order */
const lastOpened = (rounds) => rounds.flatMap(({ round, tables }) => tables.flatMap(({ match }) => (match ? [{ round, match }] : []))).at(-1);

/** The matches that are played by the rules that most of them have. @param {Schemas["Match"][]} matches */
function usual(matches) {
  const alike = (/** @type {Schemas["Match"]} */ one) => matches.filter(({ terms }) => terms.variant.hash === one.terms.variant.hash).length;
  return [...matches].sort((one, other) => alike(other) - alike(one))[0];
}

/**
 * What there is to choose from, and the match whose terms a form begins with: one of the round before. Where there is none, an evening goes on as
 * the club played last; a tournament has the rules that the club plays most, and no stake, since what somebody plays among friends is no term of it.
 * @param {string} club @param {readonly Pick<Schemas["EveningRound"], "round" | "tables">[]} rounds those that count, in order @param {boolean} isTournament
 */
async function load(club, rounds, isTournament) {
  const before = lastOpened(rounds);
  const played = before ? readMatch(`${club}/matches/${before.match}`).then(({ terms }) => terms) : listMatches(club, null).then(({ matches }) => (isTournament ? unstaked(usual(matches)?.terms) : matches[0]?.terms));
  const [choices, last] = await Promise.all([loadMatchChoices(club), played]);
  return { ...choices, last, before: before?.round };
}

/** @param {Schemas["MatchTerms"] | undefined} terms */
const unstaked = (terms) => terms && { ...terms, stake_cents: 0 };

/**
 * Opening the matches of a round, also of a tournament.
 * @param {{ club: string, evening: string, round: Drawn, rounds: readonly Pick<Schemas["EveningRound"], "round" | "tables">[], isTournament?: boolean, action: Action, onChange: () => void }} properties
 * `evening`: the path of the evening or the tournament; `rounds`: those that count, in order
 */
export function OpenRound({ club, evening, round, rounds, isTournament = false, action, onChange }) {
  const { value, error } = useLoaded(() => load(club, rounds, isTournament), [club, round.round]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  return html`<${OpenRoundForm} evening=${evening} round=${round} choices=${value} action=${action} onChange=${onChange} />`;
}

/** The terms of a match, as texts name them. @param {Schemas["MatchTerms"]} terms @param {{ hash: string, name: Schemas["Name"] }[]} variants */
function namedTerms({ variant, stake_cents, currency }, variants) {
  const name = variants.find(({ hash }) => hash === variant.hash)?.name;
  const stake = stake_cents === 0 ? text("terms_for_points") : text("terms_per_point", { money: money(stake_cents, currency) });
  return { variant: name ? nameOf(name) : variant.id, stake };
}

/** That a round is opened on other terms than the one before, which may be a mistake. @param {{ before: number, terms: Schemas["MatchTerms"], variants: { hash: string, name: Schemas["Name"] }[] }} properties `terms`: those of the round before */
const OtherTerms = ({ before, terms, variants }) =>
  html`<p role="status"><strong>${text("other_terms", { round: before, ...namedTerms(terms, variants) })}</strong></p>`;

/**
 * What was refused, above what is shown now; if somebody else opened the matches, also by which terms they are played.
 * @param {{ club: string, rounds: readonly Pick<Schemas["EveningRound"], "round" | "tables">[], error: unknown }} properties `rounds`: those that count, in order
 */
export function RoundRefusal({ club, rounds, error }) {
  const opened = error instanceof Refusal && error.problem.code === "round_opened" ? lastOpened(rounds) : undefined;
  return html`
    <${ProblemView} error=${error} />
    ${opened && html`<${TermsInForce} club=${club} round=${opened.round} match=${opened.match} />`}
  `;
}

/** By which terms a round is played. @param {{ club: string, round: number, match: string }} properties `match`: the id of one of the round */
function TermsInForce({ club, round, match }) {
  const { value, error } = useLoaded(() => Promise.all([readMatch(`${club}/matches/${match}`), loadMatchChoices(club)]), [club, match]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const [played, { own, variants }] = value;
  return html`<p role="status"><strong>${text("terms_in_force", { round, ...namedTerms(played.terms, [...own, ...variants]) })}</strong></p>`;
}

/** @param {{ evening: string, round: Drawn, choices: Awaited<ReturnType<typeof load>>, action: Action, onChange: () => void }} properties */
function OpenRoundForm({ evening, round, choices, action: { isBusy, act }, onChange }) {
  const { variants, own, last, before } = choices;
  const [terms, setTerms] = useState(() => beginningTerms(variants, own, last));
  const sameKey = useSameKey();
  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    hush();
    const stated = { terms: statedTerms(terms, own) };
    await act(() => openRound(evening, round.round, stated, sameKey.keyOf([round.round, stated])));
    await onChange();
    hush();
  };
  return html`
    <form class="form" onSubmit=${open}>
      <${MatchTerms} terms=${terms} variants=${variants} own=${own} onChange=${setTerms} />
      ${before !== undefined && last && !areSameTerms(terms, last, variants) && html`<${OtherTerms} before=${before} terms=${last} variants=${[...own, ...variants]} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("open_matches")}</button>
    </form>
  `;
}
