-- A leaf is about 2,000 bytes long, and PostgreSQL compresses it. lz4 takes a tenth of the time of the default, for about the same length. What is stored
-- stays as it is. A server without lz4 goes on with the default.
DO $$
BEGIN
    ALTER TABLE entries ALTER COLUMN leaf SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
