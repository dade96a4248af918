-- Auditors take up an audit of the account, and of the club, for which they did nothing for the longest time. So whoever asks for many
-- audits waits for themselves, and not others for them.
CREATE INDEX audits_last_of_account_idx ON audits (asked_by, greatest(finished_at, leased_until));
CREATE INDEX audits_last_of_club_idx ON audits (club_id, greatest(finished_at, leased_until));

GRANT SELECT (asked_by, finished_at) ON audits TO faan_auditor;
