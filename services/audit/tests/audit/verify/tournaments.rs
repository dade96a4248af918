//! Tournaments: every draw follows from its seed and from the entries before it, and whatever does not is found.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each test looks for one kind of entry, whatever others there are"
)]

mod played;
mod replayed;
mod two_rounds;
mod unmerged;

use super::bundle::{Bundle, key, trusted};
use super::{found, found_if_changed, python, verify};
use crate::honest::{self, id};
use audit::{Against, Check, TournamentSelection, Verdict, tournament_standings};
use evidence::{
    Body, Change, DrawMethod, Entry, Hash, PenaltyGiven, PlayerId, Replace, TournamentClockChanged,
    TournamentRoundDrawn, UserId, commit,
};
use played::{Ledger, REFEREE, SCORER, player};

/// A ledger in which tournaments are held.
pub(super) fn ledger() -> Vec<Entry> {
    played::two_tournaments().entries
}

/// What is found in a ledger whose last entry is wrong.
fn last_is_wrong(entries: &[Entry]) -> Vec<&'static str> {
    let report = verify(&Bundle::of(entries).export());
    let (verdict, first, codes) = found(&report);
    assert_eq!(
        (verdict, first),
        (Verdict::Tampered, Some(entries.len() as u64))
    );
    codes
}

fn check(ledger: &Ledger) {
    check_entries(&ledger.entries);
}

fn check_entries(entries: &[Entry]) {
    let report = verify(&Bundle::of(entries).export());
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!(
        report.checked.contains(&Check::Draws),
        report.counts.rounds > 0
    );
}

#[test]
fn honest_tournaments_are_sound() {
    let ledger = played::two_tournaments();
    check(&ledger);
    let report = verify(&Bundle::of(&ledger.entries).export());
    assert_eq!(report.counts.tournaments, 2);
    let drawn = ledger
        .entries
        .iter()
        .filter(|entry| matches!(entry.body, Body::TournamentRoundDrawn(_)));
    assert_eq!(report.counts.rounds, drawn.count() as u64);
}

/// The two constructions of schedules, and one that is drawn round by round.
#[test]
fn schedules_are_sound() {
    for (players, rounds) in [(4, 2), (8, 3), (16, 6), (20, 3)] {
        let mut ledger = Ledger::with_players(players);
        ledger.open(played::rules(rounds));
        ledger.enter(&(200..200 + players).collect::<Vec<_>>(), &[]);
        for _ in 0..rounds {
            ledger.draw(DrawMethod::Schedule);
            ledger.open_matches();
        }
        check(&ledger);
    }
}

/// What is changed of a draw, and what is found then.
type Forgery = (fn(&mut TournamentRoundDrawn), &'static str);

const FORGERIES: [Forgery; 4] = [
    (two_change_tables, "differs"),
    (|drawn| drawn.tables[0].rotate_left(1), "differs"),
    (|drawn| drawn.tables[0].swap(0, 2), "differs"),
    (|drawn| drawn.seed = Hash([9; 32]), "tournament"),
];

fn two_change_tables(drawn: &mut TournamentRoundDrawn) {
    let east = drawn.tables[0][0];
    drawn.tables[0][0] = drawn.tables[1][0];
    drawn.tables[1][0] = east;
}

/// By whichever method a round was drawn: both verifiers find what was changed of it.
#[test]
fn a_draw_that_the_seed_does_not_give_is_found() {
    let ledger = played::two_tournaments();
    let (mut exports, mut expected, mut methods) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &ledger.entries {
        let Body::TournamentRoundDrawn(drawn) = &entry.body else {
            continue;
        };
        if drawn.method == DrawMethod::Prescribed {
            continue;
        }
        methods.push(drawn.method);
        for (change, code) in FORGERIES {
            let mut drawn = drawn.clone();
            change(&mut drawn);
            let mut entries = ledger.entries[..entry.seq as usize - 1].to_vec();
            let body = Body::TournamentRoundDrawn(drawn);
            entries.push(Entry {
                body,
                ..entry.clone()
            });
            exports.push(Bundle::of(&entries).export());
            expected.push((entry.seq, code));
        }
    }
    for method in [DrawMethod::Random, DrawMethod::Swiss, DrawMethod::Schedule] {
        assert!(methods.iter().filter(|one| **one == method).count() > 1);
    }
    let python = python::said(&exports);
    for (at, (seq, code)) in expected.into_iter().enumerate() {
        let against = Against {
            keys: vec![trusted(&key())],
            ..Against::default()
        };
        let report = audit::verify(&exports[at][..], against, |_, _| ());
        assert_eq!(found(&report), (Verdict::Tampered, Some(seq), vec![code]));
        if let Some((verdict, first, _)) = python.as_ref().map(|python| &python[at]) {
            assert_eq!(
                (verdict.as_str(), *first),
                ("tampered", Some(seq)),
                "{code}"
            );
        }
    }
}

/// A draw by the standings follows from the results before it.
#[test]
fn a_result_that_was_changed_shows_in_the_next_draw() {
    let mut ledger = Ledger::with_players(16);
    ledger.open(played::rules(3));
    ledger.enter(&(200..216).collect::<Vec<_>>(), &[]);
    ledger.draw(DrawMethod::Random);
    ledger.play();
    let seq = ledger.draw(DrawMethod::Swiss);
    check(&ledger);
    // The same without the results: the standings are others.
    let mut without = Ledger::with_players(16);
    without.open(played::rules(3));
    without.enter(&(200..216).collect::<Vec<_>>(), &[]);
    without.draw(DrawMethod::Random);
    without.open_matches();
    let drawn = ledger.entries[seq as usize - 1].body.clone();
    let of_it = matches!(&drawn, Body::TournamentRoundDrawn(drawn) if drawn.round == 2);
    assert!(of_it);
    without.push(drawn);
    assert_eq!(last_is_wrong(&without.entries), ["differs"]);
}

#[test]
fn what_comes_after_the_end_is_found() {
    let mut ledger = Ledger::with_players(8);
    let tournament = ledger.open(played::rules(2));
    ledger.enter(&(200..208).collect::<Vec<_>>(), &[]);
    ledger.draw(DrawMethod::Random);
    ledger.play();
    let next = ledger.drawn(DrawMethod::Random, false);
    ledger.close();
    check(&ledger);
    for body in [
        Body::TournamentRoundDrawn(next),
        Body::TournamentClockChanged(TournamentClockChanged {
            tournament,
            round: 1,
            running: false,
            remaining_seconds: 0,
        }),
    ] {
        let mut entries = ledger.entries.clone();
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body, seq)));
        assert_eq!(last_is_wrong(&entries), ["tournament"]);
    }
    // A penalty may follow, and a referee may correct a match; both show beside the final standings.
    ledger.penalty(200, 40, REFEREE);
    let id = *ledger.matches.keys().min().unwrap();
    let history = &ledger.matches[&id];
    let change = Change::Replace(Replace {
        outcome_id: history.outcomes[0].outcome_id,
        outcome: played::agreed([-100, 40, 40, 20]),
    });
    let corrected = honest::corrected(history, vec![change]);
    ledger.push_by(REFEREE, Body::MatchCorrected(Box::new(corrected)));
    check(&ledger);
    let export = Bundle::of(&ledger.entries).export();
    let results = tournament_standings(&export[..], TournamentSelection::default()).unwrap();
    let [result] = &results[..] else {
        panic!("one")
    };
    let (now, since) = result.since_closing.as_ref().unwrap();
    assert_eq!(*now, ledger.entries.len() as u64);
    let sum = |players: &[tally::TournamentStanding]| -> i64 {
        players.iter().map(|one| one.half_points).sum()
    };
    assert_eq!(sum(&result.standings.players), 0);
    assert_eq!(sum(&since.players), -40);
}

