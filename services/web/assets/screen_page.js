// @ts-check
/** The screen of the hall: every table that is playing, to be read from across the room. Nobody touches it. */
import { ClockFace } from "./clock_face.js";
import { EveningRound } from "./evening_round.js";
import "./evening_texts.js";
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { linkIn, linkTo } from "./link_in.js";
import { partyName } from "./party_name.js";
import { QrCode } from "./qr_code.js";
import { StaleNote } from "./stale_note.js";
import { tableName } from "./table_name.js";
import "./tournament_texts.js";
import { useScreen } from "./use_screen.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const READ_MS = 3_000;

/** @param {{ club: string }} properties `club`: its path in the API */
export function ScreenPage({ club }) {
  const shown = useScreen(club, READ_MS);
  const { screen } = shown;
  useTitle(screen === null ? undefined : text("page_title", { club: screen.name, page: text("screen") }));
  return html`
    <${StaleNote} shown=${shown} />
    ${screen !== null &&
    html`
      <h2>${linkIn() === null ? html`<a href=${club.replace("/v1", "")}>${screen.name}</a>` : screen.name}</h2>
      ${screen.tournament && html`<${Tournament} tournament=${screen.tournament} />`}
      ${screen.round && html`<${Round} club=${club} round=${screen.round} />`}
      ${screen.matches.length === 0 && html`<p>${text("screen_no_tables")}</p>`}
      <ul class="tables">${numbered(screen).map(({ match, name }) => html`<${TableCard} key=${match.id} match=${match} name=${name} />`)}</ul>
    `}
  `;
}

/** The round and its clock. @param {{ tournament: NonNullable<Schemas["Screen"]["tournament"]> }} properties */
const Tournament = ({ tournament: { name, round, rounds, clock } }) => html`
  <div class="hall-clock">
    <h3>${name ?? text("unknown_name")} · ${text("round_of_rounds", { round, rounds })}</h3>
    ${clock && html`<${ClockFace} clock=${clock} isLarge=${true} />`}
  </div>
`;

/**
 * What was drawn: who sits where until the tables play, and who sits out; and the way to one's own seat, which stays.
 * @param {{ club: string, round: Schemas["EveningRound"] }} properties
 */
const Round = ({ club, round }) => html`
  <div class="hall-round">
    <div>
      ${round.tables.some(({ match }) => match === undefined)
        ? html`<${EveningRound} club=${club} round=${round} />`
        : round.sitting_out.length > 0 && html`<p class="sitting-out">${text("sits_out", { names: listed(round.sitting_out.map(partyName)) })}</p>`}
    </div>
    <div class="seat-code">
      <p>${text("where_do_i_sit")}</p>
      <${QrCode} value=${seatAddress(club)} label=${text("seat_code")} />
    </div>
  </div>
`;

/** The page on which somebody finds their seat, under the link of this screen if there is one. @param {string} club its path in the API */
function seatAddress(club) {
  const path = `${club.replace("/v1", "")}/seat`;
  const link = linkIn();
  return link === null ? `${location.origin}${path}` : linkTo(path, link.use, link.key);
}

/**
 * The matches with what their tables are called: those of the round that is shown as it calls them, and then the others, the first opened first.
 * @param {Schemas["Screen"]} screen
 */
function numbered({ matches, round }) {
  const tables = round?.tables ?? [];
  const ofRound = tables.flatMap((table) => {
    const match = matches.find(({ id }) => id === table.match);
    return match ? [{ match, name: tableName(table) }] : [];
  });
  const others = matches.filter(({ id }) => !ofRound.some(({ match }) => match.id === id)).reverse();
  return [...ofRound, ...others.map((match, place) => ({ match, name: tableName({ number: (ofRound.length > 0 ? tables.length : 0) + place + 1 }) }))];
}

/** A table: who leads stands first. @param {{ match: Schemas["Match"], name: string }} properties */
function TableCard({ match, name }) {
  const { deal, seats } = match;
  const players = [...seats].sort((one, other) => other.total_points - one.total_points);
  return html`
    <li class="table-card">
      <h3>${name} <small>${text("round", { wind: text(deal.round_wind) })} · ${text("hand_number", { number: match.next_number })}</small></h3>
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
