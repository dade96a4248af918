-- A player may be linked to a member's account, one to one; a duplicate is merged into the player it doubles. merged_into
-- always names somebody who is not merged away, so that whom a row counts for is coalesce(merged_into, player_id).
-- A new reference is checked against the rows of every club, which row level security lets even the owner see only of a
-- named one. Here none is named, and nothing need be checked: the columns are empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE players
    ADD COLUMN user_id uuid,
    ADD COLUMN linked_seq bigint,
    ADD COLUMN merged_into uuid,
    ADD COLUMN merged_seq bigint,
    ADD FOREIGN KEY (club_id, user_id) REFERENCES members,
    ADD FOREIGN KEY (club_id, linked_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    ADD FOREIGN KEY (club_id, merged_into) REFERENCES players,
    ADD FOREIGN KEY (club_id, merged_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT players_link_is_whole CHECK ((user_id IS NULL) = (linked_seq IS NULL)),
    ADD CONSTRAINT players_merge_is_whole CHECK ((merged_into IS NULL) = (merged_seq IS NULL)),
    ADD CONSTRAINT players_merged_away_have_no_account CHECK (merged_into IS NULL OR user_id IS NULL),
    ADD CONSTRAINT players_are_not_their_own_double CHECK (merged_into <> player_id);

CREATE UNIQUE INDEX players_user_id_key ON players (club_id, user_id);
CREATE INDEX players_merged_into_idx ON players (club_id, merged_into);

GRANT UPDATE (name, name_salt, user_id, linked_seq, merged_into, merged_seq) ON players TO faan_app;
GRANT UPDATE (name, name_salt, time_zone) ON clubs TO faan_app;
GRANT DELETE ON members TO faan_app;
