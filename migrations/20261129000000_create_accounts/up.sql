-- Accounts, their sessions and what happened to them belong to no club. Everything else of a club has row level security.

-- Rows of these kinds are final. Privileges stop the application; this also stops the owner. The triggers are ALWAYS: they also fire in a
-- session that plays a replica.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are never changed: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

-- A row is an account, or what is left of one: entries have its id. Without an address it was erased, or it is nobody's: the entries of a
-- club that came from another service name it, and nobody signs in to it.
CREATE TABLE users (
    user_id uuid PRIMARY KEY,
    email text CHECK (length(email) BETWEEN 3 AND 320),
    -- The address in small letters: what is compared. Folded by the service, since lower() knows only ASCII in some collations.
    email_folded text UNIQUE,
    password_hash text,
    display_name text,
    created_at timestamptz NOT NULL,
    erased_at timestamptz,
    -- Until when a password that somebody else made up is good. Whoever signs in with it chooses another one.
    one_time_until timestamptz,
    CONSTRAINT users_are_whole_or_nobodys CHECK (num_nulls(email, email_folded, password_hash, display_name) IN (0, 4)),
    CONSTRAINT users_erased_are_nobodys CHECK (erased_at IS NULL OR email IS NULL),
    CONSTRAINT users_one_time_passwords_are_passwords CHECK (one_time_until IS NULL OR password_hash IS NOT NULL)
);

CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    started_at timestamptz NOT NULL,
    ended_at timestamptz
);

-- The tokens of a session, one after another. Only the last is unused; a second use of an earlier one ends the session. Tokens that
-- expired long ago are deleted, the oldest first; sessions stay, since account_events refer to them.
CREATE TABLE refresh_tokens (
    token_hash digest PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);

CREATE INDEX refresh_tokens_expires_at_idx ON refresh_tokens (expires_at);

-- By which subject of an OIDC issuer somebody signs in to their account. A subject of an issuer is one account's, for as long as it is linked.
CREATE TABLE identities (
    identity_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    issuer text NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 2048),
    -- OpenID Connect Core 1.0, section 2, gives it 255 characters of ASCII, and compares them byte by byte.
    subject text COLLATE "C" NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
    linked_at timestamptz NOT NULL,
    -- When it was used last, give or take ten minutes: not every request is written down.
    used_at timestamptz,
    UNIQUE (issuer, subject),
    -- One of each issuer: who wants another unlinks the one before.
    UNIQUE (user_id, issuer)
);

-- Who signed in and what was changed, for whoever signs in to the account. Final.
CREATE TABLE account_events (
    user_id uuid NOT NULL REFERENCES users,
    access_event_id uuid NOT NULL,
    time timestamptz NOT NULL,
    kind text NOT NULL CHECK (
        kind IN (
            'signed_in', 'sign_in_failed', 'signed_out', 'token_reused', 'password_changed', 'password_reset', 'identity_linked',
            'identity_unlinked'
        )
    ),
    session_id uuid REFERENCES sessions,
    PRIMARY KEY (user_id, access_event_id)
);

-- The last attempt that failed: of many in a short time only one is kept.
CREATE INDEX account_events_failed_idx ON account_events (user_id, time) WHERE kind = 'sign_in_failed';

CREATE TRIGGER account_events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON account_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE account_events ENABLE ALWAYS TRIGGER account_events_are_final;

GRANT SELECT, INSERT, UPDATE (email, email_folded, password_hash, display_name, erased_at, one_time_until) ON users TO faan_app;
GRANT SELECT, INSERT, UPDATE (ended_at) ON sessions TO faan_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON refresh_tokens TO faan_app;
GRANT SELECT, INSERT, DELETE, UPDATE (used_at) ON identities TO faan_app;
GRANT SELECT, INSERT ON account_events TO faan_app;
