-- Not once somebody was erased: their names are gone, and the columns below ask for them.
REVOKE UPDATE (fingerprint) ON idempotency_keys FROM faan_app;
ALTER TABLE players
    DROP CONSTRAINT players_erased_have_no_name,
    DROP COLUMN erased_seq,
    ALTER COLUMN name SET NOT NULL,
    ALTER COLUMN name_salt SET NOT NULL;
