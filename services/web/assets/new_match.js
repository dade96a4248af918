// @ts-check
/** Starting a match: who sits where, and by which rules. */
import { openMatch } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { today } from "./period.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const USUAL_VARIANT = "old-hong-kong";
const USUAL_CURRENCY = "HKD";

/** The same values in a random order. @template Value @param {Value[]} values */
function shuffled(values) {
  const weights = crypto.getRandomValues(new Uint32Array(values.length));
  const weighted = values.map((value, place) => ({ value, weight: weights[place] ?? 0 }));
  return weighted.sort((one, other) => one.weight - other.weight).map(({ value }) => value);
}

/** A stake of each point, as the API takes it; nothing where the table plays for points. @param {number} stake @param {string} currency */
function staked(stake, currency) {
  if (stake === 0) return {};
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return { currency, stake_cents: Math.round(stake * 10 ** maximumFractionDigits) };
}

/**
 * @param {{ club: string, players: Schemas["ClubPlayer"][], variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][] }} properties
 * `own`: the club's variants
 */
export function NewMatch({ club, players, variants, own }) {
  const [seats, setSeats] = useState(players.slice(0, 4).map(({ id }) => id));
  const [variant, setVariant] = useState(USUAL_VARIANT);
  const [stake, setStake] = useState("");
  const [currency, setCurrency] = useState(USUAL_CURRENCY);
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const areFour = new Set(seats).size === seats.length;
  /** @param {number} place @param {string} player */
  const seat = (place, player) => setSeats(seats.map((other, at) => (at === place ? player : other)));
  /** @param {Event} event */
  const start = (event) => {
    event.preventDefault();
    const isOwn = own.some(({ hash }) => hash === variant);
    const rules = isOwn ? { hash: variant } : { id: variant };
    const opened = { variant: rules, players: seats, played_on: today(), ...staked(Number(stake), currency) };
    act(async () => {
      const match = await openMatch(club, opened, sameKey.keyOf(opened));
      location.assign(`${club.replace("/v1", "")}/matches/${match.id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${start}>
      ${seats.map(
        (player, place) => html`
          <label>${text("chair", { number: place + 1 })} ${place === 0 && text("first_dealer")}
            <select value=${player} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => seat(place, currentTarget.value)}>
              ${players.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
            </select>
          </label>
        `,
      )}
      <button type="button" class="quiet" onClick=${() => setSeats(shuffled(seats))}>${text("draw_seats")}</button>
      <label>${text("variant")}
        <select value=${variant} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => setVariant(currentTarget.value)}>
          ${own.map(({ hash, name }) => html`<option value=${hash}>${text("of_club", { name: nameOf(name) })}</option>`)}
          ${variants.map(({ id, name }) => html`<option value=${id}>${nameOf(name)}</option>`)}
        </select>
      </label>
      <div class="line">
        <label class="grows">${text("stake")}
          <input type="number" inputmode="decimal" min="0" step="any" value=${stake} onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setStake(currentTarget.value)} />
        </label>
        <label class="grows">${text("currency")}
          <input value=${currency} maxlength="3" pattern="[A-Z]{3}" autocapitalize="characters"
            onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setCurrency(currentTarget.value.toUpperCase())} />
        </label>
      </div>
      ${!areFour && html`<p role="alert">${text("four_players")}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${!areFour || isBusy}>${text("new_match")}</button>
    </form>
  `;
}
