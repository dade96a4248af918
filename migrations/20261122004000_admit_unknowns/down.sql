-- Not once a club was imported of which something is unknown: the columns below ask for it.
ALTER TABLE users
    DROP CONSTRAINT users_are_whole_or_nobodys,
    DROP CONSTRAINT users_erased_are_nobodys,
    ADD CONSTRAINT users_are_whole_or_erased CHECK (
        num_nulls(email, email_folded, password_hash, display_name) = CASE WHEN erased_at IS NULL THEN 0 ELSE 4 END
    );
ALTER TABLE invitations ALTER COLUMN token_hash SET NOT NULL;
ALTER TABLE texts
    DROP CONSTRAINT texts_are_whole,
    DROP CONSTRAINT texts_erased_are_gone,
    ADD CONSTRAINT texts_erased_are_gone
        CHECK ((text IS NULL) = (erased_seq IS NOT NULL) AND (salt IS NULL) = (erased_seq IS NOT NULL));
ALTER TABLE players
    DROP CONSTRAINT players_name_is_whole,
    DROP CONSTRAINT players_erased_have_no_name,
    ADD CONSTRAINT players_erased_have_no_name
        CHECK ((name IS NULL) = (erased_seq IS NOT NULL) AND (name_salt IS NULL) = (erased_seq IS NOT NULL));
ALTER TABLE clubs ALTER COLUMN name_salt SET NOT NULL;
