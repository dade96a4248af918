-- How machines come in and what they are told: API keys, the access log of a club, webhooks. No entry tells of these: they say who may ask
-- and who is told, not what was played.

-- Keys by which machines ask in the name of whoever made them, in one club. A key is 256 random bits, of which the hash is kept.
CREATE TABLE api_keys (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was made.
    api_key_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash digest NOT NULL,
    -- It may do no more than this, and no more than its maker may at the time.
    role text NOT NULL CHECK (role IN ('scorer', 'referee', 'player', 'auditor')),
    made_by uuid NOT NULL REFERENCES users,
    made_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    idempotency_key idempotency_key NOT NULL,
    fingerprint digest NOT NULL,
    expires_at timestamptz CHECK (expires_at > made_at),
    -- When it was used last, give or take ten minutes: not every request is written down.
    used_at timestamptz,
    revoked_at timestamptz,
    -- A key can be limited to one match, or to what the screen of the hall shows. Links and QR codes have such keys: a key that is limited
    -- reads what is public there, and as a scorer's key it records in its match until that ends.
    scope text NOT NULL DEFAULT 'club' CHECK (scope IN ('club', 'match', 'screen')),
    match_id uuid,
    PRIMARY KEY (club_id, api_key_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    CHECK ((scope = 'match') = (match_id IS NOT NULL)),
    CHECK (scope <> 'match' OR role IN ('player', 'scorer')),
    CHECK (scope <> 'screen' OR role = 'player'),
    -- Who has a link may be anybody.
    CHECK (scope = 'club' OR expires_at IS NOT NULL)
);

CREATE UNIQUE INDEX api_keys_secret_hash_key ON api_keys (club_id, secret_hash);
CREATE UNIQUE INDEX api_keys_idempotency_key_key ON api_keys (club_id, made_by, idempotency_key);

-- The new reference is checked against no row of any club, and the policies ask for one.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';
ALTER TABLE entries ADD FOREIGN KEY (club_id, api_key_id) REFERENCES api_keys;

-- Who came in and what they took along, as far as no entry tells it, for the owners of the club. Ids and times, no names and no secrets. Final.
CREATE TABLE access_events (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it happened.
    access_event_id uuid NOT NULL,
    time timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN (
        'api_key_made', 'api_key_revoked', 'ledger_exported', 'openings_exported',
        'webhook_made', 'webhook_changed', 'webhook_deleted',
        'hands_exported', 'payments_exported', 'standings_exported'
    )),
    actor uuid NOT NULL REFERENCES users,
    -- The key that was made or revoked; otherwise the one that the actor's machine asked with, if a machine asked.
    api_key_id uuid,
    webhook_id uuid,
    PRIMARY KEY (club_id, access_event_id),
    FOREIGN KEY (club_id, api_key_id) REFERENCES api_keys
);

CREATE INDEX access_events_time_idx ON access_events (club_id, time, access_event_id);

-- Webhooks: where a club wants to be told of what is entered. What there is to tell are the entries themselves: a webhook keeps how far it was
-- told, so that whoever records writes nothing more, and nothing that was committed can be missed.
CREATE TABLE webhooks (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was made.
    webhook_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL CHECK (octet_length(url) BETWEEN 1 AND 2048),
    -- The kinds of entries that it is told of; without any, of all.
    kinds text[] CHECK (cardinality(kinds) > 0),
    -- No secret is kept: it follows from a key that the database does not have, the webhook and this number. The key is known by its id.
    secret_number positive_integer NOT NULL,
    secret_key_id key_id NOT NULL,
    -- The secret before, which signs as well until then.
    previous_number integer,
    previous_key_id key_id,
    previous_until timestamptz,
    made_by uuid NOT NULL REFERENCES users,
    made_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    idempotency_key idempotency_key NOT NULL,
    fingerprint digest NOT NULL,
    -- The last request that changed it.
    changed_by uuid REFERENCES users,
    changed_key text,
    changed_fingerprint digest,
    state text NOT NULL CHECK (state IN ('active', 'disabled')),
    disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
    disabled_at timestamptz,
    -- It was told of all entries up to this one, as far as it wants to be.
    delivered_seq unsigned_bigint NOT NULL,
    -- How often in a row it could not be told of the next one, since when, and when it is tried again.
    failures unsigned_integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    next_attempt_at timestamptz,
    -- Under which lease a dispatcher is at it, and until when it has to be heard from again. After that another may take it up.
    lease uuid,
    leased_until timestamptz,
    -- Whoever set the URL chose who is told. Kept apart from who changed the webhook last, with the URL that they set.
    url_set_by uuid REFERENCES users,
    url_set_to text,
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
    seq sequence_number,
    kind text,
    -- Which attempt at telling of it this is, counted from 1.
    attempt positive_integer NOT NULL,
    -- Who asked for it, and by which request; none: it was its turn.
    asked_by uuid REFERENCES users,
    idempotency_key idempotency_key,
    fingerprint digest,
    -- Not yet sent: none of these.
    sent_at timestamptz,
    duration_ms unsigned_integer,
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

-- The requests that changed a webhook, so that each is done once, also if it is repeated after others. No entry tells of them, so that
-- idempotency_keys cannot have them. They go with their webhook.
CREATE TABLE webhook_requests (
    club_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    actor uuid NOT NULL REFERENCES users,
    route text NOT NULL,
    key idempotency_key NOT NULL,
    fingerprint digest NOT NULL,
    -- The webhook's secret after the request: a repeated request is shown that secret or none.
    secret_number positive_integer NOT NULL,
    -- Whether the request made a new secret.
    rotated boolean,
    PRIMARY KEY (club_id, webhook_id, actor, route, key),
    FOREIGN KEY (club_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);

-- Who had a secret made is looked up for every member who leaves, whatever number of requests changed the club's webhooks.
CREATE INDEX webhook_requests_rotated_idx ON webhook_requests (club_id, webhook_id, secret_number) WHERE rotated IS NOT FALSE;

CREATE TRIGGER access_events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON access_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE access_events ENABLE ALWAYS TRIGGER access_events_are_final;

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE access_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON api_keys USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON access_events USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON webhooks USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON webhook_deliveries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON webhook_requests USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (used_at, revoked_at) ON api_keys TO faan_app;
GRANT SELECT, INSERT ON access_events, webhook_deliveries, webhook_requests TO faan_app;
GRANT SELECT, INSERT, DELETE ON webhooks TO faan_app;
GRANT UPDATE (
    name, url, kinds, secret_number, secret_key_id, previous_number, previous_key_id, previous_until,
    changed_by, changed_key, changed_fingerprint, state, disabled_reason, disabled_at, delivered_seq,
    failures, failing_since, next_attempt_at, lease, leased_until, url_set_by, url_set_to
) ON webhooks TO faan_app;

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
