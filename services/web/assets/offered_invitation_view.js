// @ts-check
/** What an invitation offers, and below it what can be done about it: nobody signs in or joins without having seen who invites them to what. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { readInvitation } from "./members_api.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { roleText } from "./role_text.js";
import { useLoaded } from "./use_loaded.js";

/** @param {{ token: string, children?: unknown }} properties `children`: what can be done if it can be accepted */
export function OfferedInvitationView({ token, children }) {
  const { value: offer, error } = useLoaded(() => readInvitation(token), [token]);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (offer === null) return null;
  const { club, role, invited_by: name, expires_at: end } = offer;
  return html`
    <section aria-labelledby="offer">
      <h2 id="offer">${text("join")}</h2>
      <p>${text("offered_by", { name, club })}</p>
      <p>${text("offered_role", { role: roleText(role), may: text(`may_${role}`) })}</p>
      <p class="quiet-text">${text("offered_until", { moment: momentText(end) })}</p>
    </section>
    ${children}
  `;
}
