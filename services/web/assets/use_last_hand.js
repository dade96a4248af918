// @ts-check
/** The hand, or what is no hand, that was recorded or taken back here last, for as long as the page says so. */
import { isBetween, readOutcome, readRounds, voidOutcome } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { text } from "./language.js";
import { add, flush, isUnsure, sentId, statedOf, takeBack } from "./outbox.js";
import { saysTheSame } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/**
 * `players`: who sat at the table then; `begun`: how the match was then; `isChanged`: somebody else has changed it since;
 * `isUnsure`: it was to be taken back, and nobody knows whether it is at the server.
 * @typedef {{
 *   number: number, outcome: Schemas["Outcome"], players: string[], begun?: import("./between_hands.js").Begun, key: string, isTakenBack: boolean, isChanged?: boolean, isUnsure?: boolean,
 * }} LastHand
 */
/** @typedef {Schemas["Rounds"]["rounds"][number]["hands"][number]} Line */

/** Long enough to read it and to take it back. */
const SHOWN_MS = 8_000;

/** @param {Schemas["Rounds"]} rounds @returns {Line[]} the rows of the sheet, as they were played */
export const linesOf = ({ rounds }) => rounds.flatMap(({ hands }) => hands);

/** Whether a row is that hand, and not another one that somebody recorded in its place. @param {Line} line @param {LastHand} last */
export const isOf = (line, { number, outcome, key }) => (isBetween(outcome) ? line.id === sentId(key) : line.number === number && (sentId(key) ?? line.id) === line.id);

/**
 * @param {string} path of the match @param {import("./use_table.js").Table | null} table @param {() => Promise<void>} look @param {(error: unknown) => void} onError
 */
export function useLastHand(path, table, look, onError) {
  const [last, setLast] = useState(/** @type {LastHand | null} */ (null));
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  /**
   * Keeps what was recorded. Fails where the browser keeps nothing.
   * @param {Schemas["Outcome"]} outcome @param {number} number @param {string[]} players @param {import("./between_hands.js").Begun} [begun] of what is no hand
   */
  const record = (outcome, number, players, begun) => {
    const item = add(path, number, outcome, players, begun);
    hush();
    setLast({ number: item.number, outcome, players, begun, key: item.key, isTakenBack: false });
    look();
  };
  /**
   * Takes a row back. @param {Line} line @param {number} version of the match when it was the last: since then another row may have become that
   * @param {LastHand} [as] what it has to be
   */
  const takeRowBack = async (line, version, as) => {
    try {
      const recorded = await readOutcome(path, line.id);
      const stated = statedOf(recorded);
      if (as && !saysTheSame(stated, as.outcome)) {
        setLast({ ...as, isChanged: true });
        return;
      }
      await voidOutcome(path, version, line.id, text("undo_reason"));
      const players = recorded.payments.map(({ player }) => player);
      if (as) setLast({ ...as, isTakenBack: true });
      else setLast(line.number === undefined ? null : { number: line.number, outcome: stated, players, key: "", isTakenBack: true });
      await look();
    } catch (refused) {
      onError(refused);
    }
    hush();
  };
  /** Takes the last row of the sheet back. @param {Line} line */
  const undo = async (line) => {
    hush();
    if (table !== null) await takeRowBack(line, table.rounds.version ?? table.match.version);
  };
  /** Takes the hand back that was recorded last: from what waits, or from the server if it was sent meanwhile. */
  const undoLast = async () => {
    if (last === null) return;
    hush();
    if (isUnsure(path, last.key)) await flush(path, () => {}).catch(() => {});
    if (isUnsure(path, last.key)) {
      setLast({ ...last, isUnsure: true });
      return;
    }
    try {
      if (await takeBack(path, last.key)) {
        setLast({ ...last, isTakenBack: true });
        await look();
        return;
      }
      const rounds = await readRounds(path);
      const line = linesOf(rounds).at(-1);
      if (line !== undefined && isOf(line, last)) await takeRowBack(line, rounds.version, last);
      else setLast({ ...last, isChanged: true });
    } catch (unread) {
      onError(unread);
    }
  };
  /** Records the hand again that was taken back last. */
  const redo = () => last !== null && record(last.outcome, last.number, last.players, last.begun);
  /** The next hand is stated: what was recorded is said in the sheet. */
  const forget = () => setLast((before) => (before?.isTakenBack ? before : null));
  return { last, record, undo, undoLast, redo, forget };
}
