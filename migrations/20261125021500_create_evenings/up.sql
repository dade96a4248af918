-- Evenings on which a club plays. Everything but the seed follows from their entries.
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

ALTER TABLE evenings ENABLE ROW LEVEL SECURITY;
ALTER TABLE evenings FORCE ROW LEVEL SECURITY;
ALTER TABLE evening_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE evening_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE evening_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE evening_matches FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON evenings USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON evening_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON evening_matches USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON evenings, evening_entries, evening_matches TO faan_app;

CREATE POLICY auditor ON evenings FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON evening_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON evening_matches FOR SELECT TO faan_auditor USING (true);

GRANT SELECT (club_id, evening_id, opened_seq) ON evenings TO faan_auditor;
GRANT SELECT ON evening_entries, evening_matches TO faan_auditor;
