-- Variant documents, once per club and hash, as canonical JSON bytes; the entry that added one holds the same document.
CREATE TABLE variants (
    club_id uuid NOT NULL,
    variant_hash bytea NOT NULL CHECK (octet_length(variant_hash) = 32),
    document bytea NOT NULL,
    added_seq bigint NOT NULL,
    PRIMARY KEY (club_id, variant_hash),
    FOREIGN KEY (club_id, added_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Matches as they stand: what was agreed when they were opened, and where they are. All of it follows from the entries.
CREATE TABLE matches (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    variant_id text NOT NULL,
    variant_hash bytea NOT NULL,
    player_1 uuid NOT NULL,
    player_2 uuid NOT NULL,
    player_3 uuid NOT NULL,
    player_4 uuid NOT NULL,
    minimum_fan integer CHECK (minimum_fan >= 0),
    stake_cents bigint NOT NULL CHECK (stake_cents >= 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    starting_points bigint NOT NULL,
    played_on date NOT NULL,
    opened_seq bigint NOT NULL,
    opened_at timestamptz NOT NULL,
    -- The sequence number of the last entry that changed the match.
    version bigint NOT NULL CHECK (version >= opened_seq),
    next_number integer NOT NULL CHECK (next_number > 0),
    round_wind text NOT NULL CHECK (round_wind IN ('east', 'south', 'west', 'north')),
    dealer smallint NOT NULL CHECK (dealer BETWEEN 1 AND 4),
    extra integer NOT NULL CHECK (extra >= 0),
    total_1 bigint NOT NULL,
    total_2 bigint NOT NULL,
    total_3 bigint NOT NULL,
    total_4 bigint NOT NULL,
    ending text CHECK (ending IN ('complete', 'early')),
    ending_reason text,
    ending_reason_salt bytea CHECK (octet_length(ending_reason_salt) = 16),
    PRIMARY KEY (club_id, match_id),
    FOREIGN KEY (club_id, variant_hash) REFERENCES variants,
    FOREIGN KEY (club_id, player_1) REFERENCES players,
    FOREIGN KEY (club_id, player_2) REFERENCES players,
    FOREIGN KEY (club_id, player_3) REFERENCES players,
    FOREIGN KEY (club_id, player_4) REFERENCES players,
    FOREIGN KEY (club_id, opened_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

-- Lists go from the last opened to the first.
CREATE UNIQUE INDEX matches_opened_seq_key ON matches (club_id, opened_seq);

ALTER TABLE variants ENABLE ROW LEVEL SECURITY;
ALTER TABLE variants FORCE ROW LEVEL SECURITY;
ALTER TABLE matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE matches FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON variants USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON matches USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON variants, matches TO faan_app;
GRANT UPDATE (
    version, next_number, round_wind, dealer, extra, total_1, total_2, total_3, total_4,
    ending, ending_reason, ending_reason_salt
) ON matches TO faan_app;
