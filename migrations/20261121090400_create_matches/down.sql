DROP TABLE matches;
DROP TABLE variants;
