// @ts-check
/** By which rules, and for how much money, matches are played. */
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** As somebody types them. `variant`: a hash, if it is the club's own, or an id. @typedef {{ variant: string, stake: string, currency: string }} Terms */

const USUAL_VARIANT = "old-hong-kong";
const USUAL_CURRENCY = "HKD";

/** How many of the smallest coin one of a currency is. @param {string} currency */
function minorUnits(currency) {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

/** A stake of each point, as the API takes it; nothing where the table plays for points. @param {number} stake @param {string} currency */
function staked(stake, currency) {
  if (stake === 0) return {};
  return { currency, stake_cents: Math.round(stake * minorUnits(currency)) };
}

/** A stake of each point, as somebody types it: the reverse of `staked`. A match for points says nothing of money. @param {Schemas["Match"] | undefined} match */
function typedStake(match) {
  if (match === undefined || match.stake_cents === 0) return { stake: "", currency: USUAL_CURRENCY };
  return { stake: String(match.stake_cents / minorUnits(match.currency)), currency: match.currency };
}

/** What a form begins with: the terms of the match that was started last. @param {Schemas["VariantSummary"][]} variants @param {Schemas["ClubVariant"][]} own @param {Schemas["Match"] | undefined} last @returns {Terms} */
export function beginningTerms(variants, own, last) {
  const hash = last?.variant.hash;
  const variant = own.find((one) => one.hash === hash)?.hash ?? variants.find((one) => one.hash === hash)?.id ?? USUAL_VARIANT;
  return { variant, ...typedStake(last) };
}

/** As the API takes them. @param {Terms} terms @param {Schemas["ClubVariant"][]} own @returns {Schemas["NewRoundMatches"]} */
export function statedTerms({ variant, stake, currency }, own) {
  const rules = own.some(({ hash }) => hash === variant) ? { hash: variant } : { id: variant };
  return { variant: rules, ...staked(Number(stake), currency) };
}

/**
 * @param {{ terms: Terms, variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][], onChange: (terms: Terms) => void }} properties
 * `own`: the club's variants
 */
export const MatchTerms = ({ terms, variants, own, onChange }) => html`
  <label>${text("variant")}
    <select value=${terms.variant} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChange({ ...terms, variant: currentTarget.value })}>
      ${own.map(({ hash, name }) => html`<option value=${hash}>${text("of_club", { name: nameOf(name) })}</option>`)}
      ${variants.map(({ id, name }) => html`<option value=${id}>${nameOf(name)}</option>`)}
    </select>
  </label>
  <div class="line">
    <label class="grows">${text("stake")}
      <input type="number" inputmode="decimal" min="0" step="any" value=${terms.stake}
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange({ ...terms, stake: currentTarget.value })} />
    </label>
    <label class="grows">${text("currency")}
      <input value=${terms.currency} maxlength="3" pattern="[A-Z]{3}" autocapitalize="characters"
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange({ ...terms, currency: currentTarget.value.toUpperCase() })} />
    </label>
  </div>
`;
