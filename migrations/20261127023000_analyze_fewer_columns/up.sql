-- No plan needs statistics of these columns. ANALYZE, which autovacuum runs again and again while a database is young, sorted a sample of each:
-- while batches filled a new database, that took up to 30 % of PostgreSQL's CPU, most of it to compare JSON.
ALTER TABLE tallies ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE tally_sums ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE won_hands ALTER COLUMN tiles SET STATISTICS 0;
ALTER TABLE entries ALTER COLUMN leaf SET STATISTICS 0, ALTER COLUMN leaf_hash SET STATISTICS 0;
