-- Members may erase the player they are, so it counts who said that they are that player. A link is confirmed if an owner made it in person, or
-- an accepted invitation did. The column repeats linked_seq of a confirmed link: if the release before makes another link, it leaves this
-- column as it is, the two numbers differ, and that link is not confirmed.

ALTER TABLE players ADD COLUMN confirmed_link_seq bigint;

GRANT UPDATE (confirmed_link_seq) ON players TO faan_app;

-- Of the links that there are, the entries tell. A merge moves a link, so the entry that made the link is the last one before that linked the
-- account to any player.
ALTER TABLE entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE players NO FORCE ROW LEVEL SECURITY;

WITH told AS (
    SELECT club_id, seq, kind, api_key_id, convert_from(leaf, 'UTF8')::json AS leaf
    FROM entries
    WHERE kind IN ('club_founded', 'member_set', 'club_handed_over', 'invitation_accepted', 'player_linked')
), roles AS (
    SELECT club_id, seq, leaf ->> 'actor' AS user_id, 'owner' AS role FROM told WHERE kind = 'club_founded'
    UNION ALL
    SELECT club_id, seq, leaf ->> 'user', leaf ->> 'role' FROM told WHERE kind = 'member_set'
    UNION ALL
    SELECT club_id, seq, leaf ->> 'user', 'owner' FROM told WHERE kind = 'club_handed_over'
    UNION ALL
    SELECT club_id, seq, leaf ->> 'actor', leaf ->> 'role' FROM told WHERE kind IN ('club_handed_over', 'invitation_accepted')
), linked AS (
    SELECT club_id, seq, kind, api_key_id, leaf ->> 'actor' AS actor,
        CASE kind WHEN 'player_linked' THEN leaf ->> 'user' ELSE leaf ->> 'actor' END AS user_id
    FROM told
    WHERE kind = 'player_linked' OR (kind = 'invitation_accepted' AND leaf ->> 'player' IS NOT NULL)
), origins AS (
    SELECT DISTINCT ON (club_id, player_id) club_id, player_id, linked.seq, linked.kind, linked.api_key_id, linked.actor
    FROM players JOIN linked USING (club_id)
    WHERE linked.user_id = players.user_id::text AND linked.seq <= players.linked_seq
    ORDER BY club_id, player_id, linked.seq DESC
), makers AS (
    SELECT DISTINCT ON (club_id, player_id) club_id, player_id, origins.kind, origins.api_key_id, roles.role
    FROM origins LEFT JOIN roles USING (club_id)
    WHERE roles.user_id = origins.actor AND roles.seq <= origins.seq
    ORDER BY club_id, player_id, roles.seq DESC
)
UPDATE players SET confirmed_link_seq = linked_seq
FROM makers
WHERE makers.club_id = players.club_id AND makers.player_id = players.player_id
    AND (makers.kind = 'invitation_accepted' OR (makers.role = 'owner' AND makers.api_key_id IS NULL));

ALTER TABLE players FORCE ROW LEVEL SECURITY;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;
