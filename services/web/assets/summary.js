// @ts-check
/** A few lines about a match, to paste into the chat of the group. */
import { dayText } from "./day_text.js";
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { ShareText } from "./share_text.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Whether it counts, and is over. @param {Schemas["Match"]} match */
function standing(match) {
  if (match.void) return ` · ${text("void")}`;
  return match.ending ? "" : ` · ${text("still_playing")}`;
}

/** @param {Schemas["Match"]} match @param {Schemas["Rounds"]} rounds */
function lines(match, rounds) {
  const day = dayText(match.played_on);
  const rows = rounds.rounds.flatMap((round) => round.hands);
  const hands = rows.filter(({ number }) => number !== undefined).length;
  const what = rows.some(({ result }) => result === "totals") ? text("line_totals") : text("hands_played", { count: hands });
  const players = [...rounds.standings].sort((one, other) => other.points - one.points);
  return [
    `Faan 番 · ${day} · ${what}${standing(match)}`,
    ...players.map(({ player, points }, place) => `${place + 1}. ${playerText(player)} ${signed(points)}`),
  ];
}

/** @param {{ match: Schemas["Match"], rounds: Schemas["Rounds"] }} properties */
export function Summary({ match, rounds }) {
  const summary = lines(match, rounds);
  return html`
    <details>
      <summary>${text("summary")}</summary>
      <textarea readonly rows=${summary.length} aria-label=${text("summary")} value=${summary.join("\n")}></textarea>
      <${ShareText} value=${summary.join("\n")} />
    </details>
  `;
}
