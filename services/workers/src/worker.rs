//! The loop of the workers: the signer, the auditor and the dispatcher. They work after a notification, and at regular intervals.

use std::pin::pin;
use std::time::Duration;

use host::Failure;
use ledger::WorkNotifications;
use metrics::{Unit, counter, describe_counter};
use tokio::time::{MissedTickBehavior, interval, sleep};

/// The delay after an error, for example if the database is not available.
const RETRY: Duration = Duration::from_secs(1);

const FAILURES: &str = "faan_worker_failures_total";

/// A worker.
pub(crate) trait Worker: Send {
    /// The name for the log.
    const NAME: &'static str;

    /// The pause after work. Notifications that arrive in it are worked on together.
    const PAUSE: Duration = Duration::ZERO;

    /// The interval of work without a notification.
    fn every(&self) -> Duration;

    /// Listens for notifications.
    fn listen(&self) -> impl Future<Output = ledger::Result<WorkNotifications>> + Send;

    /// Does the work after a notification, or after an interval.
    fn work(&mut self, woken: bool) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Resolves when there is work without a notification.
    fn comes_due(&mut self) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }

    /// Ends the current work after an error, or when the worker stops.
    fn leave_off(&mut self) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// Works until `stop` resolves. While the database is not available, it tries again.
pub(crate) async fn run<W: Worker>(mut worker: W, stop: impl Future<Output = ()>) {
    let mut stop = pin!(stop);
    describe_counter!(
        FAILURES,
        Unit::Count,
        "How often the signer, the auditor or the dispatcher had to start over, mostly since the database was away."
    );
    counter!(FAILURES, "worker" => W::NAME).increment(0);
    loop {
        let stopped = tokio::select! {
            () = &mut stop => true,
            error = work_on(&mut worker) => {
                counter!(FAILURES, "worker" => W::NAME).increment(1);
                tracing::warn!(%error, "the {} starts over", W::NAME);
                false
            }
        };
        worker.leave_off().await;
        if stopped {
            return;
        }
        tokio::select! {
            () = &mut stop => return,
            () = sleep(RETRY) => (),
        }
    }
}

/// Works until an error.
async fn work_on(worker: &mut impl Worker) -> Failure {
    match work_until_lost(worker).await {
        Ok(()) => "the connection to the database is lost".into(),
        Err(error) => error,
    }
}

async fn work_until_lost<W: Worker>(worker: &mut W) -> Result<(), Failure> {
    let mut wakes = worker.listen().await?;
    let mut tick = interval(worker.every());
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let woken = tokio::select! {
            _ = tick.tick() => false,
            () = worker.comes_due() => true,
            woken = wakes.next() => match woken {
                Some(()) => true,
                None => return Ok(()),
            },
        };
        worker.work(woken).await?;
        sleep(W::PAUSE).await;
    }
}
