-- An account can be erased: address, password and display name go. The row stays, since entries have the id.
ALTER TABLE users
    ALTER COLUMN email DROP NOT NULL,
    ALTER COLUMN email_folded DROP NOT NULL,
    ALTER COLUMN password_hash DROP NOT NULL,
    ALTER COLUMN display_name DROP NOT NULL,
    ADD COLUMN erased_at timestamptz,
    ADD CONSTRAINT users_are_whole_or_erased CHECK (
        num_nulls(email, email_folded, password_hash, display_name) = CASE WHEN erased_at IS NULL THEN 0 ELSE 4 END
    );

GRANT UPDATE (email, email_folded, password_hash, display_name, erased_at) ON users TO faan_app;
