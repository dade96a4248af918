REVOKE DELETE ON members FROM faan_app;
REVOKE UPDATE (name, name_salt, time_zone) ON clubs FROM faan_app;
REVOKE UPDATE (name, name_salt) ON players FROM faan_app;
ALTER TABLE players
    DROP COLUMN user_id,
    DROP COLUMN linked_seq,
    DROP COLUMN merged_into,
    DROP COLUMN merged_seq;
