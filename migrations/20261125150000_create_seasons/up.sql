-- The seasons of a club. Everything follows from their entries.
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

-- The matches of a season are those of its days.
CREATE INDEX matches_day_idx ON matches (club_id, played_on);

ALTER TABLE seasons ENABLE ROW LEVEL SECURITY;
ALTER TABLE seasons FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON seasons USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT, UPDATE (closed_seq) ON seasons TO faan_app;

CREATE POLICY auditor ON seasons FOR SELECT TO faan_auditor USING (true);

GRANT SELECT ON seasons TO faan_auditor;
