-- Whoever set a webhook's URL chose who is told. That is kept apart from who changed the webhook last, so that a later change of
-- something else does not hide it. Not known: any of those who changed the webhook may have set it.

-- As ever with a new reference: no club is named, and nothing need be checked, since the column is empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE webhooks ADD COLUMN url_set_by uuid REFERENCES users;

GRANT UPDATE (url_set_by) ON webhooks TO faan_app;

-- Of a webhook that only its maker changed, it is known.
ALTER TABLE webhooks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE access_events NO FORCE ROW LEVEL SECURITY;

UPDATE webhooks SET url_set_by = made_by
WHERE NOT EXISTS (
    SELECT FROM access_events AS event
    WHERE event.club_id = webhooks.club_id AND event.webhook_id = webhooks.webhook_id
        AND event.kind = 'webhook_changed' AND event.actor <> webhooks.made_by
);

ALTER TABLE access_events FORCE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
