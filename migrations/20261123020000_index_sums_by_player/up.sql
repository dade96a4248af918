-- What is recorded changes the sums of those who sat there: these are found without reading those of everybody else.
CREATE INDEX tally_sums_player_idx ON tally_sums (club_id, player_id, span, starts_on);
