//! Turns at what only a few requests may do at once.

use std::time::Duration;

use tokio::time::timeout;

use crate::problem::{Code, Problem};

/// How long a request waits for its turn: as long as the ledger waits for a connection.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// Waits for a turn; `busy` with this detail if it does not come in time.
pub(crate) async fn in_time<T>(
    turn: impl Future<Output = T>,
    detail: &'static str,
) -> Result<T, Problem> {
    let turn = timeout(PATIENCE, turn).await;
    turn.map_err(|_| Problem::new(Code::Busy, detail))
}
