// @ts-check
/** Leaving a club. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { leaveClub } from "./members_api.js";

/** @param {{ club: string }} properties */
export const LeaveClub = ({ club }) => html`
  <${AskedTwice} label=${text("leave_club")} warning=${text("leave_club_warning")} onSure=${() => leaveClub(club).then(() => location.assign("/clubs"))} />
`;
