//! Schedules for everybody who asks. A long one for many players takes seconds, so one is made at a time, and those that were made last are
//! kept: the places have no names, so that there is one for each number of players and rounds.

use std::sync::Arc;

use quick_cache::sync::Cache;
use seating::{Schedule, schedule};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::problem::Problem;
use crate::turn;

/// How many are kept. A large one takes 200 KB.
const KEPT: usize = 64;
/// What the lots of the places are drawn with.
const SEED: &str = "faan";

/// Makes schedules.
pub(crate) struct Schedules {
    made: Cache<(usize, usize), Arc<Schedule>>,
    turns: Arc<Semaphore>,
}

impl Schedules {
    pub(crate) fn new() -> Self {
        Self {
            made: Cache::new(KEPT),
            turns: Arc::new(Semaphore::new(1)),
        }
    }

    /// The schedule of so many players and rounds, which are numbers that a schedule can have.
    pub(crate) async fn of(&self, players: usize, rounds: usize) -> Result<Arc<Schedule>, Problem> {
        let key = (players, rounds);
        if let Some(made) = self.made.get(&key) {
            return Ok(made);
        }
        let turn = self.turn().await?;
        if let Some(made) = self.made.get(&key) {
            return Ok(made);
        }
        let made = spawn_blocking(move || {
            // The turn lasts until it is made, also if nobody waits for it any more.
            let _turn = turn;
            make(players, rounds)
        });
        let made = Arc::new(made.await.map_err(Problem::internal)??);
        self.made.insert(key, made.clone());
        Ok(made)
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let detail = "Too many schedules are being made just now.";
        let turn = turn::in_time(self.turns.clone().acquire_owned(), detail).await?;
        turn.map_err(Problem::internal)
    }
}

fn make(players: usize, rounds: usize) -> Result<Schedule, Problem> {
    let ids: Vec<String> = (1..=players).map(|place| place.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    schedule(SEED, &ids, rounds).map_err(Problem::internal)
}
