DROP TABLE account_events, identities, refresh_tokens, sessions, users;
DROP FUNCTION refuse_change;
