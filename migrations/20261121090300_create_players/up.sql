-- The person behind a player's random id. Entries hold only the id and the salted commitment to the name.

CREATE TABLE players (
    club_id uuid NOT NULL,
    player_id uuid NOT NULL,
    name text NOT NULL,
    name_salt bytea NOT NULL CHECK (octet_length(name_salt) = 16),
    enrolled_seq bigint NOT NULL,
    PRIMARY KEY (club_id, player_id),
    FOREIGN KEY (club_id, enrolled_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

ALTER TABLE players ENABLE ROW LEVEL SECURITY;
ALTER TABLE players FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON players USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON players TO faan_app;
