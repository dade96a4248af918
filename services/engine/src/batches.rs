//! `ScoreHands`: batches of wins in, one answer for each out.
//!
//! The transport asks for the next answer only when there is room to send one, and a batch is read only to answer it: so
//! at most one is under way, and a caller that takes no answers is soon not heard any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::Stream;
use futures_util::stream::try_unfold;
use rules::{StepBudget, TableOptions, Variant};
use tokio::sync::watch;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, Request, Status, Streaming};
use wire::{Rejection, v1};

use crate::blocking::BlockingPool;
use crate::budget::{
    CallSteps, OF_A_STREAM, OF_A_TURN, too_many_steps, too_many_steps_of_stream, write_steps,
};
use crate::connection::Peer;
use crate::convert::engine::{write_hand_result, write_scored_batch};
use crate::convert::score::{StatedWin, read_options, read_wins};
use crate::errors::Invalid;
use crate::limits::Allowed;
use crate::rejection::Reject;

/// After how many hands other calls get their turn, or sooner where house patterns take many steps.
const TURN: usize = 64;

/// How much later than a stream's own idle limit its connection is cut.
const GRACE: Duration = Duration::from_secs(1);

/// A stream of batches.
pub(crate) struct Batches {
    blocking: Arc<BlockingPool>,
    messages: Streaming<v1::ScoreHandsRequest>,
    stopping: watch::Receiver<bool>,
    allowed: Allowed,
    /// Cuts the connection if answers are not taken.
    watchdog: Option<Watchdog>,
    /// The rules, once a message has named them.
    variant: Option<Arc<Variant>>,
    options: TableOptions,
    answered: u64,
    /// The steps that house patterns have taken so far.
    steps: u64,
}

impl Batches {
    pub(crate) fn new(
        request: Request<Streaming<v1::ScoreHandsRequest>>,
        allowed: Allowed,
        peer: Option<Peer>,
        blocking: Arc<BlockingPool>,
        stopping: watch::Receiver<bool>,
    ) -> Batches {
        Batches {
            blocking,
            messages: request.into_inner(),
            stopping,
            watchdog: peer.map(|peer| Watchdog::new(peer, allowed.idle + GRACE)),
            allowed,
            variant: None,
            options: TableOptions::default(),
            answered: 0,
            steps: 0,
        }
    }

    /// The answers, in the order of the batches. Nothing happens but when one is asked for.
    pub(crate) fn answers(self) -> impl Stream<Item = Result<v1::ScoreHandsResponse, Status>> {
        try_unfold(self, async |mut batches| {
            let answer = batches.next().await?;
            Ok(answer.map(|answer| (answer, batches)))
        })
    }

    async fn next(&mut self) -> Result<Option<v1::ScoreHandsResponse>, Status> {
        if let Some(watchdog) = &self.watchdog {
            watchdog.taken.fetch_add(1, Ordering::Relaxed);
        }
        let Some(message) = self.message().await? else {
            return Ok(None);
        };
        let answer = timeout_at(self.allowed.until, self.answer(message)).await;
        let answer = match answer {
            Ok(answer) => answer?,
            Err(_) => return Err(Rejection::DeadlineExceeded.after(self.answered)),
        };
        self.answered += 1;
        Ok(Some(answer))
    }

    async fn answer(
        &mut self,
        message: v1::ScoreHandsRequest,
    ) -> Result<v1::ScoreHandsResponse, Status> {
        let answered = self.answered;
        let in_batch = move |invalid: Invalid| invalid.in_batch(answered);
        let steps = CallSteps::of_a_request();
        let with_steps = |mut refusal: Status| {
            write_steps(refusal.metadata_mut(), &steps);
            refusal
        };
        let read = self.read(message, &steps).await?;
        let read = read.map_err(|invalid| with_steps(in_batch(invalid)));
        let (variant, wins) = read?;
        let answer = score(&variant, &self.options, wins, &steps.budget).await;
        self.steps += steps.taken();
        let answer = match self.steps > OF_A_STREAM {
            true => Err(too_many_steps_of_stream()),
            false => answer,
        };
        answer.map_err(|invalid| with_steps(in_batch(invalid)))
    }

