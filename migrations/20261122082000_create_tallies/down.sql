DROP TABLE ratings;
DROP TABLE tally_sums;
DROP TABLE tallies;
DROP TABLE tally_heads;
