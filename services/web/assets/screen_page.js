// @ts-check
/** The screen of the hall: every table that is playing, to be read from across the room. Nobody touches it. */
import { readScreen } from "./club_api.js";
import { EveningRound } from "./evening_round.js";
import "./evening_texts.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { currentLanguage, listed, signed, text } from "./language.js";
import { linkIn } from "./link_in.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const READ_MS = 3_000;
/** A read that takes longer than this is given up: what is shown would be stale without saying so. */
const PATIENCE_MS = 7_000;

/** @param {Date} moment */
const clock = (moment) => new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "medium" }).format(moment);

/** @typedef {{ screen: Schemas["Screen"] | null, since: Date, error: unknown }} Shown `error`: of the last read; `null` if what is shown is current */

/** Reads again and again, one read after another. @param {string} club @returns {Shown} */
function useScreen(club) {
  const [shown, setShown] = useState(/** @type {Shown} */ ({ screen: null, since: new Date(), error: null }));
  useEffect(() => {
    let isStopped = false;
    const readOn = async () => {
      while (!isStopped) {
        try {
          const screen = await inTime(readScreen(club));
          setShown({ screen, since: new Date(), error: null });
        } catch (error) {
          setShown((before) => ({ ...before, error }));
        }
        await new Promise((resolve) => setTimeout(resolve, READ_MS));
      }
    };
    readOn();
    return () => {
      isStopped = true;
    };
  }, [club]);
  return shown;
}

/** @template Value @param {Promise<Value>} promise @returns {Promise<Value>} */
function inTime(promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {{ club: string }} properties `club`: its path in the API */
export function ScreenPage({ club }) {
  const { screen, since, error } = useScreen(club);
  useTitle(screen === null ? undefined : text("page_title", { club: screen.name, page: text("screen") }));
  return html`
    ${error !== null && screen !== null && html`<p class="stale" role="alert">${text("screen_stale", { time: clock(since) })}</p>`}
    ${error !== null && screen === null && html`<${ProblemView} error=${error} />`}
    ${screen !== null &&
    html`
      <h2>${linkIn() === null ? html`<a href=${club.replace("/v1", "")}>${screen.name}</a>` : screen.name}</h2>
      ${screen.round && html`<${Round} club=${club} round=${screen.round} />`}
      ${screen.matches.length === 0 && html`<p>${text("screen_no_tables")}</p>`}
      <ul class="tables">${[...screen.matches].reverse().map((match, place) => html`<${TableCard} key=${match.id} match=${match} number=${place + 1} />`)}</ul>
    `}
  `;
}

/** What was drawn: who sits where until the tables play, and who sits out. @param {{ club: string, round: Schemas["EveningRound"] }} properties */
function Round({ club, round }) {
  if (round.tables.some(({ match }) => match === undefined)) return html`<${EveningRound} club=${club} round=${round} />`;
  if (round.sitting_out.length === 0) return null;
  return html`<p class="sitting-out">${text("sits_out", { names: listed(round.sitting_out.map(partyName)) })}</p>`;
}

/** A table: who leads stands first. @param {{ match: Schemas["Match"], number: number }} properties */
function TableCard({ match, number }) {
  const { deal, seats } = match;
  const players = [...seats].sort((one, other) => other.total_points - one.total_points);
  return html`
    <li class="table-card">
      <h3>${text("table_number", { number })} <small>${text("round", { wind: text(deal.round_wind) })} · ${text("hand_number", { number: match.next_number })}</small></h3>
      <ol>
        ${players.map(
          ({ chair, player, seat_wind, total_points }) => html`
            <li><span class="wind">${text(seat_wind)}${chair === deal.dealer ? " ●" : ""}</span><b>${player.name ?? text("unknown_name")}</b><span class="total">${signed(total_points)}</span></li>
          `,
        )}
      </ol>
    </li>
  `;
}
