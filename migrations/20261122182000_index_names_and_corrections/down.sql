DROP INDEX entries_of_corrections_idx;
DROP INDEX entries_of_names_idx;
DROP INDEX idempotency_keys_several_idx;
DROP INDEX idempotency_keys_seq_idx;
