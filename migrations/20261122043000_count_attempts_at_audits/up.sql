-- How often an audit was taken up and not brought to its end, this time included: what no auditor survives is not tried for ever.
ALTER TABLE audits ADD COLUMN attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0);

GRANT SELECT (attempts), UPDATE (attempts) ON audits TO faan_auditor;
