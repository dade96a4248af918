REVOKE SELECT (asked_by, finished_at) ON audits FROM faan_auditor;

DROP INDEX audits_last_of_club_idx;
DROP INDEX audits_last_of_account_idx;
