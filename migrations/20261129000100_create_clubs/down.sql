DROP TABLE invitations, players, texts, idempotency_keys, subtrees, entries, members, clubs;
