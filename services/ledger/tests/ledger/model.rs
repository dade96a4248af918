//! Random commands against a model in memory: what the ledger answers is what the model answers.

use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::{connect, founding, next_hand, open_match, sign_up, write};
use ledger::evidence::{Ending, MatchState};
use ledger::test_database::TestDatabase;
use ledger::{
    Closing, ClubId, EndMatch, Entry, Error, Ledger, MatchView, PlayerId, RecordHand, RecordedHand,
    Recording, Role, UserId, Write, Written,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::fmt::Debug;

const COMMANDS: u32 = 3_000;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::disallowed_methods, reason = "FAAN_TEST_SEED repeats a run")]
async fn random_commands_match_a_model() {
    let seed = std::env::var("FAAN_TEST_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(rand::random::<u64>);
    println!("FAAN_TEST_SEED={seed} repeats this run");
    let database = TestDatabase::create().await;
    let mut run = Run::new(database.ledger().await, seed).await;
    for _ in 0..COMMANDS {
        run.command().await;
    }
    rebuilt::check(&connect(&database.admin_url()).await, &run.check().await).await;
}

/// A match as the model has it.
struct Match {
    view: MatchView,
    hands: Vec<RecordedHand>,
}

/// A club as the model has it: what each of its entries should be, and what each key was answered.
struct Club {
    id: ClubId,
    kinds: Vec<&'static str>,
    players: Vec<PlayerId>,
    matches: Vec<Match>,
    answers: HashMap<(&'static str, String), String>,
}

struct Run {
    ledger: Ledger,
    random: StdRng,
    users: Vec<UserId>,
    clubs: Vec<Club>,
}

impl Run {
    async fn new(ledger: Ledger, seed: u64) -> Self {
        let users = vec![
            sign_up(&ledger, "a@club.example").await,
            sign_up(&ledger, "b@club.example").await,
        ];
        let mut run = Self {
            ledger,
            random: StdRng::seed_from_u64(seed),
            users,
            clubs: Vec::new(),
        };
        run.found().await;
        run
    }

    async fn command(&mut self) {
        match self.random.random_range(0..100) {
            0 => self.found().await,
            1..10 => self.enrol().await,
            10..13 => self.set_member().await,
            13..22 => self.open().await,
            22..26 => self.end().await,
            _ => self.record().await,
        }
    }

    async fn found(&mut self) {
        let key = format!("club {}", self.random.random_range(0..12));
        let new = founding(self.users[0], &key);
        let known = self
            .clubs
            .iter()
            .any(|club| club.answers.contains_key(&("clubs", key.clone())));
        let club = self.ledger.found_club(new).await.unwrap();
        assert_eq!(club.replayed, known);
        if !known {
            let answers = HashMap::from([(("clubs", key), String::new())]);
            let kinds = vec!["club_founded"];
            self.clubs.push(Club {
                id: club.value.id,
                kinds,
                players: vec![],
                matches: vec![],
                answers,
            });
        }
    }

    async fn enrol(&mut self) {
        let (club, write) = self.write("players");
        let answer = self
            .ledger
            .enrol_player(write.clone(), write.key.clone())
            .await;
        let club = &mut self.clubs[club];
        if let Some(player) = club.judge(&write, answer, &["player_enrolled"]) {
            club.players.push(player.id);
        }
    }

    async fn set_member(&mut self) {
        let (club, write) = self.write("members");
        let role = [Role::Scorer, Role::Player, Role::Auditor][self.random.random_range(0..3)];
        let answer = self
            .ledger
            .set_member(write.clone(), self.users[1], role)
            .await;
        self.clubs[club].judge(&write, answer, &["member_set"]);
    }

    async fn open(&mut self) {
        let (at, write) = self.write("matches");
        let club = &mut self.clubs[at];
        let Some(players) = club.players.last_chunk::<4>() else {
            return;
        };
        let answer = self
            .ledger
            .open_match(write.clone(), open_match(*players))
            .await;
        let first = !club.kinds.contains(&"variant_added");
        let kinds: &[_] = if first {
            &["variant_added", "match_opened"]
        } else {
            &["match_opened"]
        };
        if let Some(view) = club.judge(&write, answer, kinds) {
            assert_eq!(view.version, club.kinds.len() as u64);
            club.matches.push(Match {
                view,
                hands: Vec::new(),
            });
        }
    }

    async fn end(&mut self) {
        let (at, write) = self.write("end");
        let stale = self.random.random_bool(0.2);
        let club = &mut self.clubs[at];
        if club.matches.is_empty() {
            return;
        }
        let played = self.random.random_range(0..club.matches.len());
        let view = club.matches[played].view.clone();
        let end = EndMatch {
            match_id: view.id,
            expected_version: view.version - u64::from(stale),
            state_after: MatchState {
                ending: Some(Ending::Early),
                ..view.state
            },
            reason: self.random.random_bool(0.5).then(|| "末班車".to_owned()),
        };
        let expected = match () {
            () if stale => Closing::MatchChanged,
            () if view.state.ending.is_some() => Closing::MatchOver,
            () => Closing::Ended(Box::new(Written {
                value: view,
                replayed: false,
            })),
        };
        let answer = match self.ledger.end_match(write.clone(), end).await {
            Ok(Closing::Ended(written))
                if written.replayed || matches!(expected, Closing::Ended(_)) =>
            {
                Ok(*written)
            }
            Err(error) => Err(error),
            Ok(other) => return assert_eq!(other, expected),
        };
        if let Some(view) = club.judge(&write, answer, &["match_ended"]) {
            assert_eq!(view.version, club.kinds.len() as u64);
            club.matches[played].view = view;
        }
    }

    async fn record(&mut self) {
        let (at, write) = self.write("hands");
        if self.clubs[at].matches.is_empty() {
            return;
        }
        let played = self.random.random_range(0..self.clubs[at].matches.len());
        let hand = self.hand(at, played);
        let club = &mut self.clubs[at];
        let expected = club.matches[played].obstacle(&hand);
        let state_after = hand.state_after;
        let answer = match self.ledger.record_hand(write.clone(), hand).await {
            Ok(Recording::Recorded(written)) if written.replayed || expected.is_none() => {
                Ok(*written)
            }
            Err(error) => Err(error),
            Ok(other) => return assert_eq!(Some(other), expected),
        };
        if let Some(hand) = club.judge(&write, answer, &["hand_recorded"]) {
            let played = &mut club.matches[played];
            assert_eq!(hand.seq, club.kinds.len() as u64);
            (played.view.state, played.view.version) = (state_after, hand.seq);
            played.hands.push(hand);
        }
    }

    /// Mostly the next hand; sometimes one of another number, or on top of another version.
    fn hand(&mut self, club: usize, played: usize) -> RecordHand {
        let view = &self.clubs[club].matches[played].view;
        let winner = self.random.random_range(0..4);
        let mut half_points = [-2; 4];
        half_points[winner] = 6;
        let mut hand = next_hand(view, half_points);
        if hand.number == 16 {
            hand.state_after.ending = Some(Ending::Complete);
        }
        match self.random.random_range(0..10) {
            0 => hand.number = self.random.random_range(1..=hand.number),
            1 => hand.number += self.random.random_range(1..3),
            2 => hand.expected_version -= 1,
            _ => {}
        }
        hand
    }

    /// A write to some club under a key that is mostly new; sometimes the fingerprint is another one.
    fn write(&mut self, route: &'static str) -> (usize, Write) {
        let club = self.random.random_range(0..self.clubs.len());
        let key = self.random.random_range(0..100_000_u32);
        let key = if self.random.random_bool(0.1) {
            key % 20
        } else {
            key
        };
        let mut write = write(self.clubs[club].id, self.users[0], route, &key.to_string());
        if self.random.random_bool(0.05) {
            write.fingerprint = [0; 32];
        }
        (club, write)
    }

    /// Compares the ledger with the model, and gives every entry of every club.
    async fn check(&self) -> Vec<Entry> {
        let sizes = self
            .clubs
            .iter()
            .map(|club| (club.kinds.len(), club.matches.len()));
        println!(
            "entries and matches by club: {:?}",
            sizes.collect::<Vec<_>>()
        );
        let mut all = Vec::new();
        for club in &self.clubs {
            let entries = check_entries(&self.ledger, club.id).await;
            assert!(
                entries
                    .iter()
                    .map(|entry| entry.body.kind())
                    .eq(club.kinds.iter().copied())
            );
            for played in &club.matches {
                assert_eq!(
                    self.ledger
                        .match_view(club.id, played.view.id)
                        .await
                        .unwrap(),
                    played.view
                );
                assert_eq!(
                    self.ledger.hands(club.id, played.view.id).await.unwrap(),
                    played.hands
                );
                let settlement = self
                    .ledger
                    .settlement(club.id, played.view.id)
                    .await
                    .unwrap();
                assert_eq!(
                    settlement
                        .balances
                        .iter()
                        .map(|balance| balance.amount_cents)
                        .sum::<i64>(),
                    0
                );
            }
            all.extend(entries);
        }
        all
    }
}

impl Match {
    fn obstacle(&self, hand: &RecordHand) -> Option<Recording> {
        let next = self.view.state.next_number;
        if let Some(other) = self
            .hands
            .iter()
            .find(|other| other.hand.number == hand.number)
        {
            Some(Recording::NumberTaken(Box::new(other.clone())))
        } else if self.view.state.ending.is_some() {
            Some(Recording::MatchOver)
        } else if hand.number > next {
            Some(Recording::NumberAhead { next })
        } else {
            (hand.expected_version != self.view.version).then_some(Recording::MatchChanged)
        }
    }
}

impl Club {
    /// Checks an answer against the key's history, and gives what was newly written.
    fn judge<T: Debug>(
        &mut self,
        write: &Write,
        answer: ledger::Result<Written<T>>,
        kinds: &[&'static str],
    ) -> Option<T> {
        let key = (write.route, write.key.clone());
        let request = |answer: &T| format!("{:?} {answer:?}", write.fingerprint);
        match (self.answers.get(&key), answer) {
            (None, Ok(written)) => {
                assert!(!written.replayed);
                self.kinds.extend(kinds);
                self.answers.insert(key, request(&written.value));
                Some(written.value)
            }
            (Some(first), Ok(again)) => {
                assert!(again.replayed);
                assert_eq!(*first, request(&again.value));
                None
            }
            (Some(first), Err(Error::IdempotencyKeyReused)) => {
                assert!(!first.starts_with(&format!("{:?}", write.fingerprint)));
                None
            }
            (_, Err(error)) => panic!("{write:?}: {error}"),
        }
    }
}
