//! One turn: sends the next events to one webhook.

use std::sync::Arc;
use std::time::{Duration, Instant};

use host::Failure;
use ledger::{AttemptResult, ClaimedWebhook, DispatcherLedger, EntryToSend, RequestedDelivery};
use tokio::sync::watch;
use webhooks::Event;

use super::clock::now;
use super::measure::{self, Underway};
use super::schedule;
use super::sender::Sender;

/// The maximum duration of a turn. Without it, a slow receiver would occupy a place for a whole page of entries while others wait.
const LASTS: Duration = Duration::from_secs(5);

/// The dependencies of a turn.
pub(super) struct Turn {
    pub(super) ledger: DispatcherLedger,
    pub(super) sender: Arc<Sender>,
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
            self.send_asked(waiting).await?;
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

    /// Sends an entry. Returns whether to continue with the next entry.
    async fn tell_of(&mut self, entry: EntryToSend) -> Result<bool, Failure> {
        let event = Event::of_entry(self.taken.club, &entry)?;
        let answer = self.sender.send(&self.taken, &event).await;
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

    /// Sends a requested test event or redelivery once.
    async fn send_asked(&self, waiting: RequestedDelivery) -> Result<(), Failure> {
        let club = self.taken.club;
        let event = match &waiting.entry {
            Some(entry) => Event::of_entry(club, entry)?,
            None => Event::test(club, waiting.id, now()?)?,
        };
        let answer = self.sender.send(&self.taken, &event).await;
        let noting = self
            .ledger
            .note_asked(&self.taken, waiting.id, answer.attempt);
        Ok(noting.await?)
    }
}
