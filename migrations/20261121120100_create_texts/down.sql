ALTER TABLE matches
    ADD COLUMN ending_reason text,
    ADD COLUMN ending_reason_salt bytea CONSTRAINT matches_ending_reason_salt_check CHECK (octet_length(ending_reason_salt) = 16);
GRANT UPDATE (ending_reason, ending_reason_salt) ON matches TO faan_app;

DROP TABLE texts;
