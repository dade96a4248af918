DROP TABLE evening_matches;
DROP TABLE evening_entries;
DROP TABLE evenings;
