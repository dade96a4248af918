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

/**
 * The rounds before the last one of which tables are unfinished, the last drawn first.
 * @template {Round} R @param {readonly R[]} counted the rounds that count, in order @returns {R[]}
 */
export const earlierUnfinished = (counted) => counted.slice(0, -1).filter(isUnfinished).reverse();

/**
 * The rounds before the last one of which tables still play, the last drawn first.
 * @template {Round} R @param {readonly R[]} counted the rounds that count, in order @returns {R[]}
 */
export const earlierThatPlay = (counted) => counted.slice(0, -1).filter(stillPlays).reverse();

/** That so many tables still play; nothing where none does. @param {readonly Pick<Round, "tables">[]} rounds @returns {string[]} */
export function playingCount(rounds) {
  const count = rounds.flatMap(({ tables }) => tables).filter(({ state }) => state === "playing").length;
  return count === 0 ? [] : [text(count === 1 ? "still_plays_one" : "still_play", { count })];
}

/** What the tables in a state are called. @param {readonly Round[]} rounds @param {Schemas["TableState"]} wanted */
const namesOf = (rounds, wanted) =>
  rounds.flatMap(({ round, tables }) => tables.filter(({ state }) => state === wanted).map((table) => tableOfRound(table, round)));

/** Which tables are void, and not played again; nothing where none is. @param {readonly Round[]} rounds those that count @returns {string[]} */
export function voidTables(rounds) {
  const names = namesOf(rounds, "void");
  return names.length === 0 ? [] : [text(names.length === 1 ? "one_table_void" : "tables_void", { count: names.length, names: listed(names) })];
}

/** Which tables still play; nothing where none does. @param {readonly Round[]} rounds those that count @returns {string[]} */
function playingTables(rounds) {
  const names = namesOf(rounds, "playing");
  return names.length === 0 ? [] : [text(names.length === 1 ? "one_table_plays" : "tables_play", { count: names.length, names: listed(names) })];
}

/** That the last round is drawn and not opened; nothing where it is. @param {readonly Round[]} rounds those that count, in order @returns {string[]} */
export function notOpened(rounds) {
  const last = rounds.at(-1);
  return last === undefined || last.tables.some(({ match }) => match) ? [] : [text("round_not_opened", { round: last.round })];
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
