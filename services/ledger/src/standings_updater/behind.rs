//! The clubs whose standings are behind their ledgers: who is next, and who rests.

use super::StandingsStep;
use crate::ClubId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// How long a club is left alone after something went wrong with it, and at most after that happened several times in a row: it is twice as
/// long each time, or as long as after success if that is longer. Other clubs do not wait meanwhile.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// How long a club rests after it was brought up to its ledger: at least this long, and this many times as long as it took. So a club in which much
/// is recorded takes a twentieth of the time of one connection at most, however much one step costs, and what was recorded meanwhile is one step.
const REST: Duration = Duration::from_secs(1);
const REST_FACTOR: u32 = 19;
/// It rests no longer than this, however much a step cost: a step of three minutes is not one of any club that there may be.
const LONGEST_REST: Duration = Duration::from_secs(3_600);

/// The clubs that have to be looked at, in the order they were told of, those that somebody reads before the others, but at most every second time: one
/// that has much to add up, or fails, holds up no other, nor do many that are read all the time. One that is told of again and again is looked at
/// once.
#[derive(Default)]
pub(super) struct Behind {
    clubs: Mutex<Clubs>,
    told: Notify,
}

#[derive(Default)]
struct Clubs {
    waiting: VecDeque<ClubId>,
    /// Those that waited and that somebody reads.
    read: VecDeque<ClubId>,
    /// Whether the last one was one that somebody reads.
    last_was_read: bool,
    /// Those with which something went wrong, and those that were told of while they rest: when they are looked at again.
    put_off: HashMap<ClubId, Instant>,
    /// Those that were looked at a short while ago, and until when they rest.
    resting: HashMap<ClubId, Instant>,
    /// How often in a row something went wrong.
    failures: HashMap<ClubId, u32>,
}

/// Where a club waits.
#[derive(Clone, Copy)]
enum Line {
    Waiting,
    Read,
}

impl Behind {
    /// A club has to be looked at; not before its time if it was put off.
    pub(super) fn add(&self, club: ClubId) {
        self.clubs().add(club);
        self.told.notify_one();
    }

    /// The same, and if it waits, it comes before those that nobody reads.
    pub(super) fn add_first(&self, club: ClubId) {
        let mut clubs = self.clubs();
        clubs.add(club);
        clubs.bring_forward(club);
        drop(clubs);
        self.told.notify_one();
    }

    /// A club was looked at for so long, and nothing went wrong. If it has more entries, it is soon its turn again; otherwise it rests.
    pub(super) fn succeeded(&self, club: ClubId, took: Duration, step: StandingsStep) {
        let mut clubs = self.clubs();
        if step != StandingsStep::Elsewhere {
            clubs.failures.remove(&club);
        }
        let line = clubs.take_out(club);
        if step == StandingsStep::More {
            clubs.line(line.unwrap_or(Line::Waiting)).push_back(club);
            return;
        }
        let until = Instant::now() + rest_after(took);
        clubs.resting.insert(club, until);
        if line.is_some() {
            clubs.put_off.insert(club, until);
        }
    }

    /// Something went wrong with a club after so long: it is looked at again later. What the step cost says nothing of the club the first time: the
    /// database may have been away.
    pub(super) fn put_off(&self, club: ClubId, took: Duration) {
        let mut clubs = self.clubs();
        let failures = clubs.failures.entry(club).or_default();
        let again = RETRY.saturating_mul(1 << (*failures).min(6)).min(LONGEST);
        let wait = match *failures {
            0 => again,
            _ => again.max(rest_after(took)),
        };
        *failures = failures.saturating_add(1);
        clubs.take_out(club);
        clubs.put_off.insert(club, Instant::now() + wait);
    }

    pub(super) async fn next(&self) -> ClubId {
        loop {
            let (first, next_due) = self.clubs().take(Instant::now());
            match (first, next_due) {
                (Some(club), _) => return club,
                (None, Some(due)) => tokio::select! {
                    () = self.told.notified() => {}
                    () = sleep_until(due) => {}
                },
                (None, None) => self.told.notified().await,
            }
        }
    }

