// @ts-check
/** The tables of rounds that still play, or are void; and drawing another round meanwhile, which says what is unfinished, and asks. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { listed, text } from "./language.js";
import { tableOfRound } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Pick<Schemas["EveningRound"], "round" | "tables" | "replaced">} Round also of a tournament */

/** Whether a table of a round still plays. @param {Pick<Round, "tables">} round */
export const stillPlays = ({ tables }) => tables.some(({ state }) => state === "playing");

/** Whether a table of a round still plays, or is void and was not played again. @param {Pick<Round, "tables">} round */
const isUnfinished = ({ tables }) => tables.some(({ state }) => state === "playing" || state === "void");

/** Those before the last round, the last drawn first. @template {Round} R @param {readonly R[]} counted the rounds that count, in order */
const earlier = (counted) => counted.slice(0, -1).reverse();

/** The rounds before the last one of which tables are unfinished. @template {Round} R @param {readonly R[]} counted */
export const earlierUnfinished = (counted) => earlier(counted).filter(isUnfinished);

/** The rounds before the last one of which tables still play. @template {Round} R @param {readonly R[]} counted */
export const earlierThatPlay = (counted) => earlier(counted).filter(stillPlays);

/** The rounds before the last one of which no table plays. @template {Round} R @param {readonly R[]} counted */
export const earlierEnded = (counted) => earlier(counted).filter((round) => !stillPlays(round));

/** Whether a round is drawn, and its matches are to be opened. @template {Pick<Round, "tables">} R @param {R | undefined} round @returns {round is R} */
export const isToOpen = (round) => round !== undefined && !round.tables.some(({ match }) => match);

/** That so many tables still play; nothing where none does. @param {readonly Pick<Round, "tables">[]} rounds @returns {string[]} */
export function playingCount(rounds) {
  const count = rounds.flatMap(({ tables }) => tables).filter(({ state }) => state === "playing").length;
  return count === 0 ? [] : [text(count === 1 ? "still_plays_one" : "still_play", { count })];
}

/**
 * Which tables are in a state; nothing where none is.
 * @param {readonly Round[]} rounds those that count @param {Schemas["TableState"]} wanted @param {import("./language.js").TextKey} one the text for one table
 * @param {import("./language.js").TextKey} several @returns {string[]}
 */
function tablesIn(rounds, wanted, one, several) {
  const names = rounds.flatMap(({ round, tables }) => tables.filter(({ state }) => state === wanted).map((table) => tableOfRound(table, round)));
  return names.length === 0 ? [] : [text(names.length === 1 ? one : several, { count: names.length, names: listed(names) })];
}

/** Which tables are void, and not played again. @param {readonly Round[]} rounds those that count */
export const voidTables = (rounds) => tablesIn(rounds, "void", "one_table_void", "tables_void");

/** Which tables still play. @param {readonly Round[]} rounds those that count */
const playingTables = (rounds) => tablesIn(rounds, "playing", "one_table_plays", "tables_play");

/** That the last round is drawn and not opened; nothing where it is. @param {readonly Round[]} rounds those that count, in order @returns {string[]} */
export function notOpened(rounds) {
  const last = rounds.at(-1);
  return isToOpen(last) ? [text("round_not_opened", { round: last.round })] : [];
}

/**
 * What went wrong is said by whoever shows the button: after a draw, also one of somebody else, it is another button.
 * @param {{ label: string, isRedraw?: boolean, isDisabled: boolean, rounds: readonly Round[], onDraw: (unfinished: boolean) => Promise<unknown> }} properties
 * `isRedraw`: whether seats are lost; `onDraw`: gets whether somebody wants it although tables still play
 */
export function DrawButton({ label, isRedraw = false, isDisabled, rounds, onDraw }) {
  const playing = playingTables(rounds);
  const unplayed = voidTables(rounds);
  const warnings = [
    ...(isRedraw ? [text("redraw_warning")] : []),
    ...(playing.length > 0 ? [text("draw_meanwhile_warning")] : []),
    ...(unplayed.length > 0 ? [text("draw_void_warning")] : []),
  ];
  /** The button that draws the round again comes under the same finger. */
  const draw = async () => {
    hush();
    await onDraw(false);
    hush();
  };
  return html`
    ${[...playing, ...unplayed].map((line) => html`<p key=${line}>${line}</p>`)}
    ${warnings.length === 0 || isDisabled
      ? html`<button type="button" class=${isRedraw ? "quiet" : "go"} disabled=${isDisabled} onClick=${draw}>${label}</button>`
      : html`<${AskedTwice} label=${label} warning=${warnings.join(" ")} onSure=${() => onDraw(playing.length > 0)} />`}
  `;
}
