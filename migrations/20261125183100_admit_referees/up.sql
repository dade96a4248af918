-- Members, invitations and API keys of a club can have the role of a referee.
ALTER TABLE members
    DROP CONSTRAINT members_role_check,
    ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'scorer', 'referee', 'player', 'auditor'));

ALTER TABLE invitations
    DROP CONSTRAINT invitations_role_check,
    ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'scorer', 'referee', 'player', 'auditor'));

ALTER TABLE api_keys
    DROP CONSTRAINT api_keys_role_check,
    ADD CONSTRAINT api_keys_role_check CHECK (role IN ('scorer', 'referee', 'player', 'auditor'));
