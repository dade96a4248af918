// @ts-check
/** A substitution: who leaves, and who sits on that chair from then on. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { useClubPlayers } from "./use_club_players.js";

/** @typedef {import("./outcome_draft.js").SubstitutionDraft} SubstitutionDraft */

/**
 * @param {{ draft: SubstitutionDraft, names: Map<number, string>, club: string, seated: string[], onChange: (draft: SubstitutionDraft) => void }} properties
 * `seated`: the players at the table
 */
export function SubstitutionForm({ draft, names, club, seated, onChange }) {
  const { players, error } = useClubPlayers(club);
  const free = players.filter(({ id }) => !seated.includes(id) || id === draft.player);
  return html`
    <${Choice} name="leaves" legend=${text("who_leaves")} value=${draft.chair} options=${[...names]} onChange=${(/** @type {number} */ chair) => onChange({ ...draft, chair })} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <label class="grows">${text("who_comes")}
      <select value=${draft.player} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChange({ ...draft, player: currentTarget.value })}>
        <option value="">${text("choose_player")}</option>
        ${free.map((known) => html`<option value=${known.id}>${playerText(known)}</option>`)}
      </select>
    </label>
    <p class="quiet-text">${text("substitution_hint")}</p>
  `;
}
