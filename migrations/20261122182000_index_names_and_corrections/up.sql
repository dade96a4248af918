-- Erasing a player makes the fingerprints of the requests that named the player tell nothing. These indexes find those
-- requests from their entries, whatever else the club has.

CREATE INDEX idempotency_keys_seq_idx ON idempotency_keys (club_id, seq);
-- A request that wrote several entries. No two such requests share an entry.
CREATE INDEX idempotency_keys_several_idx ON idempotency_keys (club_id, seq) WHERE first_seq < seq;
CREATE INDEX entries_of_names_idx ON entries (club_id, seq) WHERE kind = 'player_renamed';

-- A match is read without looking at its entries one by one if no correction came after what is read.
CREATE INDEX entries_of_corrections_idx ON entries (club_id, seq) WHERE kind = 'match_corrected';
