-- A key that is limited would be good for the whole club afterwards: it ends instead.
ALTER TABLE api_keys NO FORCE ROW LEVEL SECURITY;
UPDATE api_keys SET revoked_at = now() WHERE scope <> 'club' AND revoked_at IS NULL;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE api_keys
    DROP COLUMN scope,
    DROP COLUMN match_id;
