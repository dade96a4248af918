DROP TABLE won_hands, ratings, tally_sums, tallies, tally_heads;