#[test]
fn a_penalty_by_a_scorer_is_found() {
    let mut ledger = Ledger::with_players(8);
    ledger.open(played::rules(2));
    ledger.enter(&(200..208).collect::<Vec<_>>(), &[]);
    ledger.penalty(200, 0, REFEREE);
    check(&ledger);
    ledger.penalty(201, 10, SCORER);
    assert_eq!(last_is_wrong(&ledger.entries), ["not_permitted"]);
}

#[test]
fn what_does_not_go_with_the_entries_before_is_found() {
    let mut ledger = Ledger::with_players(10);
    let tournament = ledger.open(played::rules(2));
    ledger.enter(&(200..208).collect::<Vec<_>>(), &[]);
    let penalty = |of: u128| {
        Body::PenaltyGiven(PenaltyGiven {
            tournament,
            player: player(of),
            round: None,
            half_points: 1,
            table_points: 0,
            reason_commitment: commit(&[1; 16], "late"),
        })
    };
    let again = ledger.entries.iter().find_map(|entry| match &entry.body {
        Body::TournamentOpened(_) => Some(entry.body.clone()),
        _ => None,
    });
    let mut elsewhere = again.clone().unwrap();
    if let Body::TournamentOpened(opened) = &mut elsewhere {
        opened.tournament = evidence::TournamentId(id(7000));
    }
    let changed =
        |registered: &[u128], came: &[u128]| played::changed(tournament, registered, came, &[]);
    let cases = [
        (again.unwrap(), "unfounded"),
        (changed(&[999], &[]), "unfounded"),
        (changed(&[], &[999]), "unfounded"),
        (changed(&[], &[208]), "tournament"),
        (changed(&[], &[200]), "tournament"),
        (penalty(208), "tournament"),
    ];
    for (body, code) in cases {
        let mut entries = ledger.entries.clone();
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body, seq)));
        assert_eq!(last_is_wrong(&entries), [code]);
    }
    ledger.push(elsewhere);
    check(&ledger);
    // Of who was merged or erased nobody takes part.
    ledger.merge(208, 200);
    ledger.erase(209);
    for of in [208, 209] {
        let mut entries = ledger.entries.clone();
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((changed(&[of], &[]), seq)));
        assert_eq!(last_is_wrong(&entries), ["unfounded"]);
    }
}

#[test]
fn matches_that_are_not_those_of_the_round_are_found() {
    let mut ledger = Ledger::with_players(9);
    ledger.open(played::rules(2));
    ledger.enter(&(200..209).collect::<Vec<_>>(), &[]);
    ledger.draw(DrawMethod::Random);
    let seq = ledger.open_matches();
    check(&ledger);
    let Body::TournamentRoundOpened(opened) = ledger.entries.last().unwrap().body.clone() else {
        panic!("a round");
    };
    let [first, second] = opened.matches[..] else {
        panic!("two tables")
    };
    let changed = |from: &str, to: &str| found_if_changed(&ledger.entries, seq, from, to);
    let (first, second) = (format!("\"{first}\""), format!("\"{second}\""));
    assert_eq!(changed(&first, &format!("\"{}\"", id(9999))), ["unfounded"]);
    let both = format!("{first},{second}");
    assert_eq!(changed(&both, &format!("{second},{first}")), ["unfounded"]);
    assert_eq!(changed(&both, &first), ["tournament"]);
}

/// Whoever entered a ledger's entries, the actor is another one here.
fn by(user: u128, entry: Entry) -> Entry {
    let actor = UserId(id(user));
    Entry { actor, ..entry }
}

/// The id of somebody who is drawn.
fn number(one: PlayerId) -> u128 {
    one.0.as_u128()
}
