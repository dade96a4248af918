// @ts-check
/** What the rules of a match leave to its table: which penalties, liabilities and amounts there are to choose from. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { authorized } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/**
 * The parts of a variant document that the forms ask for.
 * @typedef {{
 *   false_mahjong?: { rule?: "points" | "open_hand", points?: number }, penalties?: Record<string, { name: Schemas["Name"], points?: number }>,
 *   liabilities?: Array<{ rule: Schemas["LiabilityRule"] }>, claims: { several: "nearest" | "best" | "all" },
 *   robbed_kongs: Array<Schemas["KongKind"]>, bonus_tile_wins?: number[], house_patterns?: import("./use_pattern_name.js").HousePatterns,
 * }} VariantDocument
 */

/** The document of a match's variant; null as long as it is unknown. Then the forms offer everything, and the server decides. @param {string} club @param {string | undefined} hash */
export function useVariantDocument(club, hash) {
  const [document, setDocument] = useState(/** @type {VariantDocument | null} */ (null));
  useEffect(() => {
    if (hash !== undefined) authorized(`${club}/variants/${hash}`).then((variant) => setDocument(variant.document), () => {});
  }, [club, hash]);
  return document;
}
