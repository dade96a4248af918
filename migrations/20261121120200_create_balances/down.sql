REVOKE UPDATE (player_1, player_2, player_3, player_4) ON matches FROM faan_app;
ALTER TABLE matches DROP CONSTRAINT matches_sum_to_zero, DROP COLUMN house;
DROP TABLE balances;
