-- Evenings, seasons and tournaments of a club. Everything but the seeds follows from their entries.

-- Evenings on which a club plays.
CREATE TABLE evenings (
    club_id uuid NOT NULL REFERENCES clubs,
    evening_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    -- The seed of the last possible round. Those of all rounds before it are its hashes, so that it is secret. None of an evening that
    -- came from another service, which cannot be drawn here.
    last_seed bytea CHECK (octet_length(last_seed) = 32),
    PRIMARY KEY (club_id, evening_id),
    FOREIGN KEY (club_id, opened_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX evenings_opened_idx ON evenings (club_id, opened_seq);

-- Which entries tell of which evening.
CREATE TABLE evening_entries (
    club_id uuid NOT NULL,
    evening_id uuid NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (club_id, evening_id, seq),
    FOREIGN KEY (club_id, evening_id) REFERENCES evenings,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- The last rounds of all evenings of a club.
CREATE INDEX evening_entries_seq_idx ON evening_entries (club_id, seq);

-- Which matches were opened in a round of which evening.
CREATE TABLE evening_matches (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    evening_id uuid NOT NULL,
    PRIMARY KEY (club_id, match_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, evening_id) REFERENCES evenings
);

CREATE INDEX evening_matches_evening_idx ON evening_matches (club_id, evening_id);

CREATE TABLE seasons (
    club_id uuid NOT NULL REFERENCES clubs,
    season_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    -- The entry that closed it; none while it goes on.
    closed_seq bigint CHECK (closed_seq > opened_seq),
    PRIMARY KEY (club_id, season_id),
    FOREIGN KEY (club_id, opened_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, closed_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Lists go from the last opened to the first.
CREATE INDEX seasons_opened_idx ON seasons (club_id, opened_seq);

CREATE TABLE tournaments (
    club_id uuid NOT NULL REFERENCES clubs,
    tournament_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    -- The entry that closed it; none while it goes on.
    closed_seq bigint CHECK (closed_seq > opened_seq),
    -- The seed of the last possible draw, as of evenings.
    last_seed bytea CHECK (octet_length(last_seed) = 32),
    PRIMARY KEY (club_id, tournament_id),
    FOREIGN KEY (club_id, opened_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, closed_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Lists go from the last opened to the first.
CREATE INDEX tournaments_opened_idx ON tournaments (club_id, opened_seq);

-- Which entries tell of which tournament.
CREATE TABLE tournament_entries (
    club_id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (club_id, tournament_id, seq),
    FOREIGN KEY (club_id, tournament_id) REFERENCES tournaments,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Which matches were opened in a round of which tournament.
CREATE TABLE tournament_matches (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    PRIMARY KEY (club_id, match_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, tournament_id) REFERENCES tournaments
);

CREATE INDEX tournament_matches_tournament_idx ON tournament_matches (club_id, tournament_id);

ALTER TABLE evenings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE evening_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE evening_matches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE seasons ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tournaments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tournament_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tournament_matches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON evenings USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON evening_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON evening_matches USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON seasons USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tournaments USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tournament_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tournament_matches USING (club_id = current_setting('faan.club')::uuid);

CREATE POLICY auditor ON evenings FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON evening_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON evening_matches FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON seasons FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON tournaments FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON tournament_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON tournament_matches FOR SELECT TO faan_auditor USING (true);

GRANT SELECT, INSERT ON evenings, evening_entries, evening_matches, tournament_entries, tournament_matches TO faan_app;
GRANT SELECT, INSERT, UPDATE (closed_seq) ON seasons, tournaments TO faan_app;

GRANT SELECT (club_id, evening_id, opened_seq) ON evenings TO faan_auditor;
GRANT SELECT (club_id, tournament_id, opened_seq, closed_seq) ON tournaments TO faan_auditor;
GRANT SELECT ON evening_entries, evening_matches, seasons, tournament_entries, tournament_matches TO faan_auditor;
