-- What the service stands by: the signed checkpoints of the clubs' ledgers, and the directory, a log of all of them. The signer
-- alone adds to these, and nobody changes them. What they are is worked out by the service.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faan_signer') THEN
        RAISE EXCEPTION 'the role faan_signer is not there yet; run `faan bootstrap` again, then `faan migrate`';
    END IF;
END
$$;

-- The directory is of no club: a head names its club by a hash. It is the leaf of a log, and stored as the bytes that were hashed.
CREATE TABLE heads (
    index bigint PRIMARY KEY CHECK (index >= 0),
    leaf bytea NOT NULL,
    leaf_hash bytea NOT NULL CONSTRAINT heads_leaf_hash_is_of_leaf CHECK (leaf_hash = sha256('\x00'::bytea || leaf))
);

-- As subtrees are to entries.
CREATE TABLE directory_subtrees (
    level smallint NOT NULL CHECK (level BETWEEN 1 AND 7),
    index bigint NOT NULL CHECK (index >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, index)
);

-- The tree is kept with its checkpoint, since the directory grows by a checkpoint at a time: as clubs.tree is of last_seq.
CREATE TABLE directory_checkpoints (
    size bigint PRIMARY KEY CHECK (size > 0),
    tree bytea NOT NULL,
    note text NOT NULL,
    signed_at timestamptz NOT NULL,
    CONSTRAINT directory_checkpoints_tree_is_of_size CHECK (
        octet_length(tree) = 32 * length(replace(size::bit(64)::text, '0', ''))
    )
);

-- The note is the text that was signed, with its signatures. head_index is the place of its head in the directory.
CREATE TABLE checkpoints (
    club_id uuid NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    note text NOT NULL,
    head_index bigint NOT NULL REFERENCES heads,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, size),
    FOREIGN KEY (club_id, size) REFERENCES entries
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

ALTER TABLE checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE checkpoints FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON checkpoints USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY signer ON checkpoints TO faan_signer USING (true);

GRANT SELECT ON checkpoints, heads, directory_subtrees, directory_checkpoints, log_keys, refusals, signer_rounds TO faan_app;
GRANT SELECT, INSERT ON checkpoints, heads, directory_subtrees, directory_checkpoints TO faan_signer;
GRANT SELECT, INSERT, UPDATE (retired_at) ON log_keys TO faan_signer;
GRANT SELECT, INSERT, UPDATE (reason), DELETE ON refusals TO faan_signer;
GRANT SELECT, INSERT, UPDATE (last_round_at) ON signer_rounds TO faan_signer;

CREATE TRIGGER checkpoints_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER heads_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER directory_subtrees_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON directory_subtrees
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER directory_checkpoints_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON directory_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_are_final;
ALTER TABLE heads ENABLE ALWAYS TRIGGER heads_are_final;
ALTER TABLE directory_subtrees ENABLE ALWAYS TRIGGER directory_subtrees_are_final;
ALTER TABLE directory_checkpoints ENABLE ALWAYS TRIGGER directory_checkpoints_are_final;
