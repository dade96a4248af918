-- The auditor looks at the rest of what follows from the entries, too, and at the directory, which knows what was signed of them. Still
-- no names, no texts, and no token that an invitation is accepted with.

GRANT SELECT (time_zone, founded_at) ON clubs TO faan_auditor;
GRANT SELECT (
    club_id, invitation_id, role, player_id, single_use, made_by, made_seq, made_at, expires_at, uses, revoked_seq
) ON invitations TO faan_auditor;
GRANT SELECT (club_id, seq, erased_seq) ON texts TO faan_auditor;
GRANT SELECT ON heads, directory_subtrees, directory_checkpoints, cosignatures TO faan_auditor;

CREATE POLICY auditor ON invitations FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON texts FOR SELECT TO faan_auditor USING (true);
