// @ts-check
/** What the rules of a match leave to its table: which penalties, side payments, liabilities and amounts there are to choose from. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { authorized } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** What the rules name with a usual amount, or without one, by ids of the document. @typedef {Record<string, { name: Schemas["Name"], points?: number }>} NamedAmounts */
/**
 * The parts of a variant document that the forms ask for.
 * @typedef {{
 *   name: Schemas["Name"],
 *   false_mahjong?: { rule?: "points" | "open_hand", points?: number }, penalties?: NamedAmounts, side_payments?: NamedAmounts,
 *   liabilities?: Array<{ rule: Schemas["LiabilityRule"] }>, claims: { several: "nearest" | "best" | "all" },
 *   minimum_fan?: number, schedule?: Array<{ from_fan: number, points: number }>, robbed_kongs: Array<Schemas["KongKind"]>, bonus_tile_wins?: number[], house_patterns?: import("./use_pattern_name.js").HousePatterns,
 * }} VariantDocument
 */

/** The numbers of fan that a hand may have, and beyond which no more is paid; `isComing` until the rules are read. @typedef {{ least: number, most: number, isComing: boolean }} FanRange */

/** Where the rules do not say what the most is, it is this. */
const MOST_FAN = 13;

/** @param {VariantDocument | null | undefined} variant @param {Schemas["MatchTerms"]} terms which may have a minimum of its own @returns {FanRange} */
export function fanOf(variant, { minimum_fan }) {
  const steps = variant?.schedule ?? [];
  const least = minimum_fan ?? variant?.minimum_fan ?? 0;
  // A table of one step pays by something else than fan.
  const most = steps.length > 1 ? Math.max(...steps.map(({ from_fan }) => from_fan)) : MOST_FAN;
  return { least, most: Math.max(least, most), isComing: variant === undefined };
}

/**
 * The document of a match's variant; undefined until it is read, and null if it cannot be read: then the forms offer everything, and the server decides.
 * @param {string} club @param {string | undefined} hash
 */
export function useVariantDocument(club, hash) {
  const [document, setDocument] = useState(/** @type {VariantDocument | null | undefined} */ (undefined));
  useEffect(() => {
    if (hash !== undefined) authorized(`${club}/variants/${hash}`).then((variant) => setDocument(variant.document), () => setDocument(null));
  }, [club, hash]);
  return document;
}
