DROP TABLE settlement_transfers, settlement_matches, settlement_entries, settlements, balances, match_entries, matches, variants;
