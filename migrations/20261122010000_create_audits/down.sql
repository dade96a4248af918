DROP POLICY auditor ON checkpoints;
DROP POLICY auditor ON settlement_transfers;
DROP POLICY auditor ON settlement_matches;
DROP POLICY auditor ON settlement_entries;
DROP POLICY auditor ON settlements;
DROP POLICY auditor ON balances;
DROP POLICY auditor ON match_entries;
DROP POLICY auditor ON matches;
DROP POLICY auditor ON players;
DROP POLICY auditor ON members;

REVOKE SELECT (club_id, player_id, enrolled_seq, user_id, linked_seq, merged_into, merged_seq, erased_seq) ON players FROM faan_auditor;
REVOKE SELECT ON
    members, matches, match_entries, balances, settlements, settlement_entries, settlement_matches, settlement_transfers,
    checkpoints, log_keys
    FROM faan_auditor;

DROP TABLE audits;
