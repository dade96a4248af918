DROP TABLE tournament_matches, tournament_entries, tournaments, seasons, evening_matches, evening_entries, evenings;
