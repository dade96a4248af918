-- The texts that entries only commit to, reasons above all. Erasing one leaves its entry as it is.
CREATE TABLE texts (
    club_id uuid NOT NULL,
    seq bigint NOT NULL,
    text text NOT NULL,
    salt bytea NOT NULL CHECK (octet_length(salt) = 16),
    PRIMARY KEY (club_id, seq),
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

ALTER TABLE texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE texts FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON texts USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON texts TO faan_app;

-- Why a match ended early is the text of the entry that ended it.
ALTER TABLE matches DROP COLUMN ending_reason, DROP COLUMN ending_reason_salt;
