DROP INDEX variants_added_seq_key;
ALTER TABLE variants DROP COLUMN retired_seq;
