ALTER TABLE audits DROP COLUMN attempts;
