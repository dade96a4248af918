DROP DOMAIN unsigned_integer, unsigned_bigint, positive_smallint, positive_integer, positive_bigint, digest, salt, key_id, idempotency_key, currency,
    member_role, sequence_number, subtree_level, tree_index, wind, chair, match_ending;
