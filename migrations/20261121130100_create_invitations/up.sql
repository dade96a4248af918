-- Who knows an invitation's token may become a member. Only the token's hash is kept.
CREATE TABLE invitations (
    club_id uuid NOT NULL,
    invitation_id uuid NOT NULL,
    token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    role text NOT NULL CHECK (role IN ('owner', 'scorer', 'player', 'auditor')),
    -- The player who is linked to whoever accepts.
    player_id uuid,
    single_use boolean NOT NULL,
    made_by uuid NOT NULL REFERENCES users,
    made_seq bigint NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > made_at),
    -- How many have accepted.
    uses integer NOT NULL CHECK (uses >= 0),
    revoked_seq bigint,
    PRIMARY KEY (club_id, invitation_id),
    FOREIGN KEY (club_id, player_id) REFERENCES players,
    FOREIGN KEY (club_id, made_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, revoked_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT invitations_for_single_use_are_used_once CHECK (uses <= 1 OR NOT single_use),
    CONSTRAINT invitations_of_a_player_are_for_single_use CHECK (single_use OR player_id IS NULL)
);

CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash);

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON invitations USING (club_id = current_setting('faan.club')::uuid);

-- Which club a token is for, nobody knows before it is looked up: in a transaction that names the hash, in hexadecimal
-- digits (SET LOCAL faan.invitation), and as its club the nil UUID.
CREATE POLICY own ON invitations FOR SELECT
    USING (token_hash = decode(nullif(current_setting('faan.invitation', true), ''), 'hex'));

GRANT SELECT, INSERT, UPDATE (uses, revoked_seq) ON invitations TO faan_app;
