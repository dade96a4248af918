DROP POLICY auditor ON texts;
DROP POLICY auditor ON invitations;

REVOKE SELECT ON heads, directory_subtrees, directory_checkpoints, cosignatures FROM faan_auditor;
REVOKE SELECT (club_id, seq, erased_seq) ON texts FROM faan_auditor;
REVOKE SELECT (
    club_id, invitation_id, role, player_id, single_use, made_by, made_seq, made_at, expires_at, uses, revoked_seq
) ON invitations FROM faan_auditor;
REVOKE SELECT (time_zone, founded_at) ON clubs FROM faan_auditor;
