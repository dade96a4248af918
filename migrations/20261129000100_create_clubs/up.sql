-- Clubs, the entries of their ledgers, and their people. The first key column of a club's table is club_id, and its rows are seen only in a
-- transaction that names the club: SET LOCAL faan.club. Without it, current_setting raises an error: a query that forgot its club fails.
--
-- Two read across all clubs: the auditor (faan_auditor), who reads ledgers again and compares what is kept beside the entries, and the signer
-- (faan_signer), who signs what the trees came to. They see no names, texts, accounts or sessions.

DO $$
BEGIN
    IF (SELECT count(*) FROM pg_roles WHERE rolname IN ('faan_auditor', 'faan_dispatcher', 'faan_signer')) < 3 THEN
        RAISE EXCEPTION 'the roles faan_auditor, faan_dispatcher and faan_signer are not there yet; run `faan bootstrap`, then `faan migrate`';
    END IF;
END
$$;

CREATE TABLE clubs (
    club_id uuid PRIMARY KEY,
    name text NOT NULL,
    -- None of a club that came from another service without it: then nothing shows that the club is called so.
    name_salt salt,
    time_zone text NOT NULL,
    founded_at timestamptz NOT NULL,
    -- The head of the club's ledger. Its row lock orders the club's writers.
    last_seq sequence_number NOT NULL,
    last_time timestamptz NOT NULL,
    -- The roots along the right edge of the tree over the entries (RFC 6962): 32 bytes for each binary digit 1 of its size, which is last_seq.
    tree bytea NOT NULL,
    CONSTRAINT clubs_tree_is_of_last_seq CHECK (octet_length(tree) = 32 * length(replace(last_seq::bit(64)::text, '0', '')))
);

CREATE TABLE members (
    club_id uuid NOT NULL REFERENCES clubs,
    user_id uuid NOT NULL REFERENCES users,
    role member_role NOT NULL,
    PRIMARY KEY (club_id, user_id)
);

CREATE INDEX members_user_id_idx ON members (user_id);

-- The ledger itself. The leaf is the canonical JSON that was hashed; kind and time repeat what it says, to be searched. Final.
CREATE TABLE entries (
    club_id uuid NOT NULL REFERENCES clubs,
    seq sequence_number NOT NULL,
    kind text NOT NULL,
    time timestamptz NOT NULL,
    leaf bytea NOT NULL,
    leaf_hash bytea NOT NULL CONSTRAINT entries_leaf_hash_is_of_leaf CHECK (leaf_hash = sha256('\x00'::bytea || leaf)),
    -- The API key by which the entry came, if by one. Its actor is the account that the key acts for; the leaf knows nothing of keys.
    api_key_id uuid,
    PRIMARY KEY (club_id, seq)
);

-- No plan needs statistics of these. ANALYZE, which autovacuum runs again and again while a database is young, would sort a sample of each.
ALTER TABLE entries ALTER COLUMN leaf SET STATISTICS 0, ALTER COLUMN leaf_hash SET STATISTICS 0;

-- A leaf is about 2,000 bytes long. lz4 takes a tenth of the time of the default compression, for about the same length. A server without lz4
-- goes on with the default.
DO $$
BEGIN
    ALTER TABLE entries ALTER COLUMN leaf SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;

-- The requests that renamed a player: erasing the player makes their fingerprints tell nothing.
CREATE INDEX entries_of_names_idx ON entries (club_id, seq) WHERE kind = 'player_renamed';
-- A match is read without looking at its entries one by one if no correction came after what is read.
CREATE INDEX entries_of_corrections_idx ON entries (club_id, seq) WHERE kind = 'match_corrected';
-- Who was merged, and which merges were taken back: whom somebody counted for at an entry.
CREATE INDEX entries_of_merges_idx ON entries (club_id, seq) WHERE kind IN ('player_merged', 'player_unmerged');
-- What entries tell of access: who may do what, and what was erased.
CREATE INDEX entries_of_access_idx ON entries (club_id, time) WHERE kind IN (
    'club_founded', 'member_set', 'member_removed', 'club_handed_over', 'invitation_made', 'invitation_revoked',
    'invitation_accepted', 'player_erased', 'text_erased'
);

-- The root of each complete subtree of 256^level entries, those from index * 256^level on, counted from 0. Those of level
-- 0 are the leaf hashes themselves, in entries. Final.
CREATE TABLE subtrees (
    club_id uuid NOT NULL REFERENCES clubs,
    level subtree_level NOT NULL,
    index tree_index NOT NULL,
    hash digest NOT NULL,
    PRIMARY KEY (club_id, level, index)
);

