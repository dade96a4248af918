-- A refresh token that ran out long ago opens nothing, whoever has it. Such tokens are forgotten, the oldest first; sessions stay, since the
-- access log of accounts tells of them.
CREATE INDEX refresh_tokens_expires_at_idx ON refresh_tokens (expires_at);

GRANT DELETE ON refresh_tokens TO faan_app;
