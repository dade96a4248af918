//! Random commands against a model in memory: what the ledger answers is what the model answers.

mod club;

use crate::moving;
use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::{chance, connect, founding, join, open_match, setting, sign_up, write};
use crate::table::{agreed, because, change, next, penalty, replayed, substitution};
use club::{Club, Match, can_be};
use ledger::evidence::{
    Change, CorrectedOutcome, Draft, DraftOutcome, Outcome, Payee, Reseated, seated_after,
};
use ledger::test_database::TestDatabase;
use ledger::{
    AsOf, ClubId, CorrectMatch, CorrectMatchResult, Entry, Error, Ledger, PlayerId, RecordOutcomes,
    Recording, Role, UserId, Write, Written,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

const COMMANDS: u32 = 3_000;

#[tokio::test(flavor = "multi_thread")]
async fn random_commands_match_a_model() {
    let seed = setting("FAAN_TEST_SEED").unwrap_or_else(chance);
    println!("FAAN_TEST_SEED={seed} repeats this run");
    let database = TestDatabase::create().await;
    let mut run = Run::new(database.ledger().await, seed).await;
    for _ in 0..COMMANDS {
        run.command().await;
    }
    rebuilt::check(&connect(&database.admin_url()).await, &run.check().await).await;
    let clubs: Vec<ClubId> = run.clubs.iter().map(|club| club.id).collect();
    moving::check(&database, &clubs).await;
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
            22..37 => self.correct().await,
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
            let owned = (club.value.id, self.users[0]);
            join(&self.ledger, owned, (self.users[1], "b"), Role::Player).await;
            let kinds = vec!["club_founded", "invitation_made", "invitation_accepted"];
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
            club.players.push(player);
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
        let players = players.each_ref().map(|player| player.id);
        let answer = self
            .ledger
            .open_match(write.clone(), open_match(players))
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
                players,
                outcomes: Vec::new(),
            });
        }
    }

    async fn record(&mut self) {
        let (at, write) = self.write("hands");
        if self.clubs[at].matches.is_empty() {
            return;
        }
        let played = self.random.random_range(0..self.clubs[at].matches.len());
        let new = self.happens(at, played);
        let club = &mut self.clubs[at];
        let expected = club.matches[played].obstacle(&new);
        let stated: Vec<Outcome> = new.outcomes.iter().map(|one| one.outcome.clone()).collect();
        let answer = match self.ledger.record_outcomes(write.clone(), new).await {
            Ok(Recording::Recorded(written)) if written.replayed || expected.is_none() => {
                Ok(written)
            }
            Err(error) => Err(error),
            Ok(other) => return assert_eq!(Some(other), expected),
        };
        let kinds = vec!["outcome_recorded"; stated.len()];
        if let Some(recorded) = club.judge(&write, answer, &kinds) {
            let ids = recorded.iter().map(|one| one.recorded.outcome_id);
            let happened = ids.zip(stated).map(|(outcome_id, outcome)| DraftOutcome {
                outcome_id,
                outcome,
            });
            let last = recorded.last().unwrap().event.seq;
            club.happened(played, last, happened.collect());
        }
    }

    /// Mostly what can happen next, one thing or a few; sometimes a hand of another number, or on top of another version.
    fn happens(&mut self, club: usize, played: usize) -> RecordOutcomes {
        let view = self.clubs[club].matches[played].view.clone();
        let mut seated = view.players.each_ref().map(|player| player.id);
        let mut happens = Vec::new();
        let mut reasons = Vec::new();
        for _ in 0..self.random.random_range(1..4) {
            let outcome = self.outcome(club, &seated);
            seated = seated_after(seated, &outcome);
            let ends = matches!(outcome, Outcome::EarlyEnd {});
            reasons.push(self.random.random_bool(0.3).then_some("末班車"));
            happens.push(outcome);
            if ends {
                break;
            }
        }
        let mut new = because(next(&view, &happens), &reasons);
        let number = view.state.next_number;
        match self.random.random_range(0..10) {
            0 => new.number = Some(self.random.random_range(1..=number)),
            1 => new.number = Some(number + self.random.random_range(1..3)),
            2 => new.position.version -= 1,
            3..6 => new.number = Some(number),
            _ => {}
        }
        new
    }

    /// What can happen while these four sit there.
    fn outcome(&mut self, club: usize, seated: &[PlayerId; 4]) -> Outcome {
        let chair = self.random.random_range(1..=4);
        let players = &self.clubs[club].players;
        let comes = players[self.random.random_range(0..players.len())].id;
        match self.random.random_range(0..20) {
            0 => Outcome::EarlyEnd {},
            1 | 2 => penalty(chair, 3, Payee::House),
            3 | 4 => penalty(chair, 2, Payee::Players),
            5 | 6 if !seated.contains(&comes) => substitution(chair, comes),
            _ => {
                let mut half_points = [-2; 4];
                half_points[usize::from(chair) - 1] = 6;
                agreed(half_points)
            }
        }
    }

    async fn correct(&mut self) {
        let (at, write) = self.write("corrections");
        if self.clubs[at].matches.is_empty() {
            return;
        }
        let played = self.random.random_range(0..self.clubs[at].matches.len());
        let Some((changes, draft)) = self.changes(at, played) else {
            return;
        };
        let stale = self.random.random_bool(0.2);
        let (results, state_after) = replayed(&draft);
        let club = &mut self.clubs[at];
        let same = club.matches[played].draft() == draft;
        let view = &club.matches[played].view;
        let seen = self.ledger.match_history(club.id, view.id, AsOf::Now);
        let mut before = seen.await.unwrap().history;
        before.version = view.version - u64::from(stale);
        let new = CorrectMatch {
            before,
            changes,
            semantics: 1,
            results,
            state_after,
            reason: "看錯".to_owned(),
        };
        let answer = match self.ledger.correct_match(write.clone(), new).await {
            Ok(CorrectMatchResult::Corrected(corrected)) => {
                assert!(!(stale || same));
                Ok(Written {
                    value: corrected.entry.entry,
                    replayed: false,
                })
            }
            Ok(CorrectMatchResult::Replayed(entry)) => Ok(Written {
                value: *entry,
                replayed: true,
            }),
            Err(Error::NothingCorrected) => return assert!(same),
            Err(error) => Err(error),
            Ok(CorrectMatchResult::MatchChanged) => return assert!(stale),
        };
        if let Some(entry) = club.judge(&write, answer, &["match_corrected"]) {
            club.matches[played].players = draft.players;
            club.matches[played].outcomes = Vec::new();
            club.happened(played, entry.seq, draft.outcomes);
        }
    }

    /// One change of a match, and the match after it; none if it cannot be made.
    fn changes(&mut self, club: usize, played: usize) -> Option<(Vec<Change>, Draft)> {
        let of = &self.clubs[club].matches[played];
        let (mut players, mut outcomes) = (of.players, of.outcomes.clone());
        let place = self.random.random_range(0..outcomes.len().max(1));
        let chosen = outcomes.get(place).map(|stated| stated.outcome_id);
        let outcome = self.outcome(club, &players);
        let outcome_id = self.ledger.new_outcome_id();
        let change = match (self.random.random_range(0..4), chosen) {
            (0, Some(chosen)) => {
                outcomes[place].outcome = outcome.clone();
                change::replace(chosen, outcome)
            }
            (1, Some(chosen)) => {
                outcomes.remove(place);
                change::void(chosen)
            }
            (2, before) => {
                let stated = DraftOutcome {
                    outcome_id,
                    outcome: outcome.clone(),
                };
                outcomes.insert(place, stated);
                change::insert(outcome_id, before, outcome)
            }
            _ => {
                let known = &self.clubs[club].players;
                players[3] = known[self.random.random_range(0..known.len())].id;
                change::reseat(players, Reseated::StayWithChairs)
            }
        };
        let draft = Draft { players, outcomes };
        can_be(&draft).then_some((vec![change], draft))
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
        let corrected = |club: &Club| {
            club.kinds
                .iter()
                .filter(|kind| **kind == "match_corrected")
                .count()
        };
        println!(
            "corrections: {:?}",
            self.clubs.iter().map(corrected).collect::<Vec<_>>()
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
                self.check_match(club.id, played).await;
            }
            all.extend(entries);
        }
        all
    }
}

impl Run {
    async fn check_match(&self, club: ClubId, played: &Match) {
        let id = played.view.id;
        let view = self.ledger.match_view(club, id).await.unwrap();
        assert_eq!(view, played.view);
        let read = self
            .ledger
            .match_history(club, id, AsOf::Now)
            .await
            .unwrap();
        assert_eq!(read.view, played.view);
        let stands = read
            .history
            .outcomes
            .iter()
            .map(|current| CorrectedOutcome {
                outcome_id: current.outcome_id,
                result: current.now.result.clone(),
            });
        let (results, _) = replayed(&played.draft());
        assert_eq!(stands.collect::<Vec<_>>(), results);
        let stated = read
            .history
            .outcomes
            .iter()
            .map(|current| &current.now.outcome);
        assert!(stated.eq(played.outcomes.iter().map(|stated| &stated.outcome)));
    }
}
