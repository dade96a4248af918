-- The requests that changed a webhook, so that each is done once, also if it is repeated after others. No entry tells of them, so that
-- idempotency_keys cannot have them. They go with their webhook.

CREATE TABLE webhook_requests (
    club_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    actor uuid NOT NULL REFERENCES users,
    route text NOT NULL,
    key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- The webhook's secret after the request: a repeated request is shown that secret or none.
    secret_number integer NOT NULL CHECK (secret_number > 0),
    PRIMARY KEY (club_id, webhook_id, actor, route, key),
    FOREIGN KEY (club_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);

ALTER TABLE webhook_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_requests FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON webhook_requests USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON webhook_requests TO faan_app;

-- Of each webhook the last request is known; its route and key were kept as one text.
ALTER TABLE webhooks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_requests NO FORCE ROW LEVEL SECURITY;

INSERT INTO webhook_requests
SELECT club_id, webhook_id, changed_by, split_part(changed_key, ' ', 1), substr(changed_key, strpos(changed_key, ' ') + 1), changed_fingerprint,
    secret_number
FROM webhooks WHERE changed_by IS NOT NULL;

ALTER TABLE webhook_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
