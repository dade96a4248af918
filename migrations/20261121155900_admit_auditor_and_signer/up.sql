-- Two who look across all clubs, each through policies of its own and at no more than this: the auditor, who reads ledgers again,
-- and the signer, who stands by what their trees came to. Neither writes, and neither is the application, which `club` keeps to one club
-- at a time. No names, texts, accounts or sessions.

DO $$
BEGIN
    IF (SELECT count(*) FROM pg_roles WHERE rolname IN ('faan_auditor', 'faan_signer')) < 2 THEN
        RAISE EXCEPTION 'the roles faan_auditor and faan_signer are not there yet; run `faan bootstrap` again, then `faan migrate`';
    END IF;
END
$$;

GRANT SELECT ON entries, subtrees, variants TO faan_auditor;
GRANT SELECT (club_id, last_seq, last_time, tree) ON clubs TO faan_auditor;

GRANT SELECT (club_id, last_seq, tree) ON clubs TO faan_signer;
GRANT SELECT (club_id, seq, leaf_hash) ON entries TO faan_signer;
GRANT SELECT ON subtrees TO faan_signer;

CREATE POLICY auditor ON clubs FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON subtrees FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON variants FOR SELECT TO faan_auditor USING (true);

CREATE POLICY signer ON clubs FOR SELECT TO faan_signer USING (true);
CREATE POLICY signer ON entries FOR SELECT TO faan_signer USING (true);
CREATE POLICY signer ON subtrees FOR SELECT TO faan_signer USING (true);
