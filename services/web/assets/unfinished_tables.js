// @ts-check
/** The tables of rounds that still play; and drawing another round meanwhile, which says what is unfinished, and asks. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { listed, text } from "./language.js";
import { tableOfRound } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Pick<Schemas["EveningRound"], "round" | "tables" | "replaced">} Round also of a tournament */

/** Whether a table of a round still plays. @param {Pick<Round, "tables">} round */
export const stillPlays = ({ tables }) => tables.some(({ state }) => state === "playing");

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

/** What the tables that still play are called. @param {readonly Round[]} rounds */
const playingNames = (rounds) =>
  rounds.flatMap(({ round, tables }) => tables.filter(({ state }) => state === "playing").map((table) => tableOfRound(table, round)));

/**
 * What went wrong is said by whoever shows the button: after a draw, also one of somebody else, it is another button.
 * @param {{ label: string, isQuiet?: boolean, isDisabled: boolean, rounds: readonly Round[], onDraw: (unfinished: boolean) => Promise<unknown> }} properties
 * `onDraw`: gets whether somebody wants it although tables still play
 */
export function DrawButton({ label, isQuiet = false, isDisabled, rounds, onDraw }) {
  const names = playingNames(rounds);
  /** The button that draws the round again comes under the same finger. */
  const draw = async () => {
    hush();
    await onDraw(false);
    hush();
  };
  if (names.length === 0 || isDisabled) {
    return html`
      ${names.length > 0 && html`<${Unfinished} names=${names} />`}
      <button type="button" class=${isQuiet ? "quiet" : "go"} disabled=${isDisabled} onClick=${draw}>${label}</button>
    `;
  }
  return html`
    <${Unfinished} names=${names} />
    <${AskedTwice} label=${label} warning=${text("draw_meanwhile_warning")} onSure=${() => onDraw(true)} />
  `;
}

/** @param {{ names: string[] }} properties */
const Unfinished = ({ names }) =>
  html`<p>${text(names.length === 1 ? "one_table_plays" : "tables_play", { count: names.length, names: listed(names) })}</p>`;
