-- What was open of some matches and was settled: who owes whom for it, and how much of that has been paid. All of it follows
-- from the entries. A party is a player's id, or the nil UUID for the club's house.
CREATE TABLE settlements (
    club_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
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
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    paid_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, settlement_id, "from", "to"),
    FOREIGN KEY (club_id, settlement_id) REFERENCES settlements,
    CONSTRAINT settlement_transfers_have_two_ends CHECK ("from" <> "to"),
    CONSTRAINT settlement_transfers_are_not_overpaid CHECK (paid_cents BETWEEN 0 AND amount_cents)
);

CREATE INDEX settlement_transfers_open_idx ON settlement_transfers (club_id) WHERE paid_cents < amount_cents;

-- A period is settled, in one currency.
CREATE INDEX matches_played_on_idx ON matches (club_id, currency, played_on);

ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_matches FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_transfers FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON settlements USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_matches USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON settlement_transfers USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON settlements, settlement_entries, settlement_matches, settlement_transfers TO faan_app;
GRANT UPDATE (paid_cents) ON settlement_transfers TO faan_app;
