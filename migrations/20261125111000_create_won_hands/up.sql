-- Every hand that was won and scored, and how long players dealt without a break: what the records of a club are found in. Like
-- tallies, all of it follows from the entries, is brought up to them in the background, and can be made anew from them.
CREATE TABLE won_hands (
    club_id uuid NOT NULL,
    match_id uuid NOT NULL,
    outcome_id uuid NOT NULL,
    -- Who won it, by the id that the entries have.
    player_id uuid NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    -- The entry that states what is known of it now.
    entry_seq bigint NOT NULL,
    opened_seq bigint NOT NULL,
    played_on date NOT NULL,
    variant_id text NOT NULL,
    limit_hand boolean NOT NULL,
    -- 0 of a limit hand.
    fan bigint NOT NULL CHECK (fan >= 0),
    half_points bigint NOT NULL,
    patterns text[] NOT NULL,
    -- None if the result was declared.
    tiles jsonb,
    PRIMARY KEY (club_id, match_id, outcome_id, player_id),
    FOREIGN KEY (club_id, match_id) REFERENCES matches,
    FOREIGN KEY (club_id, player_id) REFERENCES players
);

CREATE INDEX won_hands_best_idx ON won_hands (club_id, limit_hand, fan, half_points, opened_seq, number, player_id);
CREATE INDEX won_hands_played_on_idx ON won_hands (club_id, played_on, opened_seq, number, player_id);
CREATE INDEX won_hands_player_idx ON won_hands (club_id, player_id, limit_hand, fan, half_points, opened_seq, number);

ALTER TABLE won_hands ENABLE ROW LEVEL SECURITY;
ALTER TABLE won_hands FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON won_hands USING (club_id = current_setting('faan.club')::uuid);
GRANT SELECT, INSERT, DELETE ON won_hands TO faan_app;

-- The most hands that the player dealt in a row, and the first of them; none of somebody who never dealt.
ALTER TABLE tallies
    ADD COLUMN longest_deal bigint CHECK (longest_deal > 0),
    ADD COLUMN longest_deal_outcome uuid;

CREATE INDEX tallies_longest_deal_idx ON tallies (club_id, longest_deal, played_on, opened_seq);

-- What was played before is added up again.
TRUNCATE tally_heads;
