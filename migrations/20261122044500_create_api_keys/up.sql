-- Keys by which machines ask in the name of whoever made them, in one club. A key is 256 random bits, of which the hash is kept. No entry
-- tells of them: they say who may ask, not what was played.

CREATE TABLE api_keys (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was made.
    api_key_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
    -- It may do no more than this, and no more than its maker may at the time.
    role text NOT NULL CHECK (role IN ('scorer', 'player', 'auditor')),
    made_by uuid NOT NULL REFERENCES users,
    made_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    idempotency_key text NOT NULL CHECK (octet_length(idempotency_key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    expires_at timestamptz CHECK (expires_at > made_at),
    -- When it was used last, give or take ten minutes: not every request is written down.
    used_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (club_id, api_key_id)
);

CREATE UNIQUE INDEX api_keys_secret_hash_key ON api_keys (club_id, secret_hash);
CREATE UNIQUE INDEX api_keys_idempotency_key_key ON api_keys (club_id, made_by, idempotency_key);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON api_keys USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (used_at, revoked_at) ON api_keys TO faan_app;

-- By which key an entry came, if by one. Its actor is the account that the key acts for; the leaf knows nothing of keys.
-- As ever with a new reference: no club is named, and nothing need be checked, since the column is empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE entries
    ADD COLUMN api_key_id uuid,
    ADD FOREIGN KEY (club_id, api_key_id) REFERENCES api_keys;
