//! What works beside the gateway whenever it is woken, and now and then by itself: the signer, the auditor and the dispatcher.

use std::pin::pin;
use std::time::Duration;

use host::Failure;
use ledger::WorkNotifications;
use metrics::{Unit, counter, describe_counter};
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How long to wait after something went wrong, the database being away, say.
const RETRY: Duration = Duration::from_secs(1);

const FAILURES: &str = "faan_worker_failures_total";

/// One who works.
pub(crate) trait Worker: Send {
    /// What it is, for the log.
    const NAME: &'static str;

    /// How long it may go on without being woken.
    fn every(&self) -> Duration;

    /// Listens for those who wake it.
    fn listen(&self) -> impl Future<Output = ledger::Result<WorkNotifications>> + Send;

    /// Does what there is to do: for somebody who waits, or because time has passed.
    fn work(&mut self, woken: bool) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Resolves when something is to be done of which nobody tells.
    fn comes_due(&mut self) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }

    /// Leaves off what it was at, after an error or when it is told to stop.
    fn leave_off(&mut self) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// Works until it is told to stop. While the database is away it tries again and again.
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

/// Works until something goes wrong.
async fn work_on(worker: &mut impl Worker) -> Failure {
    match work_until_lost(worker).await {
        Ok(()) => "the connection to the database is lost".into(),
        Err(error) => error,
    }
}

async fn work_until_lost(worker: &mut impl Worker) -> Result<(), Failure> {
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
    }
}
