-- By which tokens of an OIDC issuer somebody comes in to their account: a subject of an issuer is one account's, for as long as it is linked.
-- Like accounts and sessions of no club.

CREATE TABLE identities (
    identity_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    issuer text NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 2048),
    -- Who it is there: OpenID Connect Core 1.0, section 2, gives it 255 characters of ASCII, and compares them byte by byte.
    subject text COLLATE "C" NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
    linked_at timestamptz NOT NULL,
    -- When it was used last, give or take ten minutes: not every request is written down.
    used_at timestamptz,
    UNIQUE (issuer, subject),
    -- One of each issuer: who wants another unlinks the one before.
    UNIQUE (user_id, issuer)
);

GRANT SELECT, INSERT, DELETE, UPDATE (used_at) ON identities TO faan_app;

ALTER TABLE account_events
    DROP CONSTRAINT account_events_kind_check,
    ADD CONSTRAINT account_events_kind_check CHECK (
        kind IN (
            'signed_in', 'sign_in_failed', 'signed_out', 'token_reused', 'password_changed', 'password_reset', 'identity_linked',
            'identity_unlinked'
        )
    );
