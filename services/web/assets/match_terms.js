// @ts-check
/** By which rules, and for how much money, matches are played. */
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { fromMinorUnits, toMinorUnits } from "./money.js";
import { NumberInput } from "./number_input.js";
import { sentNumber } from "./typed_number.js";
import { VariantPreview } from "./variant_preview.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** As somebody types them. `variant`: a hash, if it is the club's own, or an id. @typedef {{ variant: string, stake: string, currency: string }} TypedTerms */

const USUAL_VARIANT = "old-hong-kong";
const USUAL_CURRENCY = "HKD";
/** The highest stake of a point. */
const MOST_COINS = 1_000_000;
const MANY_DIGITS = 0.0001;

/** What may be typed for a stake: whole coins. Of a currency that is not typed yet nothing is known. @param {string} currency */
function stakeLimits(currency) {
  if (!/^[A-Z]{3}$/.test(currency)) return { least: 0, step: MANY_DIGITS };
  const coin = fromMinorUnits(1, currency);
  return { least: 0, most: MOST_COINS * coin, step: coin };
}

/** A stake of each point, as the API takes it; nothing where the table plays for points. @param {number | undefined} stake @param {string} currency */
function staked(stake, currency) {
  if (stake === undefined || stake === 0) return {};
  return { currency, stake_cents: toMinorUnits(stake, currency) };
}

/** A stake of each point, as somebody types it: the reverse of `staked`. A match for points says nothing of money. @param {Schemas["MatchTerms"] | undefined} terms */
function typedStake(terms) {
  if (terms === undefined || terms.stake_cents === 0) return { stake: "", currency: USUAL_CURRENCY };
  return { stake: String(fromMinorUnits(terms.stake_cents, terms.currency)), currency: terms.currency };
}

/** What a form begins with: the terms of the match that was started last. @param {Schemas["VariantSummary"][]} variants @param {Schemas["ClubVariant"][]} own @param {Schemas["MatchTerms"] | undefined} last @returns {TypedTerms} */
export function beginningTerms(variants, own, last) {
  const hash = last?.variant.hash;
  const variant = own.find((one) => one.hash === hash)?.hash ?? variants.find((one) => one.hash === hash)?.id ?? USUAL_VARIANT;
  return { variant, ...typedStake(last) };
}

/** Whether a match was played on the terms that are typed. @param {TypedTerms} typed @param {Schemas["MatchTerms"]} terms of the match @param {Schemas["VariantSummary"][]} variants */
export function areSameTerms(typed, terms, variants) {
  const hash = variants.find(({ id }) => id === typed.variant)?.hash ?? typed.variant;
  const { stake_cents = 0, currency } = staked(sentNumber(typed.stake), typed.currency);
  return hash === terms.variant.hash && stake_cents === terms.stake_cents && (stake_cents === 0 || currency === terms.currency);
}

/** As the API takes them. @param {TypedTerms} terms @param {Schemas["ClubVariant"][]} own @returns {Schemas["NewMatchTerms"]} */
export function statedTerms({ variant, stake, currency }, own) {
  const rules = own.some(({ hash }) => hash === variant) ? { hash: variant } : { id: variant };
  return { variant: rules, ...staked(sentNumber(stake), currency) };
}

/**
 * @param {{ terms: TypedTerms, variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][], onChange: (terms: TypedTerms) => void }} properties
 * `own`: the club's variants
 */
export const MatchTerms = ({ terms, variants, own, onChange }) => html`
  <label>${text("variant")}
    <select value=${terms.variant} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChange({ ...terms, variant: currentTarget.value })}>
      ${own.map(({ hash, name }) => html`<option value=${hash}>${text("of_club", { name: nameOf(name) })}</option>`)}
      ${variants.map(({ id, name }) => html`<option value=${id}>${nameOf(name)}</option>`)}
    </select>
  </label>
  <${ChosenVariant} chosen=${terms.variant} variants=${variants} own=${own} />
  <div class="line">
    <${NumberInput} label=${text("stake")} limits=${stakeLimits(terms.currency)} value=${terms.stake} onInput=${(/** @type {string} */ stake) => onChange({ ...terms, stake })} />
    <label class="grows">${text("currency")}
      <input value=${terms.currency} maxlength="3" pattern="[A-Z]{3}" autocapitalize="characters"
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange({ ...terms, currency: currentTarget.value.toUpperCase() })} />
    </label>
  </div>
`;

/** What the chosen variant pays. @param {{ chosen: string, variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][] }} properties */
function ChosenVariant({ chosen, variants, own }) {
  const ofClub = own.find(({ hash }) => hash === chosen);
  const variant = ofClub ?? variants.find(({ id }) => id === chosen);
  return variant !== undefined && html`<${VariantPreview} variant=${variant} isOwn=${ofClub !== undefined} />`;
}
