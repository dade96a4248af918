-- A club table's first key column is club_id, and its rows are seen only in a transaction that names the club:
-- SET LOCAL faan.club. Without it, current_setting raises an error: a query that forgot its club fails.

CREATE TABLE clubs (
    club_id uuid PRIMARY KEY,
    name text NOT NULL,
    name_salt bytea NOT NULL CHECK (octet_length(name_salt) = 16),
    time_zone text NOT NULL,
    founded_at timestamptz NOT NULL,
    -- The head of the club's ledger. Its row lock orders the club's writers.
    last_seq bigint NOT NULL CHECK (last_seq > 0),
    last_time timestamptz NOT NULL
);

CREATE TABLE members (
    club_id uuid NOT NULL REFERENCES clubs,
    user_id uuid NOT NULL REFERENCES users,
    role text NOT NULL CHECK (role IN ('owner', 'scorer', 'player', 'auditor')),
    PRIMARY KEY (club_id, user_id)
);

CREATE INDEX members_user_id_idx ON members (user_id);

ALTER TABLE clubs ENABLE ROW LEVEL SECURITY;
ALTER TABLE clubs FORCE ROW LEVEL SECURITY;
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE members FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON clubs USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON members USING (club_id = current_setting('faan.club')::uuid);

-- The one read across clubs: somebody's own memberships, in a transaction that names the member (SET LOCAL faan.member)
-- and, as its club, the nil UUID.
CREATE POLICY own ON members FOR SELECT
    USING (user_id = nullif(current_setting('faan.member', true), '')::uuid);
CREATE POLICY own ON clubs FOR SELECT
    USING (
        nullif(current_setting('faan.member', true), '') IS NOT NULL
        AND EXISTS (
            SELECT FROM members
            WHERE members.club_id = clubs.club_id
                AND members.user_id = nullif(current_setting('faan.member', true), '')::uuid
        )
    );

GRANT SELECT, INSERT, UPDATE (last_seq, last_time) ON clubs TO faan_app;
GRANT SELECT, INSERT, UPDATE (role) ON members TO faan_app;
