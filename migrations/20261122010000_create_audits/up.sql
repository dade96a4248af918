-- Audits: somebody asks for one, the auditor takes it up, goes through the club's ledger and everything that is kept beside it, and
-- leaves a report. No entry tells of them: they say something of the ledger, and are no part of it.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faan_auditor') THEN
        RAISE EXCEPTION 'the role faan_auditor is not there yet; run `faan bootstrap` again, then `faan migrate`';
    END IF;
END
$$;

CREATE TABLE audits (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was asked for.
    audit_id uuid NOT NULL,
    asked_by uuid NOT NULL REFERENCES users,
    asked_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- The entries whose hands are scored again; without an end, all from the first of them on.
    from_seq bigint NOT NULL CHECK (from_seq > 0),
    to_seq bigint CHECK (to_seq >= from_seq),
    state text NOT NULL CHECK (state IN ('queued', 'running', 'finished')),
    -- Which auditor is at it, and until when it has to be heard from again. After that another may take it up.
    auditor uuid,
    leased_until timestamptz,
    -- Grows with everything that is told of it.
    version bigint NOT NULL CHECK (version > 0),
    -- How many entries were read, and of how many.
    done bigint NOT NULL CHECK (done >= 0),
    "of" bigint NOT NULL CHECK ("of" >= 0),
    verdict text CHECK (verdict IN ('sound', 'incomplete', 'tampered')),
    -- JSON, to be handed on as it is.
    report text,
    finished_at timestamptz,
    PRIMARY KEY (club_id, audit_id),
    CONSTRAINT audits_running_have_an_auditor
        CHECK (num_nonnulls(auditor, leased_until) = CASE state WHEN 'running' THEN 2 ELSE 0 END),
    CONSTRAINT audits_finished_have_a_verdict
        CHECK (num_nonnulls(verdict, report, finished_at) = CASE state WHEN 'finished' THEN 3 ELSE 0 END)
);

CREATE UNIQUE INDEX audits_key_key ON audits (club_id, asked_by, key);
CREATE INDEX audits_unfinished_idx ON audits (asked_at) WHERE state <> 'finished';

ALTER TABLE audits ENABLE ROW LEVEL SECURITY;
ALTER TABLE audits FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON audits USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY auditor ON audits TO faan_auditor USING (true);

GRANT SELECT, INSERT ON audits TO faan_app;
GRANT SELECT (club_id, audit_id, asked_at, from_seq, to_seq, state, auditor, leased_until, version, done, "of") ON audits TO faan_auditor;
GRANT UPDATE (state, auditor, leased_until, version, done, "of", verdict, report, finished_at) ON audits TO faan_auditor;

-- What is kept beside the entries is looked at, too. Still no names and no texts.
GRANT SELECT ON
    members, matches, match_entries, balances, settlements, settlement_entries, settlement_matches, settlement_transfers,
    checkpoints, log_keys
    TO faan_auditor;
GRANT SELECT (club_id, player_id, enrolled_seq, user_id, linked_seq, merged_into, merged_seq, erased_seq) ON players TO faan_auditor;

CREATE POLICY auditor ON members FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON players FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON matches FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON match_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON balances FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlements FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_matches FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON settlement_transfers FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON checkpoints FOR SELECT TO faan_auditor USING (true);
