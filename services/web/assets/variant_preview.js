// @ts-check
/** What chosen rules ask for and pay, in a line: matches are bound to them for ever. The service works it out, no rule stands here. */
import { playHands } from "./api.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The fan of a small hand, if the rules let it win, and of a large one. */
const SMALL = 3;
const LARGE = 10;

/** Whoever wins or discards does not deal: what the deal changes is seen at the dealer. @type {(fan: number) => ReadonlyArray<Schemas["Outcome"]>} */
const hands = (small) => [
  { kind: "win", won_by: "discard", from_chair: 3, winners: [{ chair: 2, declared: { fan: small, limit: false } }] },
  { kind: "win", won_by: "discard", from_chair: 4, winners: [{ chair: 3, declared: { fan: LARGE, limit: false } }] },
  { kind: "win", won_by: "self_draw", winners: [{ chair: 4, declared: { fan: LARGE, limit: false } }] },
];

/** Who pays, in the order in which it is said. */
const ROLES = /** @type {const} */ (["preview_discarder", "preview_dealer", "preview_other"]);

/** `+5 (discarder -2, dealer -2, other -1)`: what the winner gets, and from whom. @param {Schemas["OutcomeAtTable"]} hand */
function paymentText({ payments, deal, outcome }) {
  const discarder = outcome.kind === "win" ? outcome.from_chair : undefined;
  const gained = Math.max(...payments.map(({ points }) => points));
  const role = (/** @type {number} */ chair) => ROLES[chair === discarder ? 0 : chair === deal.dealer ? 1 : 2];
  const payers = payments.filter(({ points }) => points <= 0);
  const paid = ROLES.flatMap((one) => payers.filter(({ chair }) => role(chair) === one).map(({ points }) => text(one, { points: signed(points) })));
  return `${signed(gained)} (${paid.join(text("comma"))})`;
}

/** @param {{ variant: Schemas["VariantSummary"], isOwn: boolean }} properties `isOwn`: of the club, and not built in */
export function VariantPreview({ variant: { id, hash, minimum_fan }, isOwn }) {
  const [played, setPlayed] = useState(/** @type {Schemas["OutcomeAtTable"][]} */ ([]));
  const small = Math.max(SMALL, minimum_fan);
  useEffect(() => {
    setPlayed([]);
    const controller = new AbortController();
    const request = { variant: isOwn ? { hash } : { id }, outcomes: [...hands(small)] };
    // Without an answer nothing is said of payments: the rules can be chosen all the same.
    playHands(request, controller.signal).then(({ outcomes }) => setPlayed(outcomes), () => {});
    return () => controller.abort();
  }, [hash]);
  const [low, high, drawn] = played.map(paymentText);
  return html`
    <p class="quiet-text" role="status">
      ${text("variant_minimum", { count: minimum_fan })}
      ${drawn !== undefined && ` ${text("variant_payments", { small, low: low ?? "", large: LARGE, high: high ?? "", drawn })}`}
    </p>
  `;
}
