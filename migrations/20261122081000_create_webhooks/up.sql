-- Webhooks: where a club wants to be told of what is entered. What there is to tell are the entries themselves: a webhook keeps how far it was
-- told, so that whoever records writes nothing more, and nothing that was committed can be missed. No entry tells of webhooks.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faan_dispatcher') THEN
        RAISE EXCEPTION 'the role faan_dispatcher is not there yet; run `faan bootstrap` again, then `faan migrate`';
    END IF;
END
$$;

CREATE TABLE webhooks (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was made.
    webhook_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL CHECK (octet_length(url) BETWEEN 1 AND 2048),
    -- The kinds of entries that it is told of; without any, of all.
    kinds text[] CHECK (cardinality(kinds) > 0),
    -- No secret is kept: it follows from a key that the database does not have, the webhook and this number. The key is known by its id.
    secret_number integer NOT NULL CHECK (secret_number > 0),
    secret_key_id bytea NOT NULL CHECK (octet_length(secret_key_id) = 8),
    -- The secret before, which signs as well until then.
    previous_number integer,
    previous_key_id bytea CHECK (octet_length(previous_key_id) = 8),
    previous_until timestamptz,
    made_by uuid NOT NULL REFERENCES users,
    made_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    idempotency_key text NOT NULL CHECK (octet_length(idempotency_key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- The last request that changed it.
    changed_by uuid REFERENCES users,
    changed_key text,
    changed_fingerprint bytea CHECK (octet_length(changed_fingerprint) = 32),
    state text NOT NULL CHECK (state IN ('active', 'disabled')),
    disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
    disabled_at timestamptz,
    -- It was told of all entries up to this one, as far as it wants to be.
    delivered_seq bigint NOT NULL CHECK (delivered_seq >= 0),
    -- How often in a row it could not be told of the next one, since when, and when it is tried again.
    failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    failing_since timestamptz,
    next_attempt_at timestamptz,
    -- Under which lease a dispatcher is at it, and until when it has to be heard from again. After that another may take it up.
    lease uuid,
    leased_until timestamptz,
    PRIMARY KEY (club_id, webhook_id),
    CONSTRAINT webhooks_previous_secret_is_whole CHECK (num_nulls(previous_number, previous_key_id, previous_until) IN (0, 3)),
    CONSTRAINT webhooks_last_change_is_whole CHECK (num_nulls(changed_by, changed_key, changed_fingerprint) IN (0, 3)),
    CONSTRAINT webhooks_disabled_have_a_reason
        CHECK (num_nonnulls(disabled_reason, disabled_at) = CASE state WHEN 'disabled' THEN 2 ELSE 0 END)
);

CREATE UNIQUE INDEX webhooks_idempotency_key_key ON webhooks (club_id, made_by, idempotency_key);
CREATE INDEX webhooks_active_idx ON webhooks (club_id) WHERE state = 'active';

-- What was sent, or is to be sent beside the order since somebody asked for it. A bounded number is kept of each webhook.
CREATE TABLE webhook_deliveries (
    club_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    -- Sorts by when it was written.
    delivery_id uuid NOT NULL,
    -- The entry that it tells of; none: it is a test.
    seq bigint CHECK (seq > 0),
    kind text,
    -- The how manieth attempt at telling of it.
    attempt integer NOT NULL CHECK (attempt > 0),
    -- Who asked for it, and by which request; none: it was its turn.
    asked_by uuid REFERENCES users,
    idempotency_key text CHECK (octet_length(idempotency_key) BETWEEN 1 AND 255),
    fingerprint bytea CHECK (octet_length(fingerprint) = 32),
    -- Not yet sent: none of these.
    sent_at timestamptz,
    duration_ms integer CHECK (duration_ms >= 0),
    -- What the receiver answered, or why it is not known.
    status smallint,
    error text,
    -- When it is tried again, if it is.
    next_attempt_at timestamptz,
    PRIMARY KEY (club_id, webhook_id, delivery_id),
    FOREIGN KEY (club_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE,
    CONSTRAINT webhook_deliveries_of_entries_have_a_kind CHECK (num_nonnulls(seq, kind) IN (0, 2)),
    CONSTRAINT webhook_deliveries_asked_for_are_whole CHECK (num_nulls(asked_by, idempotency_key, fingerprint) IN (0, 3)),
    CONSTRAINT webhook_deliveries_wait_or_were_sent CHECK (
        CASE WHEN sent_at IS NULL THEN asked_by IS NOT NULL AND num_nonnulls(duration_ms, status, error, next_attempt_at) = 0
        ELSE duration_ms IS NOT NULL AND num_nonnulls(status, error) > 0 END
    )
);

CREATE UNIQUE INDEX webhook_deliveries_idempotency_key_key ON webhook_deliveries (club_id, webhook_id, asked_by, idempotency_key);
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (club_id, webhook_id) WHERE sent_at IS NULL;

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON webhooks USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON webhook_deliveries USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, DELETE ON webhooks TO faan_app;
GRANT UPDATE (
    name, url, kinds, secret_number, secret_key_id, previous_number, previous_key_id, previous_until,
    changed_by, changed_key, changed_fingerprint, state, disabled_reason, disabled_at, delivered_seq,
    failures, failing_since, next_attempt_at, lease, leased_until
) ON webhooks TO faan_app;
GRANT SELECT, INSERT ON webhook_deliveries TO faan_app;

-- The dispatcher finds out across clubs which webhooks have something coming, and reads the entries of one club at a time, and only of one
-- that has a webhook. It sees no names, not even those of webhooks.
CREATE POLICY dispatcher ON clubs FOR SELECT TO faan_dispatcher USING (true);
CREATE POLICY dispatcher ON webhooks TO faan_dispatcher USING (true);
CREATE POLICY dispatcher ON webhook_deliveries TO faan_dispatcher USING (true);
CREATE POLICY dispatcher ON entries AS RESTRICTIVE FOR SELECT TO faan_dispatcher
    USING (EXISTS (SELECT FROM webhooks WHERE webhooks.club_id = entries.club_id));

GRANT SELECT (club_id, last_seq) ON clubs TO faan_dispatcher;
GRANT SELECT (club_id, seq, kind, time, leaf, leaf_hash, api_key_id) ON entries TO faan_dispatcher;
GRANT SELECT (
    club_id, webhook_id, url, kinds, secret_number, secret_key_id, previous_number, previous_key_id, previous_until,
    state, delivered_seq, failures, failing_since, next_attempt_at, lease, leased_until
) ON webhooks TO faan_dispatcher;
GRANT UPDATE (
    state, disabled_reason, disabled_at, delivered_seq, failures, failing_since, next_attempt_at, lease, leased_until
) ON webhooks TO faan_dispatcher;
GRANT SELECT (club_id, webhook_id, delivery_id, seq, sent_at) ON webhook_deliveries TO faan_dispatcher;
GRANT INSERT (
    club_id, webhook_id, delivery_id, seq, kind, attempt, sent_at, duration_ms, status, error, next_attempt_at
) ON webhook_deliveries TO faan_dispatcher;
GRANT UPDATE (sent_at, duration_ms, status, error) ON webhook_deliveries TO faan_dispatcher;
GRANT DELETE ON webhook_deliveries TO faan_dispatcher;

-- Who has the ledger told to whom is access, too.
ALTER TABLE access_events
    ADD COLUMN webhook_id uuid,
    DROP CONSTRAINT access_events_kind_check,
    ADD CONSTRAINT access_events_kind_check CHECK (kind IN (
        'api_key_made', 'api_key_revoked', 'ledger_exported', 'openings_exported',
        'webhook_made', 'webhook_changed', 'webhook_deleted'
    ));
