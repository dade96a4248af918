//! Answers that are waited for, asked for again, and refused.

use ledger::{Config, Error, Ledger};
use std::fmt::Debug;
use std::time::Duration;

/// How long to wait before something is looked at again, and how often at most. What is stopped for a while looks no less often.
const PAUSE: Duration = Duration::from_millis(20);
const LOOKS: u32 = 6_000;

/// Waits until something is so.
pub(crate) async fn until_so(what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..LOOKS {
        if is_so().await {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("never: {what}");
}

/// Waits until the database answers a question with yes.
pub(crate) async fn until(admin: &tokio_postgres::Client, question: &str) {
    let is_so = async || {
        let row = admin.query_one(question, &[]).await.unwrap();
        row.get::<_, bool>(0)
    };
    until_so(question, is_so).await;
}

/// Checks why something is refused: how its error begins, with the names that it has in the code, and no quotes.
#[track_caller]
pub(crate) fn assert_refused<T: Debug>(answer: Result<T, Error>, expected: &str) {
    let said = format!("{:?}", answer.unwrap_err()).replace('"', "");
    assert!(said.starts_with(expected), "{said}, not {expected}");
}

/// Asks again, as a client does, as long as the database is not available.
pub(crate) async fn asked_again<T>(ask: impl AsyncFn() -> Result<T, Error>) -> Result<T, Error> {
    for _ in 0..LOOKS {
        match ask().await {
            Err(Error::Unavailable { .. }) => tokio::time::sleep(PAUSE).await,
            answer => return answer,
        }
    }
    ask().await
}

pub(crate) async fn on_one_connection(url: String) -> Ledger {
    let config = Config { url, pool_size: 1 };
    asked_again(|| Ledger::connect(&config)).await.unwrap()
}
