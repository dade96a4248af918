// @ts-check
/** The screen of the hall: every table that is playing, to be read from across the room. Nobody touches it. */
import { ClockFace } from "./clock_face.js";
import { EveningRound, LacksPlayers, StateOfTable } from "./evening_round.js";
import "./evening_texts.js";
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { linkIn, linkTo } from "./link_in.js";
import { partyName } from "./party_name.js";
import { QrCode } from "./qr_code.js";
import { windOf } from "./seats_of_round.js";
import { SoundSwitch } from "./sound_switch.js";
import { StaleNote } from "./stale_note.js";
import { tableName, tableOfRound } from "./table_name.js";
import "./tournament_texts.js";
import { playerText } from "./told_apart.js";
import { useScreen } from "./use_screen.js";
import { useSetting } from "./use_setting.js";
import { useTitle } from "./use_title.js";
import { useWakeLock } from "./use_wake_lock.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const READ_MS = 3_000;

/** @param {{ club: string }} properties `club`: its path in the API */
export function ScreenPage({ club }) {
  const shown = useScreen(club, READ_MS);
  const { screen } = shown;
  const [isHeard, setHeard] = useSetting("hall-sound", true);
  useWakeLock(true);
  const hasClock = [screen, ...(screen?.playing ?? [])].some((shownNow) => shownNow?.tournament?.clock);
  useTitle(screen === null ? undefined : text("page_title", { club: screen.name, page: text("screen") }));
  return html`
    <${StaleNote} shown=${shown} />
    ${screen !== null &&
    html`
      <h2>${linkIn() === null ? html`<a href=${club.replace("/v1", "")}>${screen.name}</a>` : screen.name}</h2>
      ${screen.tournament && html`<${Tournament} tournament=${screen.tournament} isLarge isHeard=${isHeard} />`}
      ${screen.playing.map(({ tournament }) => tournament?.clock && html`<${Tournament} key=${`${tournament.id} ${tournament.round}`} tournament=${tournament} isLarge=${false} isHeard=${isHeard} />`)}
      ${hasClock && html`<${SoundSwitch} isOn=${isHeard} onChange=${setHeard} />`}
      ${screen.round && html`<${Round} club=${club} round=${screen.round} />`}
      ${screen.matches.length === 0 && html`<p>${text("screen_no_tables")}</p>`}
      <ul class="tables">${cards(screen).map((card) => html`<${TableCard} key=${card.id} ...${card} />`)}</ul>
    `}
  `;
}

/** A round and its clock. @param {{ tournament: NonNullable<Schemas["Screen"]["tournament"]>, isLarge: boolean, isHeard: boolean }} properties */
const Tournament = ({ tournament: { name, round, rounds, clock }, isLarge, isHeard }) => html`
  <div class="hall-clock">
    <h3>${name ?? text("unknown_name")} · ${text("round_of_rounds", { round, rounds })}</h3>
    ${clock && html`<${ClockFace} clock=${clock} isLarge=${isLarge} isHeard=${isHeard} />`}
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

/** @typedef {{ id: string, name: string, match: Schemas["Match"] | undefined, table: Schemas["EveningTable"] | undefined }} Card */

/**
 * The tables, each under the name that it keeps: those of the round that was drawn last, those of the others that still play, and the matches
 * that are of no round, the first opened first. Of void matches, those at a table of a round are shown.
 * @param {Schemas["Screen"]} screen @returns {Card[]}
 */
function cards({ matches, numbers, round, playing }) {
  const rounds = [...(round ? [round] : []), ...playing.map((other) => other.round)];
  const drawn = rounds.flatMap(({ round: number, tables }) => tables.map((table) => ({ number, table, match: matches.find(({ id }) => id === table.match) })));
  const others = matches.filter(({ id }) => !drawn.some(({ table }) => table.match === id)).reverse();
  const isAlone = playing.length === 0 && others.length === 0;
  const shown = drawn.filter(({ match, table }) => match !== undefined || table.state === "void");
  const numberOf = (/** @type {string} */ match) => numbers.find((one) => one.match === match)?.number ?? 0;
  return [
    ...shown.map(({ number, table, match }) => ({ id: table.match ?? "", name: isAlone ? tableName(table) : tableOfRound(table, number), match, table })),
    ...others.map((match) => ({ id: match.id, name: tableName({ number: numberOf(match.id) }), match, table: undefined })),
  ];
}

/** A table: who leads stands first. @param {Card} card */
function TableCard({ match, name, table }) {
  const state = table?.state;
  return html`
    <li class="table-card">
      <h3>${name} ${match && state !== "void" && html`<small>${text("round", { wind: text(match.deal.round_wind) })} · ${text("hand_number", { number: match.next_number })}</small>`}<${StateOfTable} state=${state} /></h3>
      ${match
        ? html`<${Totals} match=${match} />`
        : html`<ol>${table?.players.map((player, place) => html`<li><span class="wind">${windOf(place)}</span><b>${playerText(player)}</b></li>`)}</ol>`}
      ${table && html`<${LacksPlayers} table=${table} />`}
    </li>
  `;
}

/** @param {{ match: Schemas["Match"] }} properties */
function Totals({ match: { deal, seats } }) {
  const players = [...seats].sort((one, other) => other.total_points - one.total_points);
  return html`
    <ol>
      ${players.map(
        ({ chair, player, seat_wind, total_points }) => html`
          <li><span class="wind">${text(seat_wind)}${chair === deal.dealer ? " ●" : ""}</span><b>${playerText(player)}</b><span class="total">${signed(total_points)}</span></li>
        `,
      )}
    </ol>
  `;
}
