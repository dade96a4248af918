//! One turn: sends the next events to one webhook.

use std::sync::Arc;
use std::time::{Duration, Instant};

use host::Failure;
use ledger::{AttemptResult, ClaimedWebhook, DispatcherLedger, NextEntry, RequestedDelivery};
use tokio::sync::watch;
use tokio::time::timeout;
use webhooks::Event;

use super::clock::now;
use super::measure::{self, Underway};
use super::memory::{Held, Holder, Memory};
use super::schedule;
use super::sender::Sender;

/// The maximum duration of a turn. Without it, a slow receiver would occupy a place for a whole page of entries while others wait.
const LASTS: Duration = Duration::from_secs(5);
/// How long a turn waits for memory. Every request that has memory ends before, so that whoever is first in line gets it; and together with a
/// request it is shorter than a lease.
const WAITS: Duration = Duration::from_secs(20);

/// The dependencies of a turn.
pub(super) struct Turn {
    pub(super) ledger: DispatcherLedger,
    pub(super) sender: Arc<Sender>,
    pub(super) memory: Arc<Memory>,
    pub(super) taken: ClaimedWebhook,
    /// Becomes true when the dispatcher stops.
    pub(super) stop: watch::Receiver<bool>,
}

impl Turn {
    /// Sends events and then releases the webhook. After an error its lease expires.
    pub(super) async fn take(mut self) {
        let _underway = Underway::begins();
        if let Err(error) = self.tell().await {
            tracing::warn!(webhook = %self.taken.id, %error, "a webhook is left to another dispatcher");
        }
    }

    async fn tell(&mut self) -> Result<(), Failure> {
        let began = Instant::now();
        let next = self.ledger.next(&self.taken).await?;
        for waiting in next.waiting {
            if self.leaves_off(began) {
                break;
            }
            if !self.send_asked(waiting).await? {
                return Ok(self.ledger.give_back(&self.taken, None).await?);
            }
        }
        for entry in next.entries {
            if self.leaves_off(began) {
                return Ok(self.ledger.give_back(&self.taken, None).await?);
            }
            if !self.tell_of(entry).await? {
                return Ok(());
            }
        }
        Ok(self.ledger.give_back(&self.taken, next.told_up_to).await?)
    }

    fn leaves_off(&self, began: Instant) -> bool {
        *self.stop.borrow() || began.elapsed() >= LASTS
    }

    /// The event of an entry, and the memory that it has until it is sent; `None` if there was no memory in time.
    async fn event_of(&self, entry: &NextEntry) -> Result<Option<(Event, Held)>, Failure> {
        let club = self.taken.club;
        let holder = match self.taken.failures {
            0 => Holder::Club(club),
            _ => Holder::Failing,
        };
        let mut stop = self.stop.clone();
        let stops = async { stop.wait_for(|stops| *stops).await.is_ok() };
        let held = tokio::select! {
            held = timeout(WAITS, self.memory.take(holder, entry.bytes)) => held,
            _ = stops => return Ok(None),
        };
        let Ok(mut held) = held else {
            return Ok(None);
        };
        let entry = self.ledger.entry(&self.taken, entry.seq).await?;
        let event = Event::of_entry(club, entry)?;
        held.shrink_to(event.body.len());
        Ok(Some((event, held)))
    }

    /// Sends an entry. Returns whether to continue with the next entry.
    async fn tell_of(&mut self, entry: NextEntry) -> Result<bool, Failure> {
        let Some((event, held)) = self.event_of(&entry).await? else {
            self.ledger.give_back(&self.taken, None).await?;
            return Ok(false);
        };
        let answer = self.sender.send(&self.taken, event).await;
        drop(held);
        let follows = schedule::after(&answer, self.taken.failures);
        measure::attempted(follows);
        let told = (entry.seq, entry.kind);
        let noted = self
            .ledger
            .note(&self.taken, told, answer.attempt, follows)
            .await?;
        let goes_on = noted && follows == AttemptResult::Delivered;
        if goes_on {
            (self.taken.delivered_seq, self.taken.failures) = (entry.seq, 0);
        }
        Ok(goes_on)
    }

    /// Sends a requested test event or redelivery once. Returns whether there was memory for it.
    async fn send_asked(&self, waiting: RequestedDelivery) -> Result<bool, Failure> {
        let event = match &waiting.entry {
            Some(entry) => self.event_of(entry).await?,
            None => {
                let event = Event::test(self.taken.club, waiting.id, now()?)?;
                Some((event, Held::default()))
            }
        };
        let Some((event, held)) = event else {
            return Ok(false);
        };
        let answer = self.sender.send(&self.taken, event).await;
        drop(held);
        let noting = self
            .ledger
            .note_asked(&self.taken, waiting.id, answer.attempt);
        noting.await?;
        Ok(true)
    }
}
