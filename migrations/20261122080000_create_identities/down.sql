-- Nobody changes these, but for whoever takes back what they are about.
ALTER TABLE account_events DISABLE TRIGGER account_events_are_final;
DELETE FROM account_events WHERE kind IN ('identity_linked', 'identity_unlinked');
ALTER TABLE account_events ENABLE ALWAYS TRIGGER account_events_are_final;

ALTER TABLE account_events
    DROP CONSTRAINT account_events_kind_check,
    ADD CONSTRAINT account_events_kind_check CHECK (
        kind IN ('signed_in', 'sign_in_failed', 'signed_out', 'token_reused', 'password_changed', 'password_reset')
    );

DROP TABLE identities;
