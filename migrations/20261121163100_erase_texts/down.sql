-- Not once a text was erased: it is gone, and the columns below ask for it.
REVOKE UPDATE (text, salt) ON texts FROM faan_app;
ALTER TABLE texts
    DROP COLUMN erased_seq,
    ALTER COLUMN text SET NOT NULL,
    ALTER COLUMN salt SET NOT NULL;
