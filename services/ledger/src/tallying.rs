//! Standings follow the ledger: in the background, what was entered is added to what the matches of a club come to.

mod catch_up;
mod rebuild;

pub use rebuild::rebuild_standings;

use crate::{ClubId, Ledger, Reader};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How long to wait after something went wrong.
const RETRY: Duration = Duration::from_secs(1);

/// Brings the tallies of clubs up to their ledgers, one club after the other. Several may run at once: no two are at one club.
pub struct Tallying {
    behind: Arc<Behind>,
    tasks: [JoinHandle<()>; 2],
}

/// The clubs that have to be looked at, in the order they were told of: one that has much to add up, or fails, holds up no other. One that
/// is told of again and again is looked at once.
#[derive(Default)]
struct Behind {
    clubs: Mutex<VecDeque<ClubId>>,
    told: Notify,
}

impl Tallying {
    /// Begins, and follows the news. Call it on the multi-thread runtime.
    pub fn start(ledger: Ledger, news: Reader<ClubId>) -> Self {
        let behind = Arc::new(Behind::default());
        let tasks = [
            tokio::spawn(hear(news, behind.clone())),
            tokio::spawn(work(ledger, behind.clone())),
        ];
        Self { behind, tasks }
    }

    /// Has a club looked at, of which it was seen that its tallies are behind. News can be lost: who looks finds out.
    pub fn look_at(&self, club: ClubId) {
        self.behind.add(club);
    }
}

impl Drop for Tallying {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Behind {
    fn add(&self, club: ClubId) {
        let mut clubs = self.clubs.lock().unwrap_or_else(PoisonError::into_inner);
        if !clubs.contains(&club) {
            clubs.push_back(club);
        }
        drop(clubs);
        self.told.notify_one();
    }

    async fn next(&self) -> ClubId {
        loop {
            let first = {
                let mut clubs = self.clubs.lock().unwrap_or_else(PoisonError::into_inner);
                clubs.pop_front()
            };
            match first {
                Some(club) => return club,
                None => self.told.notified().await,
            }
        }
    }
}

async fn hear(mut news: Reader<ClubId>, behind: Arc<Behind>) {
    while let Some(club) = news.any().await {
        if let Some(club) = club {
            behind.add(club);
        }
    }
}

async fn work(ledger: Ledger, behind: Arc<Behind>) {
    loop {
        let club = behind.next().await;
        match ledger.catch_up(club).await {
            Ok(true) => behind.add(club),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%club, "the standings of a club do not follow its ledger: {error}");
                tokio::time::sleep(RETRY).await;
                behind.add(club);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn nobody_who_comes_again_comes_before_those_who_wait() {
        let [first, second] = [1, 2].map(|number| ClubId(Uuid::from_u128(number)));
        let behind = Behind::default();
        for club in [first, second, first] {
            behind.add(club);
        }
        assert_eq!(behind.next().await, first);
        behind.add(first);
        assert_eq!(behind.next().await, second);
        assert_eq!(behind.next().await, first);
    }
}
