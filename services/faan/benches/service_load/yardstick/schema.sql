-- What recording a hand writes, and nothing else: the head of the club, the idempotency key, the entry with its hash, four balances, and the
-- match. Club 1 has the matches 1, 1001, …, 7001.
CREATE TABLE club (
    club_id int PRIMARY KEY, last_seq bigint NOT NULL DEFAULT 0, tree bytea NOT NULL DEFAULT '\x00'
) WITH (fillfactor = 50);
CREATE TABLE match (
    match_id int PRIMARY KEY, club_id int NOT NULL, number int NOT NULL DEFAULT 0, totals bigint[] NOT NULL DEFAULT '{0,0,0,0}'
) WITH (fillfactor = 50);
CREATE TABLE entry (
    club_id int NOT NULL, seq bigint NOT NULL, kind smallint NOT NULL, leaf bytea NOT NULL, leaf_hash bytea NOT NULL,
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (club_id, seq)
);
CREATE TABLE balance (
    club_id int NOT NULL, match_id int NOT NULL, party smallint NOT NULL, half_points bigint NOT NULL, PRIMARY KEY (club_id, match_id, party)
) WITH (fillfactor = 50);
CREATE TABLE idempotency_key (
    club_id int NOT NULL, key uuid NOT NULL, fingerprint bytea NOT NULL, seq bigint NOT NULL, PRIMARY KEY (club_id, key)
);
INSERT INTO club (club_id) SELECT generate_series(1, 1000);
INSERT INTO match (match_id, club_id) SELECT number, (number - 1) % 1000 + 1 FROM generate_series(1, 8000) number;
CREATE FUNCTION record(of_club int, of_match int, new_key uuid, new_leaf bytea, hands int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    head bigint;
BEGIN
    UPDATE club SET last_seq = last_seq + hands, tree = sha256(tree || new_leaf) WHERE club_id = of_club RETURNING last_seq INTO head;
    INSERT INTO idempotency_key VALUES (of_club, new_key, sha256(new_leaf), head);
    INSERT INTO entry (club_id, seq, kind, leaf, leaf_hash)
        SELECT of_club, seq, 1, new_leaf, sha256(new_leaf || int8send(seq)) FROM generate_series(head - hands + 1, head) seq;
    INSERT INTO balance SELECT of_club, of_match, party, 12 FROM generate_series(1, 4) party
        ON CONFLICT (club_id, match_id, party) DO UPDATE SET half_points = balance.half_points + 12;
    UPDATE match SET number = number + hands, totals = ARRAY[24, -8, -8, -8] WHERE match_id = of_match;
    RETURN head;
END $$;
