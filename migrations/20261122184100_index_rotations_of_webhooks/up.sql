-- Who had a secret made is looked up for every member who leaves, whatever number of requests changed the club's webhooks.
CREATE INDEX webhook_requests_rotated_idx ON webhook_requests (club_id, webhook_id, secret_number) WHERE rotated IS NOT FALSE;
