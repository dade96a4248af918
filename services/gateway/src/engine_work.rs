//! What a request has the engine work out: the steps that the engine took are charged to the share of whoever asks.
//!
//! The share is a value of the task that answers the request, so that every call of the engine is charged, whichever handler makes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tonic::metadata::MetadataMap;
use tonic::{Code, Response, Status};

use crate::problem::Problem;
use crate::request_limit::Share;

tokio::task_local! {
    static OF_REQUEST: EngineWork;
}

/// Whose share it is.
#[derive(Clone)]
struct EngineWork {
    share: Share,
    /// Whether anything was charged for this request.
    charged: Arc<AtomicBool>,
}

/// A call of the engine that is under way. Given up, because nobody waits for it any more or because its time is over, it is charged for its
/// time: the engine worked, and nobody hears how much.
pub(crate) struct CallUnderWay {
    work: Option<EngineWork>,
    since: Instant,
}

impl CallUnderWay {
    /// A call that begins now.
    pub(crate) fn begin() -> Self {
        // What is done for no request, and what is not counted, is charged to nobody.
        let work = OF_REQUEST.try_with(EngineWork::clone).ok();
        let since = Instant::now();
        Self { work, since }
    }

    /// Charges the steps that the answer or the refusal states.
    pub(crate) fn end<T>(mut self, answer: &Result<Response<T>, Status>) {
        let steps = match answer {
            Ok(answer) => steps_in(answer.metadata()),
            // Dropped, it is charged for its time.
            Err(refusal) if was_given_up(refusal) => return,
            Err(refusal) => steps_in(refusal.metadata()),
        };
        if let Some(work) = self.work.take() {
            work.charge(|share| share.charge_steps(steps));
        }
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            work.charge(|share| share.charge_time(self.since.elapsed()));
        }
    }
}

impl EngineWork {
    fn charge(&self, charge: impl FnOnce(&Share) -> bool) {
        if charge(&self.share) {
            self.charged.store(true, Ordering::Relaxed);
        }
    }
}

/// Answers a request, and charges what it has the engine work out to a share, if it is counted.
pub(crate) async fn charged_to<T>(share: Option<Share>, answer: impl Future<Output = T>) -> T {
    let Some(share) = share else {
        return answer.await;
    };
    let charged = Arc::default();
    OF_REQUEST
        .scope(EngineWork { share, charged }, answer)
        .await
}

/// Charges steps that the engine took.
pub(crate) fn charge(steps: u64) {
    let charge = |work: &EngineWork| work.charge(|share| share.charge_steps(steps));
    OF_REQUEST.try_with(charge).ok();
}

/// Whether the engine worked until the time of the call was over.
fn was_given_up(refusal: &Status) -> bool {
    matches!(refusal.code(), Code::DeadlineExceeded | Code::Cancelled)
        && !refusal.metadata().contains_key(wire::STEPS)
}

/// The steps that the metadata of an answer or a refusal states; none if it states none.
fn steps_in(metadata: &MetadataMap) -> u64 {
    let steps = metadata.get(wire::STEPS);
    let steps = steps.and_then(|steps| steps.to_str().ok()?.parse().ok());
    steps.unwrap_or_default()
}

/// Refuses a further call of the engine to a request that has taken a share far beyond what there was.
pub(crate) fn refuse_deep_in_debt() -> Result<(), Problem> {
    let refuse = |work: &EngineWork| match work.charged.load(Ordering::Relaxed) {
        true => work.share.refuse_deep_in_debt(),
        false => Ok(()),
    };
    OF_REQUEST.try_with(refuse).unwrap_or(Ok(()))
}
