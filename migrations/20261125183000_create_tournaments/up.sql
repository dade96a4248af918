-- Tournaments of a club. Everything but the seed follows from their entries.
CREATE TABLE tournaments (
    club_id uuid NOT NULL REFERENCES clubs,
    tournament_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    -- The entry that closed it; none while it goes on.
    closed_seq bigint CHECK (closed_seq > opened_seq),
    -- The seed of the last possible draw. Those of all draws before it are its hashes, so that it is secret. None of a tournament that
    -- came from another service, which cannot be drawn here.
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

ALTER TABLE tournaments ENABLE ROW LEVEL SECURITY;
ALTER TABLE tournaments FORCE ROW LEVEL SECURITY;
ALTER TABLE tournament_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tournament_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE tournament_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE tournament_matches FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON tournaments USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tournament_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON tournament_matches USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (closed_seq) ON tournaments TO faan_app;
GRANT SELECT, INSERT ON tournament_entries, tournament_matches TO faan_app;

CREATE POLICY auditor ON tournaments FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON tournament_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON tournament_matches FOR SELECT TO faan_auditor USING (true);

GRANT SELECT (club_id, tournament_id, opened_seq, closed_seq) ON tournaments TO faan_auditor;
GRANT SELECT ON tournament_entries, tournament_matches TO faan_auditor;
