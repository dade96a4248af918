DROP INDEX matches_day_idx;
DROP TABLE seasons;