    /// The next message; none if the caller has sent its last.
    async fn message(&mut self) -> Result<Option<v1::ScoreHandsRequest>, Status> {
        let idle = Instant::now() + self.allowed.idle;
        let until = idle.min(self.allowed.until);
        tokio::select! {
            biased;
            // An error means that the server is gone.
            _ = self.stopping.wait_for(|stopping| *stopping) => {
                Err(Rejection::Stopping.after(self.answered))
            }
            message = timeout_at(until, self.messages.message()) => match message {
                Ok(message) => message.map_err(|status| unreadable(status, self.answered)),
                Err(_) if until < idle => Err(Rejection::DeadlineExceeded.after(self.answered)),
                Err(_) => Err(Rejection::StreamIdle.after(self.answered)),
            },
        }
    }

    /// Understands the rules and the wins of a message, or tells why it cannot be.
    async fn read(
        &mut self,
        message: v1::ScoreHandsRequest,
        steps: &CallSteps,
    ) -> Result<Result<(Arc<Variant>, StatedWins), Invalid>, Status> {
        // What was sent is bounded as soon as it was read, and while the rules are waited for.
        let wins = read_wins(message.wins);
        let named = match (message.variant, &self.variant) {
            (None, Some(variant)) => Ok(Arc::clone(variant)),
            (stated, _) => self.blocking.variant_in("variant", stated, steps).await?,
        };
        Ok(named.and_then(|variant| {
            if message.options.is_some() {
                self.options = read_options(message.options)?;
            }
            let wins = wins?;
            self.variant = Some(Arc::clone(&variant));
            Ok((variant, wins))
        }))
    }
}

/// The wins of a batch, or why the notation of one cannot be read.
type StatedWins = Vec<Result<StatedWin, Invalid>>;

async fn score(
    variant: &Variant,
    options: &TableOptions,
    wins: StatedWins,
    budget: &StepBudget,
) -> Result<v1::ScoreHandsResponse, Invalid> {
    let mut results = Vec::with_capacity(wins.len());
    let mut turn = budget.spent();
    for (index, win) in wins.into_iter().enumerate() {
        let scored = match win {
            Ok(stated) => rules::score_within(variant, options, &stated.win, budget)
                .map_err(|steps| too_many_steps(steps, format!("wins[{index}]")))?
                .map_err(|refusal| stated.refused(&format!("wins[{index}]"), refusal)),
            Err(not_understood) => Err(not_understood),
        };
        results.push(write_hand_result(variant, scored));
        if results.len().is_multiple_of(TURN) || budget.spent() - turn >= OF_A_TURN {
            turn = budget.spent();
            yield_now().await;
        }
    }
    yield_now().await;
    Ok(write_scored_batch(variant, results, budget.spent()))
}

/// What the transport says of a message it cannot read, with the number of its batch.
fn unreadable(status: Status, batch: u64) -> Status {
    if !matches!(status.code(), Code::Internal | Code::OutOfRange) {
        return status;
    }
    Status::new(
        status.code(),
        format!("batch {batch}: {}", status.message()),
    )
}

/// Cuts a connection on which answers wait to be taken for too long: the stream itself is not asked for anything then,
/// and cannot end.
struct Watchdog {
    /// How many answers were asked for.
    taken: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Watchdog {
    fn new(peer: Peer, patience: Duration) -> Watchdog {
        let taken = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&taken);
        let task = tokio::spawn(async move {
            let mut before = seen.load(Ordering::Relaxed);
            loop {
                sleep(patience).await;
                let now = seen.load(Ordering::Relaxed);
                if now == before {
                    tracing::info!(peer = %peer.address, "no answers are taken: the connection is cut");
                    return peer.cut.cut();
                }
                before = now;
            }
        });
        Watchdog { taken, task }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.task.abort();
    }
}