    fn clubs(&self) -> MutexGuard<'_, Clubs> {
        self.clubs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clubs {
    fn add(&mut self, club: ClubId) {
        let waits = self.waiting.contains(&club) || self.read.contains(&club);
        if waits || self.put_off.contains_key(&club) {
            return;
        }
        match self.resting.get(&club) {
            Some(until) => {
                self.put_off.insert(club, *until);
            }
            None => self.waiting.push_back(club),
        }
    }

    fn line(&mut self, line: Line) -> &mut VecDeque<ClubId> {
        match line {
            Line::Waiting => &mut self.waiting,
            Line::Read => &mut self.read,
        }
    }

    /// A club waits no more; where it did, if it did.
    fn take_out(&mut self, club: ClubId) -> Option<Line> {
        [Line::Waiting, Line::Read]
            .into_iter()
            .find(|line| remove(self.line(*line), club).is_some())
    }

    fn bring_forward(&mut self, club: ClubId) {
        let waiting = remove(&mut self.waiting, club);
        self.read.extend(waiting);
    }

    fn pop(&mut self) -> Option<ClubId> {
        let club = match self.last_was_read {
            true => None,
            false => self.read.pop_front(),
        };
        self.last_was_read = club.is_some();
        let club = club.or_else(|| self.waiting.pop_front());
        club.or_else(|| self.read.pop_front())
    }

    /// Who is first, or when somebody is due who was put off.
    fn take(&mut self, now: Instant) -> (Option<ClubId>, Option<Instant>) {
        let is_due = |_: &ClubId, due: &mut Instant| *due <= now;
        let due: Vec<ClubId> = self
            .put_off
            .extract_if(is_due)
            .map(|(club, _)| club)
            .collect();
        self.waiting.extend(due);
        self.resting.retain(|_, until| *until > now);
        (self.pop(), self.put_off.values().min().copied())
    }
}

/// Takes a club out of a line, if it is in it.
fn remove(line: &mut VecDeque<ClubId>, club: ClubId) -> Option<ClubId> {
    let place = line.iter().position(|waiting| *waiting == club)?;
    line.remove(place)
}

fn rest_after(took: Duration) -> Duration {
    took.saturating_mul(REST_FACTOR).clamp(REST, LONGEST_REST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
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

    #[tokio::test]
    async fn whoever_reads_a_club_does_not_wait_for_those_that_nobody_reads() {
        let [first, second, read] = [1, 2, 3].map(|number| ClubId(Uuid::from_u128(number)));
        let behind = Behind::default();
        for club in [first, second, read] {
            behind.add(club);
        }
        behind.add_first(read);
        assert_eq!(behind.next().await, read);
        // It rests, however often it is read.
        let begin = Instant::now();
        behind.succeeded(read, Duration::ZERO, StandingsStep::Last);
        behind.add_first(read);
        let next = || behind.clubs().take(begin).0;
        assert_eq!([next(), next(), next()], [Some(first), Some(second), None]);
    }

    #[tokio::test]
    async fn clubs_that_are_read_all_the_time_hold_up_no_other() {
        let clubs = [1, 2, 3, 4].map(|number| ClubId(Uuid::from_u128(number)));
        let [first, second, read, also_read] = clubs;
        let behind = Behind::default();
        for club in clubs {
            behind.add(club);
        }
        for club in [read, also_read, read] {
            behind.add_first(club);
        }
        for expected in [read, first, also_read, second] {
            assert_eq!(behind.next().await, expected);
        }
    }

    #[tokio::test]
    async fn a_club_rests_in_proportion_to_what_it_took() {
        let club = ClubId(Uuid::from_u128(1));
        let behind = Behind::default();
        behind.add(club);
        for (took, rest) in [(1, 1_000), (60, 1_140)] {
            assert_eq!(behind.next().await, club);
            let begin = Instant::now();
            behind.succeeded(club, Duration::from_millis(took), StandingsStep::Last);
            // However often it is told of while it rests, it is looked at once.
            behind.add(club);
            behind.add(club);
            assert_eq!(behind.next().await, club);
            assert!(begin.elapsed() >= Duration::from_millis(rest));
            assert_eq!(behind.next().now_or_never(), None);
            behind.add(club);
        }
        assert_eq!(behind.next().await, club);
        // Its next page does not wait.
        behind.succeeded(club, Duration::from_secs(1), StandingsStep::More);
        assert_eq!(behind.next().now_or_never(), Some(club));
    }

    /// Told of while it was looked at, it rests as well, and is looked at once.
    #[test]
    fn a_club_with_news_during_its_step_rests() {
        let club = ClubId(Uuid::from_u128(1));
        for step in [StandingsStep::Last, StandingsStep::More] {
            let behind = Behind::default();
            behind.add(club);
            let now = Instant::now();
            assert_eq!(behind.clubs().take(now).0, Some(club));
            behind.add_first(club);
            behind.succeeded(club, Duration::from_secs(1), step);
            let is_last = step == StandingsStep::Last;
            assert_eq!(behind.clubs().take(now).0, (!is_last).then_some(club));
            assert_eq!(behind.clubs().take(now).0, None);
            let later = now + Duration::from_secs(30);
            assert_eq!(behind.clubs().take(later).0, is_last.then_some(club));
        }
    }

    #[test]
    fn a_club_that_failed_rests_in_proportion_from_the_second_time_on() {
        let club = ClubId(Uuid::from_u128(1));
        let behind = Behind::default();
        let took = Duration::from_secs(10);
        for wait in [1, 190, 190] {
            let begin = Instant::now();
            behind.put_off(club, took);
            // Another process is at it meanwhile.
            behind.succeeded(club, Duration::ZERO, StandingsStep::Elsewhere);
            let wait = Duration::from_secs(wait);
            let until = behind.clubs().put_off[&club];
            assert!((begin + wait..=Instant::now() + wait).contains(&until));
        }
    }

    #[test]
    fn a_club_rests_in_proportion_to_a_long_step_too() {
        let club = ClubId(Uuid::from_u128(1));
        let behind = Behind::default();
        for (took, rest) in [(2, 38), (4, 76), (180, 3_420), (1_000, 3_600)] {
            let rest = Duration::from_secs(rest);
            let begin = Instant::now();
            behind.succeeded(club, Duration::from_secs(took), StandingsStep::Last);
            let until = behind.clubs().resting[&club];
            let rests = begin + rest..=Instant::now() + rest;
            assert!(rests.contains(&until), "{took} seconds");
        }
    }
}
