//! Evenings: every draw follows from its seed and from the entries before it, and whatever does not is found.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each test looks for one kind of entry, whatever others there are"
)]

use super::bundle::Bundle;
use super::{found, found_if_changed, verify};
use crate::honest::{self, id};
use audit::{Auditor, Check, Pace, Verdict};
use evidence::{
    AttendanceChanged, Body, EarlierRounds, Entry, Evening, EveningId, EveningOpened, Hash,
    MatchId, MatchOpened, PlayerEnrolled, PlayerErased, PlayerId, PlayerMerged, PlayerUnmerged,
    RoundDrawn, RoundOpened, commit, draw_round, seed_of_round,
};
use std::cell::Cell;
use std::rc::Rc;
use time::macros::date;

/// A ledger with evenings, as it grows.
struct Ledger {
    entries: Vec<Entry>,
    merged: Vec<(PlayerId, PlayerId)>,
    erased: Vec<PlayerId>,
}

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

impl Ledger {
    /// The honest one, with so many more players.
    fn with_players(count: u128) -> Self {
        let mut ledger = Self {
            entries: honest::ledger(),
            merged: Vec::new(),
            erased: Vec::new(),
        };
        for n in 0..count {
            ledger.push(Body::PlayerEnrolled(PlayerEnrolled {
                player: player(200 + n),
                name_commitment: commit(&[3; 16], "somebody"),
            }));
        }
        ledger
    }

    fn push(&mut self, body: Body) -> u64 {
        let seq = self.entries.len() as u64 + 1;
        self.entries.push(honest::entry((body, seq)));
        seq
    }

    fn open(&mut self, n: u128) -> EveningId {
        let evening = EveningId(id(n));
        self.push(Body::EveningOpened(EveningOpened {
            evening,
            held_on: date!(2026 - 11 - 24),
            tables: vec!["Window".to_owned()],
            seed_hash: seed_of_round(last_seed(evening), 0),
            note_commitment: Some(commit(&[3; 16], "Hall A")),
        }));
        evening
    }

    fn attend(&mut self, evening: EveningId, came: &[u128], left: &[u128]) {
        self.push(Body::AttendanceChanged(AttendanceChanged {
            evening,
            checked_in: came.iter().copied().map(player).collect(),
            checked_out: left.iter().copied().map(player).collect(),
        }));
    }

    fn evening(&self, evening: EveningId) -> Evening {
        let of_it = self.entries.iter().filter(|entry| match &entry.body {
            Body::EveningOpened(opened) => opened.evening == evening,
            Body::AttendanceChanged(changed) => changed.evening == evening,
            Body::RoundDrawn(drawn) => drawn.evening == evening,
            Body::RoundOpened(opened) => opened.evening == evening,
            _ => false,
        });
        Evening::read(of_it.cloned()).unwrap().unwrap()
    }

    /// The next round, as its seed gives it.
    fn drawn(&self, evening: EveningId, redraw: bool) -> RoundDrawn {
        let known = self.evening(evening);
        let others = self
            .entries
            .iter()
            .rev()
            .filter_map(|entry| match &entry.body {
                Body::RoundDrawn(drawn) if drawn.evening != evening => Some(drawn.clone()),
                _ => None,
            });
        let round = known.next_round();
        let seed = seed_of_round(last_seed(evening), round);
        let whom = |player: PlayerId| {
            let merged = self.merged.iter().find(|(merged, _)| *merged == player);
            let player = merged.map_or(player, |(_, into)| *into);
            (!self.erased.contains(&player)).then_some(player)
        };
        let drawn =
            draw_round(&known, redraw, &EarlierRounds::of_last(others), seed, whom).unwrap();
        RoundDrawn {
            evening,
            round,
            seed,
            redraw,
            tables: drawn.tables,
            sitting_out: drawn.sitting_out,
        }
    }

