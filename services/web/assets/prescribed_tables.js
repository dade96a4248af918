// @ts-check
/** Who sits where in a round that somebody drew without this program. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { inNameOrder } from "./name_order.js";
import { partyName } from "./party_name.js";
import { ReasonInput } from "./reason_input.js";
import { WINDS } from "./score_request.js";
import { windOf } from "./seats_of_round.js";
import { SelectField } from "./select_field.js";
import { DrawButton } from "./unfinished_tables.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const NOBODY = "";

/** Whether tables can be played: four different players, or nobody at a table. @param {string[][]} tables */
function canBePlayed(tables) {
  const used = tables.filter((table) => table.some((player) => player !== NOBODY));
  const seated = used.flat();
  return used.length > 0 && !seated.includes(NOBODY) && new Set(seated).size === seated.length;
}

/**
 * @param {{ players: Schemas["Player"][], isBusy: boolean, isAfterCut: boolean, drawn: (stated: { tables: string[][], reason?: string }) => object }} properties
 * `players`: who is there; `drawn`: what the button gets of tables by ids, East first
 */
export function PrescribedTables({ players, isBusy, isAfterCut, drawn }) {
  const [tables, setTables] = useState(() => Array.from({ length: Math.floor(players.length / 4) }, () => WINDS.map(() => NOBODY)));
  /** @param {number} table @param {number} chair @param {string} player */
  const seat = (table, chair, player) => setTables(tables.map((chairs, at) => (at === table ? chairs.map((other, place) => (place === chair ? player : other)) : chairs)));
  const sorted = inNameOrder(players);
  const options = [[NOBODY, text("nobody_there")], ...sorted.map((player) => [player.id, partyName(player)])];
  const isGood = canBePlayed(tables);
  const [reason, setReason] = useState("");
  const why = reason.trim();
  const seated = { tables: tables.filter((table) => table[0] !== NOBODY), ...(why === "" ? {} : { reason: why }) };
  return html`
    <form class="form" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${tables.map((chairs, table) =>
        chairs.map(
          (player, chair) => html`
            <${SelectField} key=${`${table} ${chair}`} label=${text("seat_at", { table: table + 1, wind: windOf(chair) })} value=${player}
              options=${options} onChange=${(/** @type {string} */ chosen) => seat(table, chair, chosen)} />
          `,
        ),
      )}
      ${isAfterCut && html`<p>${text("cut_needs_reason")}</p><${ReasonInput} value=${reason} onChange=${setReason} isRequired=${false} />`}
      ${!isGood && html`<p>${text("tables_need_four")}</p>`}
      <${DrawButton} label=${text("seat_them_so")} isDisabled=${isBusy || !isGood} ...${drawn(seated)} />
    </form>
  `;
}
