ALTER TABLE idempotency_keys DROP COLUMN first_seq;
