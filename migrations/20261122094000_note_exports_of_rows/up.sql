-- What a club's people take along for spreadsheets and programs is noted as well: it has names in it.
ALTER TABLE access_events
    DROP CONSTRAINT access_events_kind_check,
    ADD CONSTRAINT access_events_kind_check CHECK (kind IN (
        'api_key_made', 'api_key_revoked', 'ledger_exported', 'openings_exported',
        'webhook_made', 'webhook_changed', 'webhook_deleted',
        'hands_exported', 'payments_exported', 'standings_exported'
    ));
