// @ts-check
/** The standings of a club: who gained what, and how they play. */
import { readClub, readStandings } from "./club_api.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { currentLanguage, signed, text } from "./language.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** A part of a whole in percent; nothing of nothing. @param {number} part @param {number} whole */
function share(part, whole) {
  if (whole === 0) return "–";
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(part / whole);
}

/** How soon standings are read again that lack the last hands. */
const AGAIN_MS = 1_000;

/**
 * Reads the standings, and again as long as they lack hands. @param {string} club @param {(standings: Schemas["Standings"]) => void} onRead
 * @param {(error: unknown) => void} onError @returns {() => void} stops it
 */
function readUntilCurrent(club, onRead, onError) {
  let isStopped = false;
  const read = async () => {
    try {
      const standings = await readStandings(club);
      if (isStopped) return;
      onRead(standings);
      if (standings.seq < standings.head_seq) setTimeout(read, AGAIN_MS);
    } catch (error) {
      onError(error);
    }
  };
  read();
  return () => {
    isStopped = true;
  };
}

/** @param {{ club: string }} properties `club`: its path in the API */
export function StandingsPage({ club }) {
  const [standings, setStandings] = useState(/** @type {Schemas["Standings"] | null} */ (null));
  const [name, setName] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    readClub(club).then((read) => setName(read.name), setError);
    return readUntilCurrent(club, setStandings, setError);
  }, [club]);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (standings === null) return null;
  const { seq, head_seq, players } = standings;
  return html`
    <h2>${name}: ${text("standings")}</h2>
    ${seq < head_seq && html`<p role="status">${text("standings_behind")}</p>`}
    ${players.length === 0 && html`<p>${text("no_hands")}</p>`}
    <ol class="standings">${players.map((row) => html`<${Row} row=${row} club=${club.replace("/v1", "")} />`)}</ol>
  `;
}

/** @param {{ row: Schemas["StandingsRow"], club: string }} properties `club`: the address of its page */
const Row = ({ row, club }) => html`
  <li>
    <span><b>${row.rank}. <a href=${`${club}/players/${row.player.id}`}>${row.player.name ?? text("unknown_name")}</a></b></span>
    <span class="total">${signed(row.points)}</span>
    <small>
      ${text("figures", {
        matches: row.matches,
        hands: row.hands,
        wins: share(row.wins, row.hands),
        selfDraws: share(row.self_draws, row.wins),
        dealIns: share(row.deal_ins, row.hands),
      })}
    </small>
  </li>
`;
