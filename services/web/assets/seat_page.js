// @ts-check
/** Where do I sit: whoever has the link of the screen types their name, and reads table and seat. The page follows the next draws by itself. */
import { ClockFace } from "./clock_face.js";
import "./evening_texts.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { listed, text } from "./language.js";
import { inNameOrder } from "./name_order.js";
import { partyName } from "./party_name.js";
import { seatsOf } from "./seats_of_round.js";
import { StaleNote } from "./stale_note.js";
import { tableName, tableOfRound } from "./table_name.js";
import "./tournament_texts.js";
import { useScreen } from "./use_screen.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const READ_MS = 10_000;
/** So many are shown whose names begin as it is typed. */
const MOST = 8;

/** @param {{ club: string }} properties `club`: its path in the API */
export function SeatPage({ club }) {
  const shown = useScreen(club, READ_MS);
  const { screen } = shown;
  const [typed, setTyped] = useState("");
  useTitle(screen === null ? undefined : text("page_title", { club: screen.name, page: text("where_do_i_sit") }));
  if (screen === null) return html`<${StaleNote} shown=${shown} />`;
  const { name, round, tournament, playing } = screen;
  return html`
    <${StaleNote} shown=${shown} />
    <h2>${name} · ${text("where_do_i_sit")}</h2>
    ${tournament && html`<p>${tournament.name ?? text("unknown_name")}</p>`}
    ${round === undefined && html`<p role="status">${text("nothing_drawn")}</p>`}
    ${round && html`<h3>${text("round_number", { round: round.round })}</h3>`}
    ${tournament?.clock && html`<${ClockFace} clock=${tournament.clock} />`}
    ${round && html`
      <div class="form"><${InputField} label=${text("your_name")} value=${typed} isRequired=${false} onInput=${setTyped} /></div>
      <div role="status">${typed.trim() !== "" && html`<${Seats} round=${round} playing=${playing} typed=${typed.trim()} />`}</div>
    `}
  `;
}

/** Whether a name, or one of its words, begins as somebody types it. @param {string} name @param {string} typed */
function begins(name, typed) {
  const [whole, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
}

/**
 * Those whose names begin so, at the tables of the round, and at those of others that still play.
 * @param {Schemas["EveningRound"]} round @param {Schemas["Screen"]["playing"]} playing @param {string} typed
 */
function found(round, playing, typed) {
  const still = playing.map(({ round: { round, tables } }) => ({ round, tables: tables.filter(({ state }) => state === "playing") }));
  const seated = [...still, round].flatMap(({ round: number, tables }) =>
    seatsOf(tables).map(({ table, player, wind, others }) => ({
      name: partyName(player),
      seat: { table: playing.length > 0 ? tableOfRound(table, number) : tableName(table), wind },
      others: others.map(partyName),
    })),
  );
  const out = round.sitting_out.map((player) => ({ name: partyName(player), seat: null, others: [] }));
  const all = inNameOrder([...seated, ...out]).filter(({ name }) => begins(name, typed));
  const exact = all.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return exact.length > 0 ? exact : all;
}

/** @param {{ round: Schemas["EveningRound"], playing: Schemas["Screen"]["playing"], typed: string }} properties */
function Seats({ round, playing, typed }) {
  const people = found(round, playing, typed);
  if (people.length === 0) return html`<p>${text("nobody_with_name")}</p>`;
  return html`
    <ul class="list">
      ${people.slice(0, MOST).map(
        ({ name, seat, others }) => html`
          <li>
            <b class="own-seat">${seat === null ? text("you_sit_out", { name }) : text("you_sit_at", { name, ...seat })}</b>
            ${others.length > 0 && html`<br /><small>${text("with_whom_at_table", { names: listed(others) })}</small>`}
          </li>
        `,
      )}
    </ul>
  `;
}
