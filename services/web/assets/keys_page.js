// @ts-check
/** The API keys and the webhooks of a club. */
import { ApiKeysView } from "./api_keys_view.js";
import { ClubFrame } from "./club_frame.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { OWNERS } from "./membership.js";
import { WebhooksView } from "./webhooks_view.js";

/** @param {{ club: string }} properties `club`: its path in the API */
export const KeysPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="keys" title=${text("keys_and_webhooks")} roles=${OWNERS}
    content=${() => html`<div class="halves"><${ApiKeysView} club=${club} /><${WebhooksView} club=${club} /></div>`} />
`;
