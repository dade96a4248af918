// @ts-check
/** The ledger of a club: its checkpoints, audits of it, and who got access to what. */
import { AccessLogView } from "./access_log_view.js";
import { AuditsView } from "./audits_view.js";
import { CheckpointView } from "./checkpoint_view.js";
import { ClubFrame } from "./club_frame.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ANY_MEMBER, AUDITORS, OWNERS } from "./membership.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties `club`: its path in the API */
export const AuditsPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="audits" title=${text("ledger_and_audits")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { club: { id }, role }) => html`
      <${CheckpointView} club=${club} id=${id} />
      ${AUDITORS.includes(role) && html`<${AuditsView} club=${club} />`}
      ${OWNERS.includes(role) && html`<${AccessLogView} club=${club} />`}
    `} />
`;
