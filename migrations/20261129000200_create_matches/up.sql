-- Rule sets, matches, and what is owed and paid for them. All of it follows from the entries.

-- Variant documents, once per club and hash, as canonical JSON bytes; the entry that added one holds the same document.
CREATE TABLE variants (
    club_id uuid NOT NULL,
    variant_hash digest NOT NULL,
    document bytea NOT NULL,
    added_seq bigint NOT NULL,
    -- Under a retired variant no match is opened; those that were go on.
    retired_seq bigint,
    PRIMARY KEY (club_id, variant_hash),
    FOREIGN KEY (club_id, added_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, retired_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Lists go from the last added to the first.
CREATE UNIQUE INDEX variants_added_seq_key ON variants (club_id, added_seq);

-- Matches as they stand: what was agreed when they were opened, and where they are. The players are those who sit there now.
CREATE TABLE matches (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    variant_id text NOT NULL,
    variant_hash bytea NOT NULL,
    player_1 uuid NOT NULL,
    player_2 uuid NOT NULL,
    player_3 uuid NOT NULL,
    player_4 uuid NOT NULL,
    minimum_fan unsigned_integer,
    stake_cents unsigned_bigint NOT NULL,
    currency currency NOT NULL,
    starting_points bigint NOT NULL,
    played_on date NOT NULL,
    opened_seq bigint NOT NULL,
    opened_at timestamptz NOT NULL,
    -- The sequence number of the last entry that changed the match.
    version bigint NOT NULL CHECK (version >= opened_seq),
    next_number positive_integer NOT NULL,
    round_wind wind NOT NULL,
    dealer chair NOT NULL,
    extra unsigned_integer NOT NULL,
    total_1 bigint NOT NULL,
    total_2 bigint NOT NULL,
    total_3 bigint NOT NULL,
    total_4 bigint NOT NULL,
    ending match_ending,
    -- What penalties brought the house.
    house bigint NOT NULL DEFAULT 0,
    -- The entry that declared the match void; none if it counts.
    void_seq bigint CHECK (void_seq > opened_seq),
    PRIMARY KEY (club_id, match_id),
    FOREIGN KEY (club_id, variant_hash) REFERENCES variants,
    FOREIGN KEY (club_id, player_1) REFERENCES players,
    FOREIGN KEY (club_id, player_2) REFERENCES players,
    FOREIGN KEY (club_id, player_3) REFERENCES players,
    FOREIGN KEY (club_id, player_4) REFERENCES players,
    FOREIGN KEY (club_id, opened_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, void_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT matches_sum_to_zero CHECK (total_1 + total_2 + total_3 + total_4 + house = 0)
);

-- Lists go from the last opened to the first.
CREATE UNIQUE INDEX matches_opened_seq_key ON matches (club_id, opened_seq);
-- A period is settled, in one currency.
CREATE INDEX matches_played_on_idx ON matches (club_id, currency, played_on);
-- The matches of a season are those of its days.
CREATE INDEX matches_day_idx ON matches (club_id, played_on);

-- Which entries tell of which match, and what each of them moved: the entry that opened it, every outcome, every
-- correction. A match is read by going through them.
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

-- What everybody who took part in a match gained or lost in it, in half points; it sums to zero over a match.
-- A party is a player's id, or the nil UUID for the club's house.
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

-- What was open of some matches and was settled: who owes whom for it, and how much of that has been paid.
CREATE TABLE settlements (
    club_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    currency currency NOT NULL,
    settled_seq bigint NOT NULL,
    PRIMARY KEY (club_id, settlement_id),
    FOREIGN KEY (club_id, settled_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Lists go from the last made to the first.
CREATE UNIQUE INDEX settlements_settled_seq_key ON settlements (club_id, settled_seq);

-- Which entries tell of which settlement: the one that made it, every payment, every payment that was reversed.
CREATE TABLE settlement_entries (
    club_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (club_id, settlement_id, seq),
    FOREIGN KEY (club_id, settlement_id) REFERENCES settlements,
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Which matches were settled by which settlement.
CREATE TABLE settlement_matches (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    PRIMARY KEY (club_id, match_id, settlement_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, settlement_id) REFERENCES settlements
);

-- Who owes whom, and what of it has been paid, in minor units.
CREATE TABLE settlement_transfers (
    club_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    "from" uuid NOT NULL,
    "to" uuid NOT NULL,
    amount_cents positive_bigint NOT NULL,
    paid_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, settlement_id, "from", "to"),
    FOREIGN KEY (club_id, settlement_id) REFERENCES settlements,
    CONSTRAINT settlement_transfers_have_two_ends CHECK ("from" <> "to"),
    CONSTRAINT settlement_transfers_are_not_overpaid CHECK (paid_cents BETWEEN 0 AND amount_cents)
);

CREATE INDEX settlement_transfers_open_idx ON settlement_transfers (club_id) WHERE paid_cents < amount_cents;

ALTER TABLE variants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE matches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE match_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_matches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON variants USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON matches USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON match_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON balances USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlements USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_matches USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_transfers USING (club_id = current_setting('faan.club')::uuid);

CREATE POLICY auditor ON variants FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON matches FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON match_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON balances FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlements FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_matches FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_transfers FOR SELECT TO faan_auditor USING (true);

GRANT SELECT, INSERT, UPDATE (retired_seq) ON variants TO faan_app;
GRANT SELECT, INSERT ON matches TO faan_app;
GRANT UPDATE (
    version, player_1, player_2, player_3, player_4, next_number, round_wind, dealer, extra, total_1, total_2, total_3, total_4, house, ending,
    void_seq
) ON matches TO faan_app;
GRANT SELECT, INSERT ON match_entries TO faan_app;
GRANT SELECT, INSERT, UPDATE (half_points, settled_cents) ON balances TO faan_app;
GRANT SELECT, INSERT ON settlements, settlement_entries, settlement_matches TO faan_app;
GRANT SELECT, INSERT, UPDATE (paid_cents) ON settlement_transfers TO faan_app;

GRANT SELECT ON
    variants, matches, match_entries, balances, settlements, settlement_entries, settlement_matches, settlement_transfers
    TO faan_auditor;
