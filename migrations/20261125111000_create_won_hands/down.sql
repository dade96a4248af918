DROP INDEX tallies_longest_deal_idx;
ALTER TABLE tallies
    DROP COLUMN longest_deal_outcome,
    DROP COLUMN longest_deal;
DROP TABLE won_hands;
