ALTER TABLE entries DROP CONSTRAINT entries_club_id_api_key_id_fkey;
DROP POLICY dispatcher ON entries;
DROP POLICY dispatcher ON clubs;
REVOKE SELECT (club_id, seq, kind, time, leaf, leaf_hash, api_key_id) ON entries FROM faan_dispatcher;
REVOKE SELECT (club_id, last_seq) ON clubs FROM faan_dispatcher;
DROP TABLE webhook_requests, webhook_deliveries, webhooks, access_events, api_keys;
