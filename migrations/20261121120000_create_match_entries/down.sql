DROP TABLE match_entries;

CREATE TABLE hands (
    club_id uuid NOT NULL,
    hand_id uuid NOT NULL,
    match_id uuid NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    seq bigint NOT NULL,
    PRIMARY KEY (club_id, hand_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

CREATE UNIQUE INDEX hands_number_key ON hands (club_id, match_id, number);

CREATE TABLE payments (
    club_id uuid NOT NULL,
    seq bigint NOT NULL,
    match_id uuid NOT NULL,
    chair_1 bigint NOT NULL,
    chair_2 bigint NOT NULL,
    chair_3 bigint NOT NULL,
    chair_4 bigint NOT NULL,
    house bigint NOT NULL,
    PRIMARY KEY (club_id, seq),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT payments_sum_to_zero CHECK (chair_1 + chair_2 + chair_3 + chair_4 + house = 0)
);

ALTER TABLE hands ENABLE ROW LEVEL SECURITY;
ALTER TABLE hands FORCE ROW LEVEL SECURITY;
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON hands USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON payments USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON hands, payments TO faan_app;
