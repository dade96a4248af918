-- Not once an account was erased: the columns below ask for what is gone.
REVOKE UPDATE (email, email_folded, password_hash, display_name) ON users FROM faan_app;
ALTER TABLE users
    DROP COLUMN erased_at,
    ALTER COLUMN email SET NOT NULL,
    ALTER COLUMN email_folded SET NOT NULL,
    ALTER COLUMN password_hash SET NOT NULL,
    ALTER COLUMN display_name SET NOT NULL;
