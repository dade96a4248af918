-- A club may come from another service with its entries alone, which hold no names, texts or secrets. So these may be unknown
-- without having been erased, and an account may be nobody's yet.

-- Whoever can show no salt for a name is believed only that the club is called so.
ALTER TABLE clubs ALTER COLUMN name_salt DROP NOT NULL;

ALTER TABLE players
    DROP CONSTRAINT players_erased_have_no_name,
    ADD CONSTRAINT players_name_is_whole CHECK ((name IS NULL) = (name_salt IS NULL)),
    ADD CONSTRAINT players_erased_have_no_name CHECK (erased_seq IS NULL OR name IS NULL);

ALTER TABLE texts
    DROP CONSTRAINT texts_erased_are_gone,
    ADD CONSTRAINT texts_are_whole CHECK ((text IS NULL) = (salt IS NULL)),
    ADD CONSTRAINT texts_erased_are_gone CHECK (erased_seq IS NULL OR text IS NULL);

-- Nobody accepts an invitation whose token is not known.
ALTER TABLE invitations ALTER COLUMN token_hash DROP NOT NULL;

-- An account that entries name and nobody signs in to has neither an address nor a time of erasure.
ALTER TABLE users
    DROP CONSTRAINT users_are_whole_or_erased,
    ADD CONSTRAINT users_are_whole_or_nobodys CHECK (num_nulls(email, email_folded, password_hash, display_name) IN (0, 4)),
    ADD CONSTRAINT users_erased_are_nobodys CHECK (erased_at IS NULL OR email IS NULL);
