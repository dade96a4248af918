-- A player can be erased: name and salt go, and with them every way to open the commitments of the entries. The row stays, since
-- entries, matches and balances have the id.

-- With this the leaf is version 1, and stays so; its version 0 was never released.
ALTER TABLE entries NO FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
    IF EXISTS (SELECT FROM entries WHERE convert_from(leaf, 'UTF8')::json ->> 'version' = '0') THEN
        RAISE EXCEPTION 'this ledger holds entries of an unreleased format; export what is needed with the program that wrote it, and start a new ledger';
    END IF;
END
$$;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;

-- As ever with a new reference: no club is named, and nothing need be checked, since the column is empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE players
    ALTER COLUMN name DROP NOT NULL,
    ALTER COLUMN name_salt DROP NOT NULL,
    ADD COLUMN erased_seq bigint,
    ADD FOREIGN KEY (club_id, erased_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT players_erased_have_no_name
        CHECK ((name IS NULL) = (erased_seq IS NOT NULL) AND (name_salt IS NULL) = (erased_seq IS NOT NULL)),
    ADD CONSTRAINT players_erased_have_no_account CHECK (erased_seq IS NULL OR user_id IS NULL);

GRANT UPDATE (erased_seq) ON players TO faan_app;

-- The fingerprint of a request is a hash of what it said: of a name that is erased, it would tell whether a guess is right.
GRANT UPDATE (fingerprint) ON idempotency_keys TO faan_app;
