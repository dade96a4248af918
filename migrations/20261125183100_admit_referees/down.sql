-- Refused while somebody is a referee: an owner gives them another role first.
ALTER TABLE api_keys
    DROP CONSTRAINT api_keys_role_check,
    ADD CONSTRAINT api_keys_role_check CHECK (role IN ('scorer', 'player', 'auditor'));

ALTER TABLE invitations
    DROP CONSTRAINT invitations_role_check,
    ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'scorer', 'player', 'auditor'));

ALTER TABLE members
    DROP CONSTRAINT members_role_check,
    ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'scorer', 'player', 'auditor'));
