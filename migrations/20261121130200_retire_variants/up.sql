-- Under a retired variant no match is opened; those that were go on.
-- A new reference is checked against the rows of every club, which row level security lets even the owner see only of a
-- named one. Here none is named, and nothing need be checked: the columns are empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE variants
    ADD COLUMN retired_seq bigint,
    ADD FOREIGN KEY (club_id, retired_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED;

-- Lists go from the last added to the first.
CREATE UNIQUE INDEX variants_added_seq_key ON variants (club_id, added_seq);

GRANT UPDATE (retired_seq) ON variants TO faan_app;
