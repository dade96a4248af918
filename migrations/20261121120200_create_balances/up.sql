-- What everybody who took part in a match gained or lost in it, in half points; it sums to zero over a match. It follows
-- from the match's entries. The party is a player's id, or the nil UUID for the club's house.
CREATE TABLE balances (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    party uuid NOT NULL,
    half_points bigint NOT NULL,
    -- How much of it has been settled, in minor units of the match's currency.
    settled_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, match_id, party),
    FOREIGN KEY (club_id, match_id) REFERENCES matches
);

CREATE INDEX balances_party_idx ON balances (club_id, party);

ALTER TABLE balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE balances FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON balances USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (half_points, settled_cents) ON balances TO faan_app;

-- What penalties brought the house. The players of a match are those who sit there now.
ALTER TABLE matches
    ADD COLUMN house bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT matches_sum_to_zero CHECK (total_1 + total_2 + total_3 + total_4 + house = 0);
GRANT UPDATE (house, player_1, player_2, player_3, player_4) ON matches TO faan_app;
