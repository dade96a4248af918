//! What has to hold of accounts, whatever was done to them at once.

use std::time::Duration;
use tokio_postgres::Client;

/// What must not be there, and the rows that would be it.
const NEVER: [(&str, &str); 7] = [
    (
        "an open session without exactly one unused token",
        "SELECT FROM sessions WHERE ended_at IS NULL AND (
            SELECT count(*) FROM refresh_tokens WHERE refresh_tokens.session_id = sessions.session_id AND used_at IS NULL
        ) <> 1 AND NOT EXISTS (SELECT FROM forgotten WHERE forgotten.session_id = sessions.session_id)",
    ),
    (
        "more than one unused token of a session",
        "SELECT FROM refresh_tokens WHERE used_at IS NULL GROUP BY session_id HAVING count(*) > 1",
    ),
    (
        "an open session of before another password",
        "SELECT FROM sessions JOIN account_events USING (user_id)
         WHERE kind IN ('password_changed', 'password_reset') AND started_at < time AND ended_at IS NULL
            AND sessions.session_id IS DISTINCT FROM account_events.session_id",
    ),
    (
        "an open session of an erased account",
        "SELECT FROM sessions JOIN users USING (user_id) WHERE erased_at IS NOT NULL AND ended_at IS NULL",
    ),
    (
        "an identity of an erased account",
        "SELECT FROM identities JOIN users USING (user_id) WHERE erased_at IS NOT NULL",
    ),
    (
        "a member whose account is erased",
        "SELECT FROM members JOIN users USING (user_id) WHERE erased_at IS NOT NULL",
    ),
    (
        "a good API key of who is no member",
        "SELECT FROM api_keys WHERE revoked_at IS NULL AND NOT EXISTS (
            SELECT FROM members WHERE (members.club_id, members.user_id) = (api_keys.club_id, api_keys.made_by)
        )",
    ),
];

pub(super) async fn check(admin: &Client) {
    // Of these the last token may be forgotten.
    let forgotten = "
        CREATE TEMPORARY TABLE forgotten AS SELECT session_id FROM sessions WHERE NOT EXISTS (
            SELECT FROM refresh_tokens WHERE refresh_tokens.session_id = sessions.session_id AND expires_at > now()
        )";
    admin.batch_execute(forgotten).await.unwrap();
    for (what, query) in NEVER {
        let found = admin.query(query, &[]).await.unwrap();
        assert!(found.is_empty(), "{}: {what}", found.len());
    }
    let begun = "SELECT count(*) FROM sessions";
    let begun: i64 = admin.query_one(begun, &[]).await.unwrap().get(0);
    assert!(begun > 0);
}

/// How often two waited for each other, once everybody else is gone from the database and has told what they counted.
pub(super) async fn no_deadlocks(admin: &Client) {
    let others = "
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND usename <> current_user";
    while admin.query_one(others, &[]).await.unwrap().get::<_, i64>(0) > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let deadlocks: i64 = admin.query_one(deadlocks, &[]).await.unwrap().get(0);
    assert_eq!(deadlocks, 0);
}
