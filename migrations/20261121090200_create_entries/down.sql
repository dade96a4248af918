DROP TABLE idempotency_keys;
DROP TABLE entries;
DROP FUNCTION refuse_change();
