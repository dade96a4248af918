//! Standings follow the ledger: in the background, what was entered is added to what the matches of a club come to.

mod behind;
mod catch_up;
mod doubles;
mod rebuild;
mod sums;

pub use catch_up::StandingsStep;
pub use rebuild::rebuild_standings;

use crate::{ClubId, Ledger, Result, Subscription};
use behind::Behind;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Brings the tallies of clubs up to their ledgers, one club after the other. Several may run at once: no two are at one club.
pub struct StandingsUpdater {
    behind: Arc<Behind>,
    tasks: [JoinHandle<()>; 2],
}
impl StandingsUpdater {
    /// Begins, and follows the news. Call it on the multi-thread runtime.
    pub fn start(ledger: Ledger, news: Subscription<ClubId>) -> Self {
        let behind = Arc::new(Behind::default());
        let tasks = [
            tokio::spawn(hear(news, behind.clone())),
            tokio::spawn(work(behind.clone(), move |club| {
                let ledger = ledger.clone();
                async move { ledger.catch_up(club).await }
            })),
        ];
        Self { behind, tasks }
    }

    /// Has a club looked at, of which somebody who reads it saw that its tallies are behind. It comes before clubs that nobody reads, of which there
    /// may be thousands: after an import, or when all standings are made anew. And news can be lost: who looks finds out.
    pub fn look_at(&self, club: ClubId) {
        self.behind.add_first(club);
    }
}

impl Drop for StandingsUpdater {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
async fn hear(mut news: Subscription<ClubId>, behind: Arc<Behind>) {
    while let Some(club) = news.any().await {
        if let Some(club) = club {
            behind.add(club);
        }
    }
}

async fn work<F: Future<Output = Result<StandingsStep>>>(
    behind: Arc<Behind>,
    catch_up: impl Fn(ClubId) -> F,
) {
    loop {
        let club = behind.next().await;
        let begin = Instant::now();
        match catch_up(club).await {
            Ok(step) => behind.succeeded(club, begin.elapsed(), step),
            Err(error) => {
                tracing::warn!(%club, "the standings of a club do not follow its ledger: {error}");
                behind.put_off(club, begin.elapsed());
            }
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::sync::Mutex;
    use std::time::Duration;
    use uuid::Uuid;

    /// Each of many clubs fails whenever it is looked at, one is behind that does not, and one comes right the second time.
    #[tokio::test]
    async fn clubs_that_fail_hold_up_no_other() {
        let club = |number| ClubId(Uuid::from_u128(number));
        let behind = Arc::new(Behind::default());
        (0..=101).for_each(|number| behind.add(club(number)));
        let (told, mut done) = tokio::sync::mpsc::unbounded_channel();
        let attempts = Mutex::new(HashMap::<ClubId, u32>::new());
        let catch_up = |looked_at: ClubId| {
            let mut attempts = attempts.lock().unwrap();
            let attempt = attempts.entry(looked_at).or_default();
            *attempt += 1;
            let is_good = looked_at == club(100) || looked_at == club(101) && *attempt == 2;
            let found = is_good
                .then_some(StandingsStep::Last)
                .ok_or(crate::Error::Differs("club"));
            if found.is_ok() {
                told.send(looked_at).unwrap();
            }
            async move { found }
        };
        let both = async { (done.recv().await, done.recv().await) };
        tokio::select! {
            () = work(behind.clone(), catch_up) => {}
            good = both => assert_eq!(good, (Some(club(100)), Some(club(101)))),
            () = tokio::time::sleep(Duration::from_secs(30)) => panic!("clubs that fail hold up others"),
        }
        // And none was tried over and over again.
        assert!(
            attempts
                .into_inner()
                .unwrap()
                .values()
                .all(|tries| *tries <= 3)
        );
    }
}
