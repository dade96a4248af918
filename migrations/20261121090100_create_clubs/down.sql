DROP POLICY own ON clubs;
DROP TABLE members;
DROP TABLE clubs;
