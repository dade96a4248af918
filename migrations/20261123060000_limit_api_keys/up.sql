-- A key can be limited to one match, or to what the screen of the hall shows. Links and QR codes have such keys: a key that is limited
-- reads what is public there, and as a scorer's key it records in its match until that ends.

ALTER TABLE api_keys
    ADD COLUMN scope text NOT NULL DEFAULT 'club' CHECK (scope IN ('club', 'match', 'screen')),
    ADD COLUMN match_id uuid,
    ADD CHECK ((scope = 'match') = (match_id IS NOT NULL)),
    ADD CHECK (scope <> 'match' OR role IN ('player', 'scorer')),
    ADD CHECK (scope <> 'screen' OR role = 'player'),
    -- Who has a link may be anybody.
    ADD CHECK (scope = 'club' OR expires_at IS NOT NULL);

-- No club is named, and nothing need be checked, since the column is empty.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE api_keys ADD FOREIGN KEY (club_id, match_id) REFERENCES matches;
