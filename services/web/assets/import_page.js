// @ts-check
/** Old results of a club: a file of its spreadsheet becomes matches. */
import { listMatches } from "./club_api.js";
import { ClubFrame } from "./club_frame.js";
import { html, useState } from "./htm_preact_standalone.js";
import { ImportForm } from "./import_form.js";
import { ImportMatch } from "./import_match.js";
import { text } from "./language.js";
import { loadMatchChoices } from "./match_choices.js";
import { SCORERS } from "./membership.js";
import { ProblemView } from "./problem_view.js";
import { useFocus } from "./use_focus.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** What was imported, and what was found before. @typedef {{ matches: Schemas["NewlyImported"][], found: Schemas["PreviewedMatch"][] }} Done */

/** @param {{ club: string }} properties `club`: its path in the API */
export const ImportPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="import" title=${text("import_results")} roles=${SCORERS} content=${() => html`<${Import} club=${club} />`} />
`;

/** @param {string} club */
async function load(club) {
  const [choices, { matches }] = await Promise.all([loadMatchChoices(club), listMatches(club, null)]);
  return { ...choices, last: matches[0] };
}

/** @param {{ club: string }} properties */
function Import({ club }) {
  const { value, error } = useLoaded(() => load(club), [club]);
  const [done, setDone] = useState(/** @type {Done | null} */ (null));
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  if (done !== null) return html`<${Imported} club=${club} done=${done} onAnother=${() => setDone(null)} />`;
  const { variants, own, last } = value;
  return html`
    <${ImportForm} club=${club} variants=${variants} own=${own} last=${last}
      onImported=${(/** @type {Schemas["NewlyImported"][]} */ matches, /** @type {import("./import_api.js").Preview} */ preview) => setDone({ matches, found: preview.matches })} />
  `;
}

/** @param {{ club: string, done: Done, onAnother: () => void }} properties */
function Imported({ club, done: { matches, found }, onAnother }) {
  const heading = useFocus();
  const address = (/** @type {string} */ id) => `${club.replace("/v1", "")}/matches/${id}`;
  return html`
    <section aria-labelledby="imported">
      <h3 id="imported" tabindex="-1" ref=${heading}>${text("import_done", { count: matches.length })}</h3>
      <ul class="list">
        ${matches.map(({ id, label, state }, place) => {
          // Both have them in the order of their first lines.
          const before = found[place];
          return html`<li key=${id}>${before === undefined ? html`<a href=${address(id)}>${label}</a>` : html`<${ImportMatch} found=${{ ...before, label, state }} address=${address(id)} />`}</li>`;
        })}
      </ul>
      <button type="button" class="quiet" onClick=${onAnother}>${text("import_another")}</button>
    </section>
  `;
}
