DROP TABLE tournament_matches;
DROP TABLE tournament_entries;
DROP TABLE tournaments;
