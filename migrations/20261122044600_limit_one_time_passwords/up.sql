-- A password that somebody else made up for an account: whoever signs in with it chooses another one, and after this time it is good for nothing.
ALTER TABLE users
    ADD COLUMN one_time_until timestamptz,
    ADD CONSTRAINT users_one_time_passwords_are_passwords CHECK (one_time_until IS NULL OR password_hash IS NOT NULL);

GRANT UPDATE (one_time_until) ON users TO faan_app;
