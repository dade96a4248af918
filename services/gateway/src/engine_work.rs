//! What a request has the engine work out: the steps that the engine took are charged to the share of whoever asks.
//!
//! The share is a value of the task that answers the request, so that every call of the engine is charged, whichever handler makes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::time::timeout;
use tonic::metadata::MetadataMap;
use tonic::{Code, Response, Status};

use crate::problem::Problem;
use crate::request_limit::{Share, TurnAtEngine};
use crate::turn::PATIENCE;

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
    work: Option<(EngineWork, Instant)>,
}

impl CallUnderWay {
    /// A call that begins now.
    pub(crate) fn begin() -> Self {
        // What is done for no request, and what is not counted, is charged to nobody.
        let begun = |work: &EngineWork| (work.clone(), work.share.now());
        let work = OF_REQUEST.try_with(begun).ok();
        Self { work }
    }

    /// Charges the steps that the answer or the refusal states.
    pub(crate) fn end<T>(mut self, answer: &Result<Response<T>, Status>) {
        let steps = match answer {
            Ok(answer) => steps_in(answer.metadata()),
            // Dropped, it is charged for its time.
            Err(refusal) if was_given_up(refusal) => return,
            Err(refusal) => steps_in(refusal.metadata()),
        };
        if let Some((work, _)) = self.work.take() {
            work.charge(|share| share.charge_steps(steps));
        }
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        if let Some((work, since)) = self.work.take() {
            work.charge(|share| share.charge_call(since));
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

/// The share that the work of this request is charged to; none of what is not counted.
pub(crate) fn share() -> Option<Share> {
    OF_REQUEST.try_with(|work| work.share.clone()).ok()
}

/// The next turn of whoever asks at calling the engine; none is needed for what is done for no request, and what is not counted. `Err` if it
/// does not come soon.
pub(crate) async fn turn() -> Result<Option<TurnAtEngine>, Status> {
    let Some(share) = share() else {
        return Ok(None);
    };
    let turn = timeout(PATIENCE, share.turn_at_engine()).await;
    let turn = turn.map_err(|_| Status::resource_exhausted("others of the same address are first"));
    turn.map(Some)
}

/// Charges steps that the engine took.
pub(crate) fn charge(steps: u64) {
    let charge = |work: &EngineWork| work.charge(|share| share.charge_steps(steps));
    OF_REQUEST.try_with(charge).ok();
}

/// Whether the engine worked, and nobody hears how much: until the time of the call was over, or for an answer that cannot be read.
fn was_given_up(refusal: &Status) -> bool {
    let unheard = [
        Code::DeadlineExceeded,
        Code::Cancelled,
        Code::OutOfRange,
        Code::Internal,
        Code::Unknown,
    ];
    unheard.contains(&refusal.code()) && !refusal.metadata().contains_key(wire::STEPS)
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

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::time::Duration;

    use ledger::UserId;
    use uuid::Uuid;

    use super::*;
    use crate::client_address::ClientNetwork;
    use crate::clock::Clock;
    use crate::request_limit::{Account, RequestLimit, Work};

    /// An account that has 160 units of a unit each quarter of a second.
    fn share(clock: &Clock) -> Share {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN, clock));
        let network = ClientNetwork::of_address("192.0.2.1".parse().unwrap());
        let account = Account::User(UserId(Uuid::from_u128(1)));
        Share::new(limit, Work::Rules, network, Some(account))
    }

    /// As many as a call takes at most, twice, are more than an account has.
    async fn takes_all(end: impl Fn(CallUnderWay)) -> bool {
        let clock = Clock::stopped();
        let share = share(&clock);
        charged_to(Some(share.clone()), async {
            let calls = [CallUnderWay::begin(), CallUnderWay::begin()];
            clock.advance(Duration::from_secs(60));
            calls.into_iter().for_each(&end);
        })
        .await;
        share.take(1).is_err()
    }

    #[tokio::test]
    async fn what_nobody_hears_the_end_of_is_charged() {
        assert!(takes_all(drop).await);
        let ends_with = async |code: Code| {
            let refused = move || Err::<Response<()>, _>(Status::new(code, "refused"));
            takes_all(|call| call.end(&refused())).await
        };
        for code in [Code::DeadlineExceeded, Code::Cancelled, Code::OutOfRange] {
            assert!(ends_with(code).await, "{code:?}");
        }
        // These are turned away before anything is worked out.
        for code in [Code::Unavailable, Code::ResourceExhausted] {
            assert!(!ends_with(code).await, "{code:?}");
        }
        assert!(!takes_all(|call| call.end(&Ok(Response::new(())))).await);
    }

    #[tokio::test]
    async fn what_a_refusal_says_is_charged_and_no_more() {
        let mut refused = Status::deadline_exceeded("refused");
        refused.metadata_mut().insert(wire::STEPS, 300_000.into());
        let clock = Clock::stopped();
        let share = share(&clock);
        let end = async {
            let call = CallUnderWay::begin();
            clock.advance(Duration::from_secs(60));
            call.end(&Err::<Response<()>, _>(refused));
        };
        charged_to(Some(share.clone()), end).await;
        share.take(157).unwrap();
        assert!(share.take(2).is_err());
    }
}
