-- No statement searches by these columns, and ANALYZE, which autovacuum runs again and again while much is recorded, sorted a sample of each:
-- comparing the JSON of standings took a third of PostgreSQL's CPU while millions of hands were recorded in batches.
ALTER TABLE tallies ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE tally_sums ALTER COLUMN totals SET STATISTICS 0, ALTER COLUMN detail SET STATISTICS 0;
ALTER TABLE won_hands ALTER COLUMN tiles SET STATISTICS 0;
ALTER TABLE entries ALTER COLUMN leaf SET STATISTICS 0, ALTER COLUMN leaf_hash SET STATISTICS 0;
