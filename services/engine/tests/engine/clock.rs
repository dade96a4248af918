//! The clock of the tests, by which engines and their callers keep deadlines: only a test moves it, so that nothing depends on how
//! fast the machine is.

use std::sync::mpsc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{Instant, advance};

/// Keeps the paused clock of a runtime where it is, until this is dropped. Tokio would move it to the next deadline whenever every
/// task waits, even while bytes are on their way; it does not while a blocking task runs.
pub(crate) fn hold() -> mpsc::Sender<()> {
    let (holder, dropped) = mpsc::channel();
    drop(spawn_blocking(move || dropped.recv()));
    holder
}

/// Moves the clock step by step, until what is looked for is there; returns how far. Each look has to wait for bytes.
pub(crate) async fn move_until<T>(
    step: Duration,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> (Duration, T) {
    let begin = Instant::now();
    loop {
        if let Some(found) = look().await {
            return (begin.elapsed(), found);
        }
        advance(step).await;
    }
}
