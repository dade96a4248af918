-- The release before sets the URL of a webhook and does not say who did. So the URL that url_set_by set is kept beside it: where the webhook has
-- another one, nobody knows who set that.
ALTER TABLE webhooks ADD COLUMN url_set_to text;

GRANT UPDATE (url_set_to) ON webhooks TO faan_app;

-- Whether the request made a new secret. Not known of requests that the release before stores.
ALTER TABLE webhook_requests ADD COLUMN rotated boolean;

-- Where nobody but url_set_by ever changed the webhook, the URL is theirs.
ALTER TABLE webhooks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE access_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_requests NO FORCE ROW LEVEL SECURITY;

UPDATE webhooks SET url_set_to = url
WHERE url_set_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM access_events AS event
    WHERE event.club_id = webhooks.club_id AND event.webhook_id = webhooks.webhook_id
        AND event.kind = 'webhook_changed' AND event.actor <> webhooks.url_set_by
);

UPDATE webhook_requests SET rotated = (route = 'rotate_webhook_secret');

ALTER TABLE webhook_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE access_events FORCE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
