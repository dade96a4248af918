// @ts-check
/** What happened in a hand: who won, from whom, with how many fan or which tiles. What it comes to is shown before it is recorded. */
import { Choice } from "./choice.js";
import { tryOutcome } from "./club_api.js";
import { NO_TILES, add, addTiles, isComplete } from "./hand.js";
import { HandView } from "./hand_view.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { handOf } from "./score_request.js";
import { worth } from "./score_view.js";
import { TilePicker } from "./tile_picker.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand.js").Hand} Hand */
/** `self`: drawn by the winner. @typedef {"self" | 1 | 2 | 3 | 4 | null} From */
/** @typedef {number | "limit" | null} Fan */
/** What was tapped so far. @typedef {{ winner: number | null, from: From, fan: Fan, hand: Hand, isDeadHand: boolean }} Taps */

/** @type {Taps} */
const NOTHING = { winner: null, from: null, fan: null, hand: NO_TILES, isDeadHand: false };
const MOST_FAN = 13;

/** The outcome, once enough was tapped. @param {Taps} taps @returns {Schemas["Outcome"] | null} */
function outcomeOf({ winner, from, fan, hand, isDeadHand }) {
  if (isDeadHand) return { kind: "goulash" };
  if (winner === null || from === null || from === winner) return null;
  const of = resultOf(fan, hand);
  if (of === null) return null;
  const how = from === "self" ? /** @type {const} */ ({ won_by: "self_draw" }) : /** @type {const} */ ({ won_by: "discard", from_chair: from });
  return { kind: "win", ...how, winners: [{ chair: winner, ...of }] };
}

/** Tiles say more than a number of fan. @param {Fan} fan @param {Hand} hand @returns {Pick<Schemas["Winner"], "hand" | "declared"> | null} */
function resultOf(fan, hand) {
  if (isComplete(hand)) return { hand: handOf(hand) };
  if (fan === null) return null;
  return { declared: fan === "limit" ? { fan: 0, limit: true } : { fan } };
}

/** @typedef {{ played: Schemas["PlayedOutcome"] } | { error: unknown } | null} Trial */

/** What an outcome would come to. @param {string} path @param {number} number @param {Schemas["Outcome"] | null} outcome @param {boolean} isOff @returns {Trial} */
function useTrial(path, number, outcome, isOff) {
  const [trial, setTrial] = useState(/** @type {Trial} */ (null));
  const asked = JSON.stringify(outcome);
  useEffect(() => {
    setTrial(null);
    if (outcome === null || isOff) return undefined;
    let isCurrent = true;
    tryOutcome(path, { number, outcome })
      .then((played) => ({ played }))
      .catch((error) => ({ error }))
      .then((next) => isCurrent && setTrial(next));
    return () => {
      isCurrent = false;
    };
  }, [asked, number, isOff]);
  return trial;
}

/**
 * @param {{
 *   path: string, match: Schemas["Match"], number: number, hasWaiting: boolean, onRecord: (outcome: Schemas["Outcome"]) => void,
 *   patternName: (id: string) => string,
 * }} properties
 */
export function WinForm({ path, match, number, hasWaiting, onRecord, patternName }) {
  const [taps, setTaps] = useState(NOTHING);
  const [isUnkept, setUnkept] = useState(false);
  const outcome = outcomeOf(taps);
  // A hand after one that waits cannot be tried: the server does not know the one before.
  const trial = useTrial(path, number, outcome, hasWaiting);
  /** @param {Partial<Taps>} changes */
  const change = (changes) => setTaps({ ...taps, isDeadHand: false, ...changes });
  const record = () => {
    if (outcome === null) return;
    try {
      onRecord(outcome);
      setTaps(NOTHING);
    } catch {
      // What was tapped stays. A browser in private mode may keep nothing.
      setUnkept(true);
    }
  };
  /** @type {Map<number, string>} */
  const names = new Map(match.seats.map(({ chair, player }) => [chair, player.name ?? text("unknown_name")]));
  const { winner, from, fan, hand } = taps;
  const others = [...names].filter(([chair]) => chair !== winner);
  const fans = Array.from({ length: MOST_FAN + 1 }, (_, count) => /** @type {const} */ ([count, String(count)]));
  return html`
    <section aria-label=${text("record")}>
      <${Choice} name="winner" legend=${text("who_won")} value=${winner} options=${[...names]} onChange=${(/** @type {number} */ value) => change({ winner: value })} />
      <${Choice} name="from" legend=${text("who_discarded")} value=${from} options=${[["self", text("self_draw")], ...others]}
        onChange=${(/** @type {From} */ value) => change({ from: value })} />
      <${Choice} name="fan" legend=${text("how_many_fan")} value=${fan} options=${[...fans, ["limit", text("limit")]]} onChange=${(/** @type {Fan} */ value) => change({ fan: value, hand: NO_TILES })} />
      <details>
        <summary>${text("by_tiles")}</summary>
        <${HandView} hand=${hand} onChange=${(/** @type {Hand} */ value) => change({ hand: value })} onClear=${() => change({ hand: NO_TILES })} />
        <${TilePicker} hand=${hand} onAdd=${(/** @type {string} */ tile, /** @type {import("./hand.js").Adding} */ adding) => change({ hand: add(hand, tile, adding) })}
          onPaste=${(/** @type {string[]} */ tiles) => change({ hand: addTiles(hand, tiles) })} />
      </details>
      <div class="answer">
        ${outcome !== null && hasWaiting && html`<p role="status">${text("will_be_checked")}</p>`}
        ${outcome !== null && !hasWaiting && trial === null && html`<p>${text("trying")}</p>`}
        ${trial !== null && "error" in trial && html`<${ProblemView} error=${trial.error} />`}
        ${trial !== null && "played" in trial && html`<${Played} played=${trial.played} names=${names} patternName=${patternName} />`}
      </div>
      ${isUnkept && html`<p class="problem" role="alert">${text("not_kept")}</p>`}
      <button type="button" class="go" disabled=${outcome === null} onClick=${record}>${text(taps.isDeadHand ? "record_draw" : "record")}</button>
      <button type="button" class="quiet" onClick=${() => change({ ...NOTHING, isDeadHand: true })}>${text("goulash")}</button>
    </section>
  `;
}

/** What would be recorded, as a sentence. @param {{ played: Schemas["PlayedOutcome"], names: Map<number, string>, patternName: (id: string) => string }} properties */
function Played({ played, names, patternName }) {
  const { scores, payments } = played;
  const moved = payments.filter(({ points }) => points !== 0);
  const patterns = scores.flatMap(({ score }) => score.counted.map(({ pattern }) => patternName(pattern)));
  return html`
    <div role="status">
      ${scores.map(({ score }) => html`<p class="worth"><strong>${worth(score)}</strong></p>`)}
      ${patterns.length > 0 && html`<p>${listed(patterns)}</p>`}
      <ul class="list">${moved.map(({ chair, points }) => html`<li>${text("wins_points", { name: names.get(chair) ?? "", points: signed(points) })}</li>`)}</ul>
      ${moved.length === 0 && html`<p>${text("goulash")}</p>`}
    </div>
  `;
}