    fn draw(&mut self, evening: EveningId, redraw: bool) -> u64 {
        let drawn = self.drawn(evening, redraw);
        self.push(Body::RoundDrawn(drawn))
    }

    /// Opens the matches of the last round.
    fn play(&mut self, evening: EveningId) -> u64 {
        let known = self.evening(evening);
        let round = known.rounds.last().unwrap();
        let like = self.entries.iter().find_map(|entry| match &entry.body {
            Body::MatchOpened(opened) => Some(opened.clone()),
            _ => None,
        });
        let like = like.unwrap();
        let mut matches = Vec::new();
        for table in &round.draw.tables {
            let match_id = MatchId(id(5000 + self.entries.len() as u128));
            self.push(Body::MatchOpened(MatchOpened {
                match_id,
                players: *table,
                played_on: known.terms.held_on,
                ..like.clone()
            }));
            matches.push(match_id);
        }
        self.push(Body::RoundOpened(RoundOpened {
            evening,
            round: round.draw.round,
            matches,
        }))
    }

    fn check(&self) {
        let report = verify(&Bundle::of(&self.entries).export());
        assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
        assert!(report.checked.contains(&Check::Draws));
    }

    fn changed(&self, seq: u64, from: &str, to: &str) -> Vec<&'static str> {
        found_if_changed(&self.entries, seq, from, to)
    }
}

/// A seed that only the service knows.
fn last_seed(evening: EveningId) -> Hash {
    Hash::of(evening.to_string().as_bytes())
}

/// Seventeen players on two evenings, who come late and leave, with a round that was drawn once more, one player who turns out to be another,
/// and one who is erased.
fn two_evenings() -> Ledger {
    let mut ledger = Ledger::with_players(18);
    let all: Vec<u128> = (200..217).collect();
    let first = ledger.open(3001);
    ledger.attend(first, &all, &[]);
    ledger.draw(first, false);
    ledger.play(first);
    ledger.attend(first, &[217], &[200, 201]);
    ledger.draw(first, false);
    ledger.attend(first, &[], &[202]);
    ledger.draw(first, true);
    ledger.play(first);
    let second = ledger.open(3002);
    ledger.attend(second, &all, &[]);
    for _ in 0..3 {
        ledger.draw(second, false);
    }
    ledger.attend(second, &[217], &[]);
    let (merged, into) = (player(217), player(204));
    ledger.push(Body::PlayerErased(PlayerErased {
        player: player(203),
    }));
    ledger.erased.push(player(203));
    ledger.draw(second, false);
    let apart = ledger.entries.iter().all(|entry| match &entry.body {
        Body::MatchOpened(opened) => {
            !(opened.players.contains(&merged) && opened.players.contains(&into))
        }
        _ => true,
    });
    assert!(apart, "the two sat together: choose others");
    ledger.push(Body::PlayerMerged(PlayerMerged {
        player: merged,
        into,
    }));
    ledger.merged.push((merged, into));
    ledger.draw(second, false);
    ledger.draw(first, false);
    // Who is there comes back as themselves, and who stood for them leaves the places of the rounds between to that one.
    ledger.push(Body::PlayerUnmerged(PlayerUnmerged {
        player: merged,
        into,
    }));
    ledger.merged.clear();
    ledger.draw(second, false);
    ledger.draw(first, false);
    ledger
}

/// A ledger in which evenings are held.
pub(super) fn ledger() -> Vec<Entry> {
    two_evenings().entries
}

#[test]
fn honest_draws_are_sound() {
    let ledger = two_evenings();
    ledger.check();
}

#[test]
fn a_round_of_many_players_is_sound() {
    let mut ledger = Ledger::with_players(62);
    let evening = ledger.open(3001);
    ledger.attend(evening, &(200..262).collect::<Vec<_>>(), &[]);
    for _ in 0..3 {
        ledger.draw(evening, false);
    }
    ledger.check();
}

