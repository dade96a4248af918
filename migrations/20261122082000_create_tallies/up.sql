-- Standings and statistics: what the matches of a club come to for its players. All of it follows from the entries, is brought up to
-- them in the background, and can be made anew from them. Nothing else depends on it.

-- Up to which entry it is.
CREATE TABLE tally_heads (
    club_id uuid PRIMARY KEY REFERENCES clubs,
    seq bigint NOT NULL CHECK (seq >= 0)
);

-- What a match comes to for one who took part, by the id that the entries have.
CREATE TABLE tallies (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    played_on date NOT NULL,
    variant_id text NOT NULL,
    -- Where they finished; none while the match goes on.
    place smallint CHECK (place > 0),
    totals jsonb NOT NULL,
    detail jsonb NOT NULL,
    PRIMARY KEY (club_id, match_id, player_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches
);

CREATE INDEX tallies_played_on_idx ON tallies (club_id, played_on, opened_seq);
CREATE INDEX tallies_player_idx ON tallies (club_id, player_id, played_on, opened_seq);

-- What the matches of a day, a month or a year come to together, under one variant or, with an empty one, under any, for a player
-- with all who were merged into them.
CREATE TABLE tally_sums (
    club_id uuid NOT NULL REFERENCES clubs,
    variant_id text NOT NULL,
    span text NOT NULL CHECK (span IN ('day', 'month', 'year')),
    starts_on date NOT NULL,
    player_id uuid NOT NULL,
    totals jsonb NOT NULL,
    detail jsonb NOT NULL,
    PRIMARY KEY (club_id, variant_id, span, starts_on, player_id)
);

-- What was thought of a player's strength after a match that was played to its end.
CREATE TABLE ratings (
    club_id uuid NOT NULL REFERENCES clubs,
    player_id uuid NOT NULL,
    played_on date NOT NULL,
    opened_seq bigint NOT NULL,
    rating double precision NOT NULL,
    uncertainty double precision NOT NULL CHECK (uncertainty > 0),
    PRIMARY KEY (club_id, player_id, played_on, opened_seq)
);

CREATE INDEX ratings_played_on_idx ON ratings (club_id, played_on, opened_seq);

ALTER TABLE tally_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE tally_heads FORCE ROW LEVEL SECURITY;
ALTER TABLE tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;
ALTER TABLE tally_sums ENABLE ROW LEVEL SECURITY;
ALTER TABLE tally_sums FORCE ROW LEVEL SECURITY;
ALTER TABLE ratings ENABLE ROW LEVEL SECURITY;
ALTER TABLE ratings FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON tally_heads USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tallies USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tally_sums USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON ratings USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (seq) ON tally_heads TO faan_app;
GRANT SELECT, INSERT, DELETE ON tallies, tally_sums, ratings TO faan_app;
