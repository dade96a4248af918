-- A request can write several entries: from the first of them to the last.
ALTER TABLE idempotency_keys ADD COLUMN first_seq bigint;
ALTER TABLE idempotency_keys NO FORCE ROW LEVEL SECURITY;
UPDATE idempotency_keys SET first_seq = seq;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys ALTER COLUMN first_seq SET NOT NULL, ADD CONSTRAINT idempotency_keys_first_seq_check CHECK (first_seq BETWEEN 1 AND seq);
