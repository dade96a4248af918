//! Outcomes that are recorded together. While one is recorded, those of other clubs wait, and are then recorded in one transaction: one commit and
//! one round trip, for which the server is woken once. Nothing waits where nobody is at it, and there is no timer.

use crate::connections::Connections;
use crate::notifier::Notice;
use crate::tables::outcome_call::{CallStatement, Called, OutcomeCall};
use crate::transaction::{Transaction, transaction_span};
use crate::{ClubId, Ledger, Result};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// So many outcomes are recorded together at most.
const AT_ONCE: usize = 32;
/// So many may be at it: with two, those that come while the first commits do not all wait for it.
const PLACES: usize = 2;
/// How long whoever is alone keeps a place: the club may be locked elsewhere.
const LONGEST_ALONE: Duration = Duration::from_millis(100);

/// Where they wait.
pub(crate) struct OutcomeLane {
    connections: Connections,
    state: Mutex<State>,
}

struct State {
    free_places: usize,
    waiting: Vec<Waiting>,
}

struct Waiting {
    club: ClubId,
    statement: CallStatement,
    notices: Vec<Notice>,
    answer: oneshot::Sender<Called>,
}

/// Whoever has it records. When they leave it, those that wait are next.
struct Place(Arc<OutcomeLane>);

/// Whether an outcome is recorded at once, or with others.
enum Entered {
    First(Place),
    Waits(oneshot::Receiver<Called>),
}

impl Ledger {
    /// Records an outcome by a call, with others if it has to wait. The caller has the turn of its club.
    pub(crate) async fn call(&self, call: &OutcomeCall<'_>) -> Result<Called> {
        let place = match self.outcome_lane().clone().enter(call)? {
            Entered::First(place) => Some(place),
            Entered::Waits(answer) => {
                if let Ok(Ok(called)) = timeout(self.patience(), answer).await {
                    return Ok(called);
                }
                // It was not recorded with the others, or nobody knows whether: alone it shows, since its key would have been used.
                None
            }
        };
        let mut alone = pin!(async { self.transaction().await?.call(call).await });
        if let Ok(called) = timeout(LONGEST_ALONE, &mut alone).await {
            return called;
        }
        drop(place);
        alone.await
    }
}

impl OutcomeLane {
    /// Over these connections.
    pub(crate) fn over(connections: Connections) -> Self {
        Self {
            connections,
            state: Mutex::new(State {
                free_places: PLACES,
                waiting: Vec::new(),
            }),
        }
    }

    fn enter(self: Arc<Self>, call: &OutcomeCall<'_>) -> Result<Entered> {
        let mut state = self.state();
        if let Some(left) = state.free_places.checked_sub(1) {
            state.free_places = left;
            drop(state);
            return Ok(Entered::First(Place(self)));
        }
        let (answer, answered) = oneshot::channel();
        state.waiting.push(Waiting {
            club: call.write.club,
            statement: call.statement()?,
            notices: call.notices(),
            answer,
        });
        Ok(Entered::Waits(answered))
    }

    /// Those that whoever leaves a place has recorded next, in the order of their clubs, in which everybody locks. If nobody waits, the place is free.
    fn take_next(&self) -> Vec<Waiting> {
        let mut state = self.state();
        state.waiting.retain(|one| !one.answer.is_closed());
        let end = state.waiting.len().min(AT_ONCE);
        let mut next: Vec<Waiting> = state.waiting.drain(..end).collect();
        if next.is_empty() {
            state.free_places = state.free_places.saturating_add(1);
        }
        next.sort_by_key(|one| one.club);
        next
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = self.0.take_next();
        if !next.is_empty() {
            let place = Self(self.0.clone());
            self.0.connections.spawn(place.record(next));
        }
    }
}

impl Place {
    async fn record(self, waiting: Vec<Waiting>) {
        let (calls, answers): (Vec<_>, Vec<_>) = waiting
            .into_iter()
            .map(|one| ((one.statement, one.notices), one.answer))
            .unzip();
        match self.call_all(calls).await {
            Ok(called) => {
                // Those who do not wait any more call again, and learn what became of it.
                for (answer, called) in answers.into_iter().zip(called) {
                    let _is_waited_for = answer.send(called).is_ok();
                }
            }
            Err(error) => tracing::debug!(%error, "outcomes were not recorded together"),
        }
    }

    async fn call_all(&self, calls: Vec<(CallStatement, Vec<Notice>)>) -> Result<Vec<Called>> {
        let tx = Transaction::on(&self.0.connections, transaction_span()).await?;
        tx.call_all(calls).await
    }
}
