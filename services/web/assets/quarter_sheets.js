// @ts-check
/** Score sheets, four on a page: a heading with the table, and what stands below it. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { QrCode } from "./qr_code.js";
import { tableName } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ tables: ReadonlyArray<Schemas["EveningTable"]>, heading: string, codeOf: (table: Schemas["EveningTable"]) => string | null, content: (table: Schemas["EveningTable"]) => unknown }} properties
 * `heading`: the same on all; `codeOf`: the address of the form of a table
 */
export const QuarterSheets = ({ tables, heading, codeOf, content }) => html`
  <div class="quarters">
    ${tables.map((table) => {
      const code = codeOf(table);
      return html`
        <section class="quarter" key=${table.number}>
          <div class="quarter-head">
            <h3>${tableName(table)}<small>${heading}</small></h3>
            ${code !== null && html`<${QrCode} value=${code} label=${text("printout_code", { table: tableName(table) })} />`}
          </div>
          ${content(table)}
        </section>
      `;
    })}
  </div>
`;

/** The names of a table over the columns of their points. @param {{ first: unknown, names: string[] }} properties `first`: the columns before them */
export const SheetHead = ({ first, names }) => html`<thead><tr>${first}${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