-- Which request wrote which entries, from the first of them to the last. It holds no answer, so it holds no names. References to entries are
-- checked at commit, so that an entry and what follows from it may be sent together, in any order.
CREATE TABLE idempotency_keys (
    club_id uuid NOT NULL,
    actor uuid NOT NULL REFERENCES users,
    route text NOT NULL,
    key idempotency_key NOT NULL,
    -- A hash of what the request said. It is replaced when a name in it is erased, since it would tell whether a guess is right.
    fingerprint digest NOT NULL,
    seq bigint NOT NULL,
    first_seq bigint NOT NULL CONSTRAINT idempotency_keys_first_seq_check CHECK (first_seq BETWEEN 1 AND seq),
    PRIMARY KEY (club_id, actor, route, key),
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX idempotency_keys_seq_idx ON idempotency_keys (club_id, seq);
-- A request that wrote several entries. No two such requests share an entry.
CREATE INDEX idempotency_keys_several_idx ON idempotency_keys (club_id, seq) WHERE first_seq < seq;

-- The texts that entries only commit to, reasons above all. Erasing one leaves its entry as it is. None is known of an entry that came from
-- another service without it.
CREATE TABLE texts (
    club_id uuid NOT NULL,
    seq bigint NOT NULL,
    text text,
    salt salt,
    erased_seq bigint,
    PRIMARY KEY (club_id, seq),
    FOREIGN KEY (club_id, seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, erased_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT texts_are_whole CHECK ((text IS NULL) = (salt IS NULL)),
    CONSTRAINT texts_erased_are_gone CHECK (erased_seq IS NULL OR text IS NULL)
);

-- The person behind a player's random id. Entries hold only the id and the salted commitment to the name; both go when the player is erased,
-- and the row stays. A player may be linked to a member's account, one to one; a duplicate is merged into the player it doubles. merged_into
-- always names somebody who is not merged away, so that whom a row counts for is coalesce(merged_into, player_id); merged_directly_into is
-- whom the entry of the merge names, who can be merged further: by it, a merge in the middle of others is taken back.
CREATE TABLE players (
    club_id uuid NOT NULL,
    player_id uuid NOT NULL,
    name text,
    name_salt salt,
    -- SHA-256 of the form in which names are compared.
    name_hash digest,
    enrolled_seq bigint NOT NULL,
    user_id uuid,
    linked_seq bigint,
    merged_into uuid,
    merged_directly_into uuid,
    merged_seq bigint,
    erased_seq bigint,
    -- Members may erase the player they are, so it counts who linked them. It repeats linked_seq if an owner made the link in person, or an
    -- accepted invitation did; otherwise it is none, or the number of an earlier link.
    confirmed_link_seq bigint,
    PRIMARY KEY (club_id, player_id),
    FOREIGN KEY (club_id, enrolled_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, user_id) REFERENCES members,
    FOREIGN KEY (club_id, linked_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, merged_into) REFERENCES players,
    FOREIGN KEY (club_id, merged_directly_into) REFERENCES players,
    FOREIGN KEY (club_id, merged_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, erased_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT players_name_is_whole CHECK (num_nonnulls(name, name_salt, name_hash) IN (0, 3)),
    CONSTRAINT players_link_is_whole CHECK ((user_id IS NULL) = (linked_seq IS NULL)),
    CONSTRAINT players_merge_is_whole CHECK (num_nonnulls(merged_into, merged_directly_into, merged_seq) IN (0, 3)),
    CONSTRAINT players_merged_away_have_no_account CHECK (merged_into IS NULL OR user_id IS NULL),
    CONSTRAINT players_are_not_their_own_double CHECK (merged_into <> player_id AND merged_directly_into <> player_id),
    CONSTRAINT players_erased_have_no_name CHECK (erased_seq IS NULL OR name IS NULL),
    CONSTRAINT players_erased_have_no_account CHECK (erased_seq IS NULL OR user_id IS NULL)
);

CREATE UNIQUE INDEX players_user_id_key ON players (club_id, user_id);
CREATE INDEX players_merged_into_idx ON players (club_id, merged_into);
CREATE INDEX players_name_hash_idx ON players (club_id, name_hash);

-- Who knows an invitation's token may become a member. Only the token's hash is kept; none of an invitation that came from another service.
CREATE TABLE invitations (
    club_id uuid NOT NULL,
    invitation_id uuid NOT NULL,
    token_hash digest,
    role member_role NOT NULL,
    -- The player who is linked to whoever accepts.
    player_id uuid,
    single_use boolean NOT NULL,
    made_by uuid NOT NULL REFERENCES users,
    made_seq bigint NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > made_at),
    -- How many have accepted.
    uses unsigned_integer NOT NULL,
    revoked_seq bigint,
    PRIMARY KEY (club_id, invitation_id),
    FOREIGN KEY (club_id, player_id) REFERENCES players,
    FOREIGN KEY (club_id, made_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (club_id, revoked_seq) REFERENCES entries DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT invitations_for_single_use_are_used_once CHECK (uses <= 1 OR NOT single_use),
    CONSTRAINT invitations_of_a_player_are_for_single_use CHECK (single_use OR player_id IS NULL)
);

CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash);

CREATE TRIGGER entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER subtrees_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON subtrees
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_are_final;
ALTER TABLE subtrees ENABLE ALWAYS TRIGGER subtrees_are_final;

ALTER TABLE clubs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE subtrees ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE players ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON clubs USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON members USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON entries USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON subtrees USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON idempotency_keys USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON texts USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON players USING (club_id = current_setting('faan.club')::uuid);
CREATE POLICY club ON invitations USING (club_id = current_setting('faan.club')::uuid);

-- The application's reads across clubs. Somebody's own memberships: in a transaction that names the member (SET LOCAL faan.member)
-- and, as its club, the nil UUID.
CREATE POLICY own ON members FOR SELECT
    USING (user_id = nullif(current_setting('faan.member', true), '')::uuid);
CREATE POLICY own ON clubs FOR SELECT
    USING (
        nullif(current_setting('faan.member', true), '') IS NOT NULL
        AND EXISTS (
            SELECT FROM members
            WHERE members.club_id = clubs.club_id
                AND members.user_id = nullif(current_setting('faan.member', true), '')::uuid
        )
    );
-- Which club a token is for, nobody knows before it is looked up: in a transaction that names the hash, in hexadecimal
-- digits (SET LOCAL faan.invitation), and as its club the nil UUID.
CREATE POLICY own ON invitations FOR SELECT
    USING (token_hash = decode(nullif(current_setting('faan.invitation', true), ''), 'hex'));

CREATE POLICY auditor ON clubs FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON members FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON entries FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON subtrees FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON texts FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON players FOR SELECT TO faan_auditor USING (true);
CREATE POLICY auditor ON invitations FOR SELECT TO faan_auditor USING (true);

CREATE POLICY signer ON clubs FOR SELECT TO faan_signer USING (true);
CREATE POLICY signer ON entries FOR SELECT TO faan_signer USING (true);
CREATE POLICY signer ON subtrees FOR SELECT TO faan_signer USING (true);

GRANT SELECT, INSERT, UPDATE (name, name_salt, time_zone, last_seq, last_time, tree) ON clubs TO faan_app;
GRANT SELECT, INSERT, UPDATE (role), DELETE ON members TO faan_app;
GRANT SELECT, INSERT ON entries, subtrees TO faan_app;
GRANT SELECT, INSERT, UPDATE (fingerprint) ON idempotency_keys TO faan_app;
GRANT SELECT, INSERT, UPDATE (text, salt, erased_seq) ON texts TO faan_app;
GRANT SELECT, INSERT ON players TO faan_app;
GRANT UPDATE (name, name_salt, name_hash, user_id, linked_seq, merged_into, merged_directly_into, merged_seq, erased_seq, confirmed_link_seq)
    ON players TO faan_app;
GRANT SELECT, INSERT, UPDATE (uses, revoked_seq) ON invitations TO faan_app;

GRANT SELECT (club_id, time_zone, founded_at, last_seq, last_time, tree) ON clubs TO faan_auditor;
GRANT SELECT ON members, entries, subtrees TO faan_auditor;
GRANT SELECT (club_id, seq, erased_seq) ON texts TO faan_auditor;
GRANT SELECT (club_id, player_id, enrolled_seq, user_id, linked_seq, merged_into, merged_directly_into, merged_seq, erased_seq)
    ON players TO faan_auditor;
GRANT SELECT (
    club_id, invitation_id, role, player_id, single_use, made_by, made_seq, made_at, expires_at, uses, revoked_seq
) ON invitations TO faan_auditor;

GRANT SELECT (club_id, last_seq, tree) ON clubs TO faan_signer;
GRANT SELECT (club_id, seq, leaf_hash) ON entries TO faan_signer;
GRANT SELECT ON subtrees TO faan_signer;
