DROP POLICY signer ON subtrees;
DROP POLICY signer ON entries;
DROP POLICY signer ON clubs;
DROP POLICY auditor ON variants;
DROP POLICY auditor ON subtrees;
DROP POLICY auditor ON entries;
DROP POLICY auditor ON clubs;

REVOKE SELECT ON subtrees FROM faan_signer;
REVOKE SELECT (club_id, seq, leaf_hash) ON entries FROM faan_signer;
REVOKE SELECT (club_id, last_seq, tree) ON clubs FROM faan_signer;
REVOKE SELECT (club_id, last_seq, last_time, tree) ON clubs FROM faan_auditor;
REVOKE SELECT ON entries, subtrees, variants FROM faan_auditor;
