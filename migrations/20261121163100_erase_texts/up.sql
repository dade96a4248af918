-- A text can be erased, and its salt with it: then nobody can tell any more what its entry commits to.
-- As ever with a new reference: no club is named, and nothing need be checked, since the column is empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE texts
    ALTER COLUMN text DROP NOT NULL,
    ALTER COLUMN salt DROP NOT NULL,
    ADD COLUMN erased_seq bigint,
    ADD FOREIGN KEY (club_id, erased_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT texts_erased_are_gone
        CHECK ((text IS NULL) = (erased_seq IS NOT NULL) AND (salt IS NULL) = (erased_seq IS NOT NULL));

GRANT UPDATE (text, salt, erased_seq) ON texts TO faan_app;
