// @ts-check
/** What a file has to look like that is imported. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";

/** @typedef {import("./language.js").TextKey} TextKey */

/** Columns by their names in a file, which are known in both languages, with what they say. @type {ReadonlyArray<readonly [names: ReadonlyArray<TextKey>, meaning: TextKey]>} */
const COLUMNS = [
  [["column_match"], "import_column_match"],
  [["column_played_on"], "import_column_played_on"],
  [["column_east", "column_south", "column_west", "column_north"], "import_column_seats"],
  [["column_winner"], "import_column_winner"],
  [["column_won_by"], "import_column_won_by"],
  [["column_from"], "import_column_from"],
  [["column_fan"], "import_column_fan"],
];

export const ImportFormat = () => html`
  <${LazyDetails} summary=${text("import_how")} content=${() => html`
    <p>${text("import_how_lines")}</p>
    <dl class="facts">${COLUMNS.map(([names, meaning]) => html`<dt>${names.map((name) => html`<code>${text(name)}</code><br />`)}</dt><dd>${text(meaning)}</dd>`)}</dl>
  `} />
`;
