DROP INDEX matches_played_on_idx;
DROP TABLE settlement_transfers;
DROP TABLE settlement_matches;
DROP TABLE settlement_entries;
DROP TABLE settlements;
