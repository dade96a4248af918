-- Accounts and sessions belong to no club; they are the only tables without row level security.

CREATE TABLE users (
    user_id uuid PRIMARY KEY,
    email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
    -- The address in small letters: what is compared. Folded by the service, since lower() knows only ASCII in some collations.
    email_folded text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    display_name text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    started_at timestamptz NOT NULL,
    ended_at timestamptz
);

-- The tokens of a session, one after another. Only the last is unused; a second use of an earlier one ends the session.
CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    session_id uuid NOT NULL REFERENCES sessions,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);

GRANT SELECT, INSERT ON users TO faan_app;
GRANT SELECT, INSERT, UPDATE (ended_at) ON sessions TO faan_app;
GRANT SELECT, INSERT, UPDATE (used_at) ON refresh_tokens TO faan_app;
