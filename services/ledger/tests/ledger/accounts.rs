//! Accounts and sessions.

use crate::scene::{assert_refused, connect, sign_up};
use ledger::test_database::TestDatabase;
use ledger::{Error, Ledger, NewSession, SignUp, UserId};
use time::{Duration, OffsetDateTime};

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_one_account_however_it_is_written() {
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let id = sign_up(&ledger, "Chan@club.example").await;
    let again = SignUp {
        email: "chan@CLUB.example".to_owned(),
        password_hash: String::new(),
        display_name: "x".to_owned(),
    };
    assert_refused(ledger.sign_up(again).await, "EmailTaken");
    assert_eq!(
        ledger
            .credentials("CHAN@club.example")
            .await
            .unwrap()
            .unwrap()
            .user,
        id
    );
    assert_eq!(
        ledger.credentials("nobody@club.example").await.unwrap(),
        None
    );
    let user = ledger.user(id).await.unwrap();
    assert_eq!(
        (user.email.as_str(), user.display_name.as_str()),
        ("Chan@club.example", "Chan")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_gets_an_address() {
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let attempts = (0..8).map(|_| {
        ledger.sign_up(SignUp {
            email: "same@club.example".to_owned(),
            password_hash: "$argon2id$".to_owned(),
            display_name: "same".to_owned(),
        })
    });
    let results = futures_util::future::join_all(attempts).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert!(
        results
            .iter()
            .all(|result| matches!(result, Ok(_) | Err(Error::EmailTaken)))
    );
}

struct Sessions {
    database: TestDatabase,
    ledger: Ledger,
    user: UserId,
}

impl Sessions {
    async fn new() -> Self {
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        let user = sign_up(&ledger, "south@club.example").await;
        let checked = ledger.credentials_of(user).await.unwrap();
        let opened = ledger.open_session(checked, session(1)).await.unwrap();
        opened.unwrap();
        Self {
            database,
            ledger,
            user,
        }
    }

    async fn rotate(&self, old: u8, new: u8) -> ledger::Result<UserId> {
        let rotated = self
            .ledger
            .rotate_session([old; 32], [new; 32], later())
            .await;
        rotated.map(|signed_in| signed_in.user)
    }
}

fn session(token: u8) -> NewSession {
    NewSession {
        token_hash: [token; 32],
        expires_at: later(),
    }
}

#[expect(clippy::disallowed_methods, reason = "tokens expire by the wall clock")]
fn later() -> OffsetDateTime {
    OffsetDateTime::now_utc() + Duration::HOUR
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_rotate_and_a_stolen_one_ends_the_session() {
    let sessions = Sessions::new().await;
    assert_eq!(sessions.rotate(1, 2).await.unwrap(), sessions.user);
    assert_eq!(sessions.rotate(2, 3).await.unwrap(), sessions.user);
    assert_refused(sessions.rotate(1, 9).await, "SessionReused");
    assert_refused(sessions.rotate(3, 4).await, "SessionEnded");
    assert_refused(sessions.rotate(8, 9).await, "SessionEnded");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_uses_of_a_token_at_once_are_reuse() {
    let sessions = Sessions::new().await;
    let (first, second) = tokio::join!(sessions.rotate(1, 2), sessions.rotate(1, 3));
    let (won, lost) = if first.is_ok() {
        (first, second)
    } else {
        (second, first)
    };
    assert_eq!(won.unwrap(), sessions.user);
    assert_refused(lost, "SessionReused");
    for token in [2, 3] {
        assert_refused(sessions.rotate(token, 9).await, "SessionEnded");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_by_sign_out_and_by_time() {
    let sessions = Sessions::new().await;
    sessions.ledger.end_session([7; 32]).await.unwrap();
    sessions.ledger.end_session([1; 32]).await.unwrap();
    assert_refused(sessions.rotate(1, 2).await, "SessionEnded");

    let past = later() - Duration::hours(2);
    let old = NewSession {
        expires_at: past,
        ..session(5)
    };
    let checked = sessions.ledger.credentials_of(sessions.user).await.unwrap();
    let opened = sessions.ledger.open_session(checked, old).await;
    opened.unwrap().unwrap();
    assert_refused(sessions.rotate(5, 6).await, "SessionEnded");
}

/// A sign-in that was checked before the password changed, and goes on after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_does_not_begin_with_a_password_of_before() {
    let sessions = Sessions::new().await;
    let ledger = &sessions.ledger;
    let checked = ledger.credentials_of(sessions.user).await.unwrap();
    let reset = ledger.reset_password("South@club.example", "$other$".to_owned());
    assert_eq!(reset.await.unwrap(), sessions.user);
    let late = ledger.open_session(checked.clone(), session(7)).await;
    assert_eq!(late.unwrap(), None);
    let late = ledger.change_password(checked, "$mine$".to_owned(), session(8));
    assert_eq!(late.await.unwrap(), None);
    assert_refused(sessions.rotate(1, 2).await, "SessionEnded");
    let now = ledger.credentials_of(sessions.user).await.unwrap();
    let until = now.one_time_until.unwrap() - later();
    assert!(!now.is_over() && until > Duration::days(6) && until < Duration::days(7));
    let nobody = ledger.reset_password("north@club.example", String::new());
    assert_refused(nobody.await, "NoSuchUser");
}

/// Tokens that ran out long ago are forgotten, so many at a time; no other is, and no session.
#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_ran_out_long_ago_are_forgotten() {
    let sessions = Sessions::new().await;
    let admin = connect(&sessions.database.admin_url()).await;
    let many = "
        INSERT INTO refresh_tokens (token_hash, session_id, expires_at, used_at)
        SELECT sha256(number::text::bytea), session_id, now() - make_interval(days => days), CASE WHEN number % 2 = 0 THEN now() END
        FROM sessions, (
            SELECT number, 31 FROM generate_series(1, 1500) AS number UNION ALL SELECT number, 29 FROM generate_series(1501, 1600) AS number
        ) AS tokens (number, days)";
    admin.batch_execute(many).await.unwrap();
    // Two gateways are at it.
    let forget = || sessions.ledger.forget_refresh_tokens();
    let (one, other) = tokio::join!(forget(), forget());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(one.max(other) <= 1000, "{one} {other}");
    let rest = forget().await.unwrap();
    assert_eq!(one + other + rest, 1500);
    assert_eq!(forget().await.unwrap(), 0);
    let left = "SELECT (SELECT count(*) FROM refresh_tokens), (SELECT count(*) FROM sessions)";
    let left = admin.query_one(left, &[]).await.unwrap();
    assert_eq!((left.get::<_, i64>(0), left.get::<_, i64>(1)), (101, 1));
    assert_eq!(sessions.rotate(1, 2).await.unwrap(), sessions.user);
}

/// Whoever uses a token again and again adds one row, however often and from wherever it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_used_token_is_noted_once_in_a_session() {
    let sessions = Sessions::new().await;
    for token in 1..4 {
        sessions.rotate(token, token + 1).await.unwrap();
    }
    for token in [1, 2, 3, 1, 1, 2] {
        let reused = sessions.rotate(token, 9).await;
        assert_refused(reused, "SessionReused");
    }
    let (one, other) = tokio::join!(sessions.rotate(1, 9), sessions.rotate(2, 9));
    assert!(matches!((one, other), (Err(_), Err(_))));
    let admin = connect(&sessions.database.admin_url()).await;
    let noted = "SELECT count(*) FROM account_events WHERE kind = 'token_reused'";
    let noted = admin.query_one(noted, &[]).await.unwrap();
    assert_eq!(noted.get::<_, i64>(0), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_while_the_password_changes() {
    let sessions = Sessions::new().await;
    let ledger = &sessions.ledger;
    for round in 1..=100_u8 {
        let [token, next] = [2 * round, 2 * round + 1];
        let checked = ledger.credentials_of(sessions.user).await.unwrap();
        let opened = ledger.open_session(checked.clone(), session(token)).await;
        opened.unwrap().unwrap();
        let hash = format!("$argon2id${round}");
        let (changed, ended) = tokio::join!(
            ledger.change_password(checked, hash, session(next)),
            ledger.end_session([token; 32])
        );
        assert!(
            changed.is_ok_and(|changed| changed.is_some()),
            "round {round}"
        );
        assert!(ended.is_ok(), "round {round}: {ended:?}");
    }
}
