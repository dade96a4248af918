ALTER TABLE users DROP COLUMN one_time_until;
