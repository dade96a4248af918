-- Which entries tell of which match, and what each of them moved: the entry that opened it, every outcome, every
-- correction. A match is read by going through them. They take the place of hands and payments, which knew no corrections.

-- The leaf's version 0 was never released, and its hand_recorded and match_ended are no longer read.
ALTER TABLE entries NO FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
    IF EXISTS (SELECT FROM entries WHERE kind IN ('hand_recorded', 'match_ended', 'match_opened')) THEN
        RAISE EXCEPTION 'this ledger holds matches of an unreleased format; export what is needed with the program that wrote it, and start a new ledger';
    END IF;
END
$$;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;

DROP TABLE payments;
DROP TABLE hands;

CREATE TABLE match_entries (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    seq bigint NOT NULL,
    -- In half points, from chair to chair and to the house: nothing is made and nothing is lost. A correction moves the
    -- difference.
    chair_1 bigint NOT NULL,
    chair_2 bigint NOT NULL,
    chair_3 bigint NOT NULL,
    chair_4 bigint NOT NULL,
    house bigint NOT NULL,
    PRIMARY KEY (club_id, match_id, seq),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT match_entries_sum_to_zero CHECK (chair_1 + chair_2 + chair_3 + chair_4 + house = 0)
);

ALTER TABLE match_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_entries FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON match_entries USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON match_entries TO faan_app;
