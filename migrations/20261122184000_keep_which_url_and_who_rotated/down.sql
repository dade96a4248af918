ALTER TABLE webhook_requests DROP COLUMN rotated;
ALTER TABLE webhooks DROP COLUMN url_set_to;
