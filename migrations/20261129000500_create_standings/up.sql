-- Standings, statistics and records: what the matches of a club come to for its players. All of it follows from the entries, is brought up to
-- them in the background, and can be made anew from them. Nothing else depends on it.

-- Up to which entry it is.
CREATE TABLE tally_heads (
    club_id uuid PRIMARY KEY REFERENCES clubs,
    seq unsigned_bigint NOT NULL
);

-- What a match comes to for one who took part, by the id for which they counted when it was added up.
CREATE TABLE tallies (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    played_on date NOT NULL,
    variant_id text NOT NULL,
    -- Where they finished; none while the match goes on.
    place positive_smallint,
    totals jsonb NOT NULL,
    detail jsonb NOT NULL,
    -- The most hands that the player dealt in a row, and the first of them; none of somebody who never dealt.
    longest_deal positive_bigint,
    longest_deal_outcome uuid,
    PRIMARY KEY (club_id, match_id, player_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches
);

CREATE INDEX tallies_played_on_idx ON tallies (club_id, played_on, opened_seq);
CREATE INDEX tallies_player_idx ON tallies (club_id, player_id, played_on, opened_seq);
CREATE INDEX tallies_longest_deal_idx ON tallies (club_id, longest_deal, played_on, opened_seq);

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

-- What is recorded changes the sums of those who sat there: these are found without reading those of everybody else.
CREATE INDEX tally_sums_player_idx ON tally_sums (club_id, player_id, span, starts_on);

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

-- Every hand that was won and scored.
CREATE TABLE won_hands (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    outcome_id uuid NOT NULL,
    -- Who won it, by the id that the entries have.
    player_id uuid NOT NULL,
    number positive_integer NOT NULL,
    -- The entry that states what is known of it now.
    entry_seq bigint NOT NULL,
    opened_seq bigint NOT NULL,
    played_on date NOT NULL,
    variant_id text NOT NULL,
    limit_hand boolean NOT NULL,
    -- 0 of a limit hand.
    fan unsigned_bigint NOT NULL,
    half_points bigint NOT NULL,
    patterns text[] NOT NULL,
    -- None if the result was declared.
    tiles jsonb,
    PRIMARY KEY (club_id, match_id, outcome_id, player_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, player_id) REFERENCES players
);

CREATE INDEX won_hands_best_idx ON won_hands (club_id, limit_hand, fan, half_points, opened_seq, number, player_id);
CREATE INDEX won_hands_played_on_idx ON won_hands (club_id, played_on, opened_seq, number, player_id);
CREATE INDEX won_hands_player_idx ON won_hands (club_id, player_id, limit_hand, fan, half_points, opened_seq, number);

-- No plan needs statistics of these. ANALYZE, which autovacuum runs again and again while a database is young, would sort a sample of each:
-- while batches fill a new database, that took up to 30 % of PostgreSQL's CPU, most of it to compare JSON.
ALTER TABLE tallies ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE tally_sums ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE won_hands ALTER COLUMN tiles SET STATISTICS 0;

ALTER TABLE tally_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tallies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tally_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ratings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE won_hands ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON tally_heads USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tallies USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tally_sums USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON ratings USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON won_hands USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (seq) ON tally_heads TO faan_app;
GRANT SELECT, INSERT, DELETE ON tallies, tally_sums, ratings, won_hands TO faan_app;
