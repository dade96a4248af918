ALTER TABLE webhooks DROP COLUMN url_set_by;
