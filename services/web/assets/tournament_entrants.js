// @ts-check
/** Who takes part in a tournament: one tap when somebody comes, one when they leave for good. */
import { CheckField } from "./check_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { inOrderOf } from "./name_order.js";
import { ProblemView } from "./problem_view.js";
import { RegisterPlayers } from "./register_players.js";
import { playerText } from "./told_apart.js";
import { changeEntrants } from "./tournaments_api.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["Entrant"]} entrant */
export const entrantName = ({ player }) => playerText(player);

/** The name, with what is to be known of them. @param {Schemas["Entrant"]} entrant */
function entrantText(entrant) {
  const { team, substitute, state } = entrant;
  return [
    entrantName(entrant),
    ...(team === undefined ? [] : [text("members_of_team", { team })]),
    ...(substitute ? [text("substitute")] : []),
    ...(state === "withdrawn" ? [text("withdrawn")] : []),
  ].join(" · ");
}

/** @param {Schemas["Entrant"][]} entrants */
const byName = (entrants) => inOrderOf(entrants, ({ player }) => player.name);

/**
 * @param {{ club: string, path: string, entrants: Schemas["Entrant"][], isScorer: boolean, onChange: () => void }} properties
 * `club`, `path`: of the club and the tournament in the API
 */
export function TournamentEntrants({ club, path, entrants, isScorer, onChange }) {
  const there = entrants.filter(({ state }) => state === "checked_in").length;
  return html`
    <section aria-labelledby="entrants">
      <h3 id="entrants">${text("entrants", { count: entrants.length, there })}</h3>
      ${entrants.length === 0 && html`<p>${text("no_entrants")}</p>`}
      ${isScorer
        ? html`
            <${CheckIn} path=${path} entrants=${byName(entrants)} onChange=${onChange} />
            <${LazyDetails} summary=${text("register_players")}
              content=${() => html`<${RegisterPlayers} club=${club} path=${path} entrants=${entrants} onChange=${onChange} />`} />
          `
        : html`<ul class="check-in">${byName(entrants).map((entrant) => html`<li key=${entrant.player.id}>${entrantText(entrant)}</li>`)}</ul>`}
    </section>
  `;
}

/** @param {{ path: string, entrants: Schemas["Entrant"][], onChange: () => void }} properties */
function CheckIn({ path, entrants, onChange }) {
  const { isBusy, error, act } = useAction();
  const waiting = entrants.filter(({ state }) => state === "registered").map(({ player }) => player.id);
  /** @param {Schemas["EntrantsChange"]} change */
  const send = async (change) => {
    await act(() => changeEntrants(path, change));
    onChange();
  };
  /** @param {string} player @param {boolean} isThere */
  const check = (player, isThere) => send(isThere ? { checked_in: [player] } : { withdrawn: [player] });
  return html`
    ${entrants.length > 0 && html`<p class="quiet-text">${text("entrants_how")}</p>`}
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <div class="check-in">
      ${entrants.map(
        (entrant) => html`
          <${CheckField} key=${entrant.player.id} label=${entrantText(entrant)} isChecked=${entrant.state === "checked_in"}
            onChange=${(/** @type {boolean} */ isThere) => check(entrant.player.id, isThere)} />
        `,
      )}
    </div>
    ${waiting.length > 0 && html`<button type="button" class="quiet" disabled=${isBusy} onClick=${() => send({ checked_in: waiting })}>${text("check_in_all")}</button>`}
  `;
}
