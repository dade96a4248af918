-- What makes a ledger provable: checkpoints that the service signs, and audits.

-- The checkpoints of the clubs' ledgers, and the directory, a log of all of them. The signer
-- alone adds to these. What they are is worked out by the service.

-- The directory is of no club: a head names its club by a hash. It is the leaf of a log, and stored as the bytes that were hashed. Final.
CREATE TABLE heads (
    index bigint PRIMARY KEY CHECK (index >= 0),
    leaf bytea NOT NULL,
    leaf_hash bytea NOT NULL CONSTRAINT heads_leaf_hash_is_of_leaf CHECK (leaf_hash = sha256('\x00'::bytea || leaf))
);

-- As subtrees are to entries. Final.
CREATE TABLE directory_subtrees (
    level subtree_level NOT NULL,
    index tree_index NOT NULL,
    hash digest NOT NULL,
    PRIMARY KEY (level, index)
);

-- The tree is kept with its checkpoint, since the directory grows by a checkpoint at a time: as clubs.tree is of last_seq. Final.
CREATE TABLE directory_checkpoints (
    size bigint PRIMARY KEY CHECK (size > 0),
    tree bytea NOT NULL,
    note text NOT NULL,
    signed_at timestamptz NOT NULL,
    CONSTRAINT directory_checkpoints_tree_is_of_size CHECK (
        octet_length(tree) = 32 * length(replace(size::bit(64)::text, '0', ''))
    )
);

-- The note is the text that was signed, with its signatures. head_index is the place of its head in the directory. Final.
CREATE TABLE checkpoints (
    club_id uuid NOT NULL,
    size bigint NOT NULL,
    root digest NOT NULL,
    note text NOT NULL,
    head_index bigint NOT NULL REFERENCES heads,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, size),
    FOREIGN KEY (club_id, size) REFERENCES entries
);

-- What witnesses cosigned: checkpoints of the directory, each a line as it stands under the note. A witness is its verifier key. Final.
CREATE TABLE cosignatures (
    size bigint NOT NULL REFERENCES directory_checkpoints,
    witness text NOT NULL,
    line text NOT NULL,
    cosigned_at timestamptz NOT NULL,
    PRIMARY KEY (size, witness)
);

-- How far a witness is.
CREATE INDEX ON cosignatures (witness, size);

-- The witnesses who saw another directory than the one that is here, and since when they say so.
CREATE TABLE disputes (
    witness text PRIMARY KEY,
    reason text NOT NULL,
    disputed_at timestamptz NOT NULL
);

-- The keys that sign, and those that no longer do, as verifier keys.
CREATE TABLE log_keys (
    verifier_key text PRIMARY KEY,
    first_used_at timestamptz NOT NULL,
    retired_at timestamptz
);

-- The logs that the signer does not sign, since they are not what it signed before. A log is `directory` or
-- `clubs/` and the club's hash.
CREATE TABLE refusals (
    log text PRIMARY KEY,
    reason text NOT NULL,
    refused_at timestamptz NOT NULL
);

-- When the signer last went through all logs: one row, or none before it ever did.
CREATE TABLE signer_rounds (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    last_round_at timestamptz NOT NULL
);

CREATE TRIGGER heads_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER directory_subtrees_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON directory_subtrees
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER directory_checkpoints_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON directory_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoints_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cosignatures_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON cosignatures
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE heads ENABLE ALWAYS TRIGGER heads_are_final;
ALTER TABLE directory_subtrees ENABLE ALWAYS TRIGGER directory_subtrees_are_final;
ALTER TABLE directory_checkpoints ENABLE ALWAYS TRIGGER directory_checkpoints_are_final;
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_are_final;
ALTER TABLE cosignatures ENABLE ALWAYS TRIGGER cosignatures_are_final;

ALTER TABLE checkpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON checkpoints USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY signer ON checkpoints TO faan_signer USING (true);
CREATE POLICY auditor ON checkpoints FOR SELECT TO faan_auditor USING (true);

GRANT SELECT
    ON checkpoints, heads, directory_subtrees, directory_checkpoints, cosignatures, disputes, log_keys, refusals, signer_rounds
    TO faan_app;
