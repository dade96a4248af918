-- Over the entries of each club grows a tree (RFC 6962): what has to be kept of it in order to grow, and the roots of its
-- complete subtrees, of which proofs are made. What they are is worked out by the service alone.

-- An entry that was written before is in no tree. The leaf's version 0 was never released.
ALTER TABLE entries NO FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
    IF EXISTS (SELECT FROM entries) THEN
        RAISE EXCEPTION 'this ledger holds entries of an unreleased format; export what is needed with the program that wrote it, and start a new ledger';
    END IF;
END
$$;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;

-- The roots along the tree's right edge: 32 bytes for each binary digit 1 of its size, which is last_seq. It moves in the
-- same statement, under the club's row lock.
ALTER TABLE clubs
    ADD COLUMN tree bytea NOT NULL,
    ADD CONSTRAINT clubs_tree_is_of_last_seq CHECK (
        octet_length(tree) = 32 * length(replace(last_seq::bit(64)::text, '0', ''))
    );
GRANT UPDATE (tree) ON clubs TO faan_app;

-- The root of each complete subtree of 256^level entries, those from index * 256^level on, counted from 0. Those of level
-- 0 are the leaf hashes themselves, in entries.
CREATE TABLE subtrees (
    club_id uuid NOT NULL REFERENCES clubs,
    level smallint NOT NULL CHECK (level BETWEEN 1 AND 7),
    index bigint NOT NULL CHECK (index >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (club_id, level, index)
);

ALTER TABLE subtrees ENABLE ROW LEVEL SECURITY;
ALTER TABLE subtrees FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON subtrees USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON subtrees TO faan_app;

-- As final as the entries they follow from.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are never changed: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER subtrees_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON subtrees
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE subtrees ENABLE ALWAYS TRIGGER subtrees_are_final;
