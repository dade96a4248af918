-- Who came in and what they took along, as far as no entry tells it. Ids and times, no names and no secrets. Nobody changes these.

-- Of a club: for its owners.
CREATE TABLE access_events (
    club_id uuid NOT NULL REFERENCES clubs,
    -- Sorts by when it happened.
    access_event_id uuid NOT NULL,
    time timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN ('api_key_made', 'api_key_revoked', 'ledger_exported', 'openings_exported')),
    actor uuid NOT NULL REFERENCES users,
    -- The key that was made or revoked; otherwise the one that the actor's machine asked with, if a machine asked.
    api_key_id uuid,
    PRIMARY KEY (club_id, access_event_id),
    FOREIGN KEY (club_id, api_key_id) REFERENCES api_keys
);

CREATE INDEX access_events_time_idx ON access_events (club_id, time, access_event_id);

ALTER TABLE access_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_events FORCE ROW LEVEL SECURITY;

CREATE POLICY club ON access_events USING (club_id = current_setting('faan.club')::uuid);

-- What entries tell of it: who may what, and what was erased.
CREATE INDEX entries_of_access_idx ON entries (club_id, time) WHERE kind IN (
    'club_founded', 'member_set', 'member_removed', 'club_handed_over', 'invitation_made', 'invitation_revoked',
    'invitation_accepted', 'player_erased', 'text_erased'
);

-- Of an account: for whoever signs in to it, and for no club.
CREATE TABLE account_events (
    user_id uuid NOT NULL REFERENCES users,
    access_event_id uuid NOT NULL,
    time timestamptz NOT NULL,
    kind text NOT NULL CHECK (
        kind IN ('signed_in', 'sign_in_failed', 'signed_out', 'token_reused', 'password_changed', 'password_reset')
    ),
    session_id uuid REFERENCES sessions,
    PRIMARY KEY (user_id, access_event_id)
);

-- The last attempt that failed: of many in a short time only one is kept.
CREATE INDEX account_events_failed_idx ON account_events (user_id, time) WHERE kind = 'sign_in_failed';

GRANT SELECT, INSERT ON access_events, account_events TO faan_app;

CREATE TRIGGER access_events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON access_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON account_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE access_events ENABLE ALWAYS TRIGGER access_events_are_final;
ALTER TABLE account_events ENABLE ALWAYS TRIGGER account_events_are_final;
