-- What is recorded in one call: a statement costs the server and the client about as much as the rows that it writes.

-- One outcome of a match, with everything that follows from it. It does what a transaction of several statements does, with the rights of whoever
-- calls it and under the same policies. The lock of the club comes first, and each statement after it sees what was committed before the lock.
-- Whatever the outcome stands on is compared before anything is written. It answers
--   recorded: the outcome is stored, once this statement is committed;
--   behind: the ledger of the club has grown, and ends as is answered: nothing was written, and the entry has to be sealed anew;
--   different: something else is not as was expected, or has no room: nothing was written, and a transaction finds out what it is.
-- The number in its name is its version: a release calls the one that it knows.
CREATE FUNCTION record_outcome_1(
    -- Who asks. The session has to go on, and the key has to be good, unless they are null.
    the_club uuid, the_actor uuid, the_role text, the_session uuid, the_api_key uuid,
    -- The request.
    the_route text, the_key text, the_fingerprint bytea,
    -- The match, as the outcome was worked out on top of it.
    the_match uuid, the_variant_hash bytea, the_minimum_fan integer, the_stake_cents bigint, the_players uuid[], old_version bigint,
    old_number integer, old_round_wind text, old_dealer smallint, old_extra integer, old_totals bigint[], old_house bigint,
    -- At most so many outcomes of the match, and half points of anybody.
    most_outcomes bigint, most_half_points bigint,
    -- The entry, and the tree over the entries before it.
    old_tree bytea, the_seq bigint, the_kind text, the_time timestamptz, the_leaf bytea, the_leaf_hash bytea, new_tree bytea,
    -- The subtrees that it completes: most of the time none. What it commits to, if it commits to a reason.
    levels smallint[], indexes bigint[], hashes bytea[], the_reason text, the_salt bytea,
    -- What it moved, by chair and in all.
    moved bigint[], moved_house bigint, the_parties uuid[], the_gains bigint[],
    -- The match after it.
    new_number integer, new_round_wind text, new_dealer smallint, new_extra integer, new_totals bigint[], new_house bigint, new_ending text,
    OUT became text, OUT last_seq bigint, OUT tree bytea, OUT last_time timestamptz, OUT has_webhook boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    it matches;
    is_admitted boolean;
BEGIN
    PERFORM set_config('faan.club', the_club::text, true);
    SELECT c.last_seq, c.tree, c.last_time INTO last_seq, tree, last_time
        FROM clubs AS c WHERE c.club_id = the_club FOR NO KEY UPDATE;
    SELECT
        EXISTS (SELECT FROM members WHERE club_id = the_club AND user_id = the_actor AND role = the_role)
        AND (the_session IS NULL OR EXISTS (SELECT FROM sessions WHERE session_id = the_session AND user_id = the_actor AND ended_at IS NULL))
        AND (the_api_key IS NULL OR EXISTS (
            SELECT FROM api_keys JOIN members ON members.club_id = api_keys.club_id AND user_id = made_by
            WHERE api_keys.club_id = the_club AND api_key_id = the_api_key AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > the_time)
        ))
        AND NOT EXISTS (
            SELECT FROM idempotency_keys WHERE club_id = the_club AND actor = the_actor AND route = the_route AND key = the_key
        ),
        EXISTS (SELECT FROM webhooks WHERE club_id = the_club AND state = 'active')
        INTO is_admitted, has_webhook;
    SELECT * INTO it FROM matches WHERE club_id = the_club AND match_id = the_match;
    IF NOT is_admitted
        OR (it.variant_hash, it.minimum_fan, it.stake_cents, ARRAY[it.player_1, it.player_2, it.player_3, it.player_4], it.version)
            IS DISTINCT FROM (the_variant_hash, the_minimum_fan, the_stake_cents, the_players, old_version)
        OR (it.next_number, it.round_wind, it.dealer, it.extra, ARRAY[it.total_1, it.total_2, it.total_3, it.total_4], it.house)
            IS DISTINCT FROM (old_number, old_round_wind, old_dealer, old_extra, old_totals, old_house)
        OR it.ending IS NOT NULL OR it.void_seq IS NOT NULL
        OR it.version - it.opened_seq >= most_outcomes OR it.next_number > most_outcomes
        OR EXISTS (
            SELECT FROM balances JOIN unnest(the_parties, the_gains) AS g (party, gain) USING (party)
            WHERE club_id = the_club AND match_id = the_match AND abs(half_points + gain) > most_half_points
        )
    THEN
        became := 'different';
        RETURN;
    END IF;
    IF last_seq + 1 <> the_seq OR tree <> old_tree OR last_time > the_time THEN
        became := 'behind';
        RETURN;
    END IF;
    UPDATE clubs SET last_seq = the_seq, tree = new_tree, last_time = the_time WHERE club_id = the_club;
    INSERT INTO entries (club_id, seq, kind, time, leaf, leaf_hash, api_key_id)
        VALUES (the_club, the_seq, the_kind, the_time, the_leaf, the_leaf_hash, the_api_key);
    IF cardinality(levels) > 0 THEN
        INSERT INTO subtrees (club_id, level, index, hash) SELECT the_club, * FROM unnest(levels, indexes, hashes);
    END IF;
    IF the_reason IS NOT NULL THEN
        INSERT INTO texts (club_id, seq, text, salt) VALUES (the_club, the_seq, the_reason, the_salt);
    END IF;
    INSERT INTO idempotency_keys (club_id, actor, route, key, fingerprint, first_seq, seq)
        VALUES (the_club, the_actor, the_route, the_key, the_fingerprint, the_seq, the_seq);
    UPDATE matches
        SET version = the_seq, next_number = new_number, round_wind = new_round_wind, dealer = new_dealer, extra = new_extra,
            total_1 = new_totals[1], total_2 = new_totals[2], total_3 = new_totals[3], total_4 = new_totals[4],
            house = new_house, ending = new_ending
        WHERE club_id = the_club AND match_id = the_match;
    INSERT INTO match_entries (club_id, match_id, seq, chair_1, chair_2, chair_3, chair_4, house)
        VALUES (the_club, the_match, the_seq, moved[1], moved[2], moved[3], moved[4], moved_house);
    INSERT INTO balances (club_id, match_id, party, half_points)
        SELECT the_club, the_match, g.party, g.gain FROM unnest(the_parties, the_gains) AS g (party, gain)
        ON CONFLICT (club_id, match_id, party) DO UPDATE SET half_points = balances.half_points + excluded.half_points;
    became := 'recorded';
END
$$;

REVOKE ALL ON FUNCTION record_outcome_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_outcome_1 TO faan_app;
