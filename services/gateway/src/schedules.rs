//! Schedules for everybody who asks. A long one for many players takes seconds, so one is made at a time, in turn by address and charged for its
//! time, and those that were made last are kept: the places have no names, so that there is one for each number of players and rounds.

use std::sync::Arc;

use ledger::Turns;
use quick_cache::sync::Cache;
use seating::{Schedule, schedule};
use tokio::task::spawn_blocking;

use crate::client_address::ClientNetwork;
use crate::problem::Problem;
use crate::request_limit::Share;
use crate::turn;

/// How many are kept. A large one takes 200 KB.
const KEPT: usize = 64;
/// What the lots of the places are drawn with.
const SEED: &str = "faan";

/// Makes schedules.
pub(crate) struct Schedules {
    made: Arc<Cache<(usize, usize), Arc<Schedule>>>,
    turns: Turns<ClientNetwork>,
}

impl Schedules {
    pub(crate) fn new() -> Self {
        Self {
            made: Arc::new(Cache::new(KEPT)),
            turns: Turns::new(1, 1),
        }
    }

    /// The schedule of so many players and rounds, which are numbers that a schedule can have.
    pub(crate) async fn of(
        &self,
        players: usize,
        rounds: usize,
        share: Share,
    ) -> Result<Arc<Schedule>, Problem> {
        let key = (players, rounds);
        if let Some(made) = self.made.get(&key) {
            return Ok(made);
        }
        let made = self.made.clone();
        // Somebody before may have had it made.
        let work = move || made.get_or_insert_with(&key, || make(players, rounds).map(Arc::new));
        self.in_turn(share, work).await?
    }

    /// Works once it is the turn of whoever asks, and charges the time to their share.
    async fn in_turn<T: Send + 'static>(
        &self,
        share: Share,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let detail = "Too many schedules are being made just now.";
        let turn = turn::in_time(self.turns.next(share.network()), detail).await?;
        let task = spawn_blocking(move || {
            // The turn lasts until it is made, also if nobody waits for it any more.
            let _turn = turn;
            share.charged(work)
        });
        task.await.map_err(Problem::internal)
    }
}

fn make(players: usize, rounds: usize) -> Result<Schedule, Problem> {
    let ids: Vec<String> = (1..=players).map(|place| place.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    schedule(SEED, &ids, rounds).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use futures_util::future::{join, join_all};

    use super::*;
    use crate::clock::Clock;
    use crate::request_limit::{RequestLimit, Work};

    /// What somebody at an address has who is not signed in: 40 units, and one more each second.
    fn share_of(address: u32, clock: &Clock) -> Share {
        let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN, clock));
        let network = ClientNetwork::of_address(Ipv4Addr::from_bits(address).into());
        Share::new(limit, Work::Rules, network, None)
    }

    #[tokio::test]
    async fn an_address_that_asks_for_many_keeps_no_other_waiting() {
        let schedules = Schedules::new();
        let served = Arc::new(AtomicUsize::new(0));
        let all_wait = Arc::new(OnceLock::new());
        let clock = Clock::stopped();
        let ask = |address| {
            let (served, all_wait) = (served.clone(), all_wait.clone());
            schedules.in_turn(share_of(address, &clock), move || {
                all_wait.wait();
                served.fetch_add(1, Ordering::Relaxed)
            })
        };
        // They ask in this order, and the first one waits until all do.
        let many = join_all((0..20).map(|_| ask(1)));
        let last = async {
            let last = ask(2);
            let goes_on = async { all_wait.set(()).unwrap() };
            join(last, goes_on).await.0
        };
        let (_, last) = join(many, last).await;
        assert_eq!(last.unwrap(), 1, "so many were served before");
    }

    #[tokio::test]
    async fn the_time_that_a_schedule_takes_is_charged_however_long_it_was() {
        let clock = Clock::stopped();
        let (schedules, share) = (Schedules::new(), share_of(1, &clock));
        let passes = clock.clone();
        let takes_three_seconds = move || passes.advance(Duration::from_secs(3));
        let made = schedules.in_turn(share.clone(), takes_three_seconds);
        made.await.unwrap();
        // 3,000 units are gone, of which 40 were there.
        clock.advance(Duration::from_secs(2_960));
        assert!(share.take(1).is_err());
        clock.advance(Duration::from_secs(1));
        share.take(1).unwrap();
        // One that is kept is made for nobody.
        let one = schedules.of(8, 2, share.clone()).await.unwrap();
        let again = schedules.of(8, 2, share).await.unwrap();
        assert!(Arc::ptr_eq(&one, &again));
    }
}
