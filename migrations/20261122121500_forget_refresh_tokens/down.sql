REVOKE DELETE ON refresh_tokens FROM faan_app;

DROP INDEX refresh_tokens_expires_at_idx;