GRANT SELECT, INSERT ON checkpoints, heads, directory_subtrees, directory_checkpoints, cosignatures TO faan_signer;
GRANT SELECT, INSERT, UPDATE (reason), DELETE ON disputes, refusals TO faan_signer;
GRANT SELECT, INSERT, UPDATE (retired_at) ON log_keys TO faan_signer;
GRANT SELECT, INSERT, UPDATE (last_round_at) ON signer_rounds TO faan_signer;
GRANT SELECT ON checkpoints, heads, directory_subtrees, directory_checkpoints, cosignatures, log_keys TO faan_auditor;

-- Audits: somebody asks for one, the auditor takes it up, goes through the club's ledger and everything that is kept beside it, and
-- leaves a report. No entry tells of them: they say something of the ledger, and are no part of it.
CREATE TABLE audits (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it was asked for.
    audit_id uuid NOT NULL,
    asked_by uuid NOT NULL REFERENCES users,
    asked_at timestamptz NOT NULL,
    -- The request, as idempotency_keys have it of those that write entries.
    key idempotency_key NOT NULL,
    fingerprint digest NOT NULL,
    -- The entries whose hands are scored again; without an end, all from the first of them on.
    from_seq sequence_number NOT NULL,
    to_seq bigint CHECK (to_seq >= from_seq),
    state text NOT NULL CHECK (state IN ('queued', 'running', 'finished')),
    -- Which auditor is at it, and until when it has to be heard from again. After that another may take it up.
    auditor uuid,
    leased_until timestamptz,
    -- Grows with everything that is told of it.
    version positive_bigint NOT NULL,
    -- How many entries were read, and of how many.
    done unsigned_bigint NOT NULL,
    "of" unsigned_bigint NOT NULL,
    verdict text CHECK (verdict IN ('sound', 'incomplete', 'tampered')),
    -- JSON, to be handed on as it is.
    report text,
    finished_at timestamptz,
    -- How often it was taken up and not brought to its end, this time included: what no auditor survives is not tried for ever.
    attempts unsigned_integer NOT NULL DEFAULT 0,
    -- It may be asked for what matches would have come to by other rules: of one match, or of all. The document is here, so that
    -- whoever carries it out need not ask for it.
    variant_id text,
    variant_hash bytea,
    variant_document bytea,
    match_id uuid,
    PRIMARY KEY (club_id, audit_id),
    CONSTRAINT audits_match_fkey FOREIGN KEY (club_id, match_id) REFERENCES matches,
    CONSTRAINT audits_running_have_an_auditor
        CHECK (num_nonnulls(auditor, leased_until) = CASE state WHEN 'running' THEN 2 ELSE 0 END),
    CONSTRAINT audits_finished_have_a_verdict
        CHECK (num_nonnulls(verdict, report, finished_at) = CASE state WHEN 'finished' THEN 3 ELSE 0 END),
    CONSTRAINT audits_variants_are_whole CHECK (num_nonnulls(variant_id, variant_hash, variant_document) IN (0, 3)),
    CONSTRAINT audits_variant_hash_is_of_document CHECK (variant_hash = sha256(variant_document)),
    CONSTRAINT audits_matches_have_a_variant CHECK (match_id IS NULL OR variant_hash IS NOT NULL)
);

CREATE UNIQUE INDEX audits_key_key ON audits (club_id, asked_by, key);
CREATE INDEX audits_unfinished_idx ON audits (asked_at) WHERE state <> 'finished';
-- Auditors take up an audit of the account, and of the club, for which they did nothing for the longest time. So whoever asks for many
-- audits waits for themselves, and not others for them.
CREATE INDEX audits_last_of_account_idx ON audits (asked_by, greatest(finished_at, leased_until));
CREATE INDEX audits_last_of_club_idx ON audits (club_id, greatest(finished_at, leased_until));

ALTER TABLE audits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON audits USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY auditor ON audits TO faan_auditor USING (true);

GRANT SELECT, INSERT ON audits TO faan_app;
GRANT SELECT (
    club_id, audit_id, asked_by, asked_at, from_seq, to_seq, state, auditor, leased_until, version, done, "of", finished_at, attempts,
    variant_id, variant_hash, variant_document, match_id
) ON audits TO faan_auditor;
GRANT UPDATE (state, auditor, leased_until, version, done, "of", verdict, report, finished_at, attempts) ON audits TO faan_auditor;
