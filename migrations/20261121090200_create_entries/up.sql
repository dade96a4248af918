-- The ledger proper. The leaf is the canonical JSON that was hashed; kind and time repeat what it says, to be searched.

CREATE TABLE entries (
    club_id uuid NOT NULL REFERENCES clubs,
    seq bigint NOT NULL CHECK (seq > 0),
    kind text NOT NULL,
    time timestamptz NOT NULL,
    leaf bytea NOT NULL,
    leaf_hash bytea NOT NULL CONSTRAINT entries_leaf_hash_is_of_leaf CHECK (leaf_hash = sha256('\x00'::bytea || leaf)),
    PRIMARY KEY (club_id, seq)
);

-- Which request wrote which entry. It refers to the entry and holds no answer, so it holds no names. The reference
-- is checked at commit, so that an entry and what follows from it may be sent together, in any order.
CREATE TABLE idempotency_keys (
    club_id uuid NOT NULL,
    actor uuid NOT NULL REFERENCES users,
    route text NOT NULL,
    key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    seq bigint NOT NULL,
    PRIMARY KEY (club_id, actor, route, key),
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON idempotency_keys USING (club_id = current_setting('faan.club')::uuid);

GRANT SELECT, INSERT ON entries, idempotency_keys TO faan_app;

-- Privileges stop the application; this stops the owner too. ALWAYS: also in a session that plays a replica.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are never changed: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_are_final;