#[test]
fn a_draw_that_the_seed_does_not_give_is_found() {
    let mut ledger = Ledger::with_players(17);
    let evening = ledger.open(3001);
    ledger.attend(evening, &(200..217).collect::<Vec<_>>(), &[]);
    ledger.draw(evening, false);
    let seq = ledger.draw(evening, false);
    let Body::RoundDrawn(drawn) = ledger.entries.last().unwrap().body.clone() else {
        panic!("a round");
    };
    ledger.check();
    let swap = |one: PlayerId, other: PlayerId| {
        let (one, other) = (one.to_string(), other.to_string());
        let mut bundle = Bundle::of(&ledger.entries);
        bundle.rewrite(seq, |leaf| {
            let leaf = leaf.replace(&one, "one").replace(&other, &one);
            leaf.replace("one", &other)
        });
        let report = verify(&bundle.export());
        let tampered = (Verdict::Tampered, Some(seq), vec!["differs"]);
        assert_eq!(found(&report), tampered, "{one} for {other}");
    };
    // Somebody waits instead of somebody else; two change tables; two change chairs.
    swap(drawn.sitting_out[0], drawn.tables[0][0]);
    swap(drawn.tables[0][3], drawn.tables[1][0]);
    swap(drawn.tables[2][0], drawn.tables[2][1]);
    let other_seed = Hash([9; 32]).to_string();
    let codes = ledger.changed(seq, &drawn.seed.to_string(), &other_seed);
    assert_eq!(codes, ["evening"]);
    // Who is there is changed: the draw is another one.
    let came = ledger.entries.iter().find_map(|entry| match &entry.body {
        Body::AttendanceChanged(_) => Some(entry.seq),
        _ => None,
    });
    let mut bundle = Bundle::of(&ledger.entries);
    let last = player(216).to_string();
    bundle.rewrite(came.unwrap(), |leaf| {
        leaf.replace(&format!(",\"{last}\""), "")
    });
    let report = verify(&bundle.export());
    assert_eq!(report.first_bad_entry(), Some(seq - 1));
}

#[test]
fn matches_that_are_not_those_of_the_round_are_found() {
    let mut ledger = Ledger::with_players(9);
    let evening = ledger.open(3001);
    ledger.attend(evening, &(200..209).collect::<Vec<_>>(), &[]);
    ledger.draw(evening, false);
    let seq = ledger.play(evening);
    ledger.check();
    let Body::RoundOpened(opened) = ledger.entries.last().unwrap().body.clone() else {
        panic!("a round");
    };
    let [first, second] = opened.matches[..] else {
        panic!("two tables")
    };
    let (first, second) = (format!("\"{first}\""), format!("\"{second}\""));
    let codes = ledger.changed(seq, &first, &format!("\"{}\"", id(9999)));
    assert_eq!(codes, ["unfounded"]);
    let both = format!("{first},{second}");
    let codes = ledger.changed(seq, &both, &format!("{second},{first}"));
    assert_eq!(codes, ["unfounded"]);
    let codes = ledger.changed(seq, &both, &first);
    assert_eq!(codes, ["evening"]);
}

/// Whoever carries out several audits has them take turns by this.
#[test]
fn an_auditor_tells_of_draws_and_of_hands_as_of_more_work() {
    let told = Rc::new(Cell::new(0));
    let counted = Rc::clone(&told);
    let pace = Pace::new(move |units| counted.set(counted.get() + units));
    let mut auditor = Auditor::default().with_pace(pace);
    for entry in &two_evenings().entries {
        told.set(0);
        crate::check(&mut auditor, entry).unwrap();
        let expected = match &entry.body {
            // Among thirteen to seventeen players.
            Body::RoundDrawn(_) => 20..=37,
            Body::OutcomeRecorded(_) => 2..=2,
            // Every hand of the match once more.
            Body::MatchCorrected(_) => 4..=20,
            _ => 1..=1,
        };
        assert!(
            expected.contains(&told.get()),
            "{}: {}",
            entry.seq,
            told.get()
        );
    }
}
