DROP INDEX tally_sums_player_idx;
