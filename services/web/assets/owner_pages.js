// @ts-check
/** The pages for the organization of a club, and what the page of the club has of it, with their texts. */
import { AccountPage } from "./account_page.js";
import { AuditsPage } from "./audits_page.js";
import { ClubSettings } from "./club_settings.js";
import { JoinPage } from "./join_page.js";
import { KeysPage } from "./keys_page.js";
import { MembersPage } from "./members_page.js";
import { OfferedInvitationView } from "./offered_invitation_view.js";
import "./owner_texts.js";
import { RulesPage } from "./rules_page.js";

export const OWNER_PAGES = { account: AccountPage, audits: AuditsPage, join: JoinPage, keys: KeysPage, members: MembersPage, rules: RulesPage };

export { ClubSettings, OfferedInvitationView };
