//! Matches of any course, corrected at random.

use super::{add, correction, next, player};
use crate::leaves::examples::{declared_win, opened, players, win};
use crate::leaves::table::{entry, outcome_id, replayed};
use evidence::{
    Agreed, Body, Chair, Change, Draft, DraftOutcome, Entry, FalseMahjong, Insert, MatchHistory,
    MatchState, Outcome, Party, Payee, Penalty, PlayerId, Replace, Reseat, Reseated, Substitution,
    Void, Win,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What the scorer does next.
#[derive(Debug, Clone)]
enum Step {
    Record(Outcome),
    Correct(Vec<Wish>),
}

/// A change of an outcome that is somewhere in the match.
#[derive(Debug, Clone)]
enum Wish {
    Replace(Index, Outcome),
    Void(Index),
    Insert(Option<Index>, Outcome),
    Reseat([PlayerId; 4], Reseated),
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A corrected match stands as if everything had been recorded right from the start.
    #[test]
    fn a_book_stands_as_if_it_had_been_told_right(steps in steps()) {
        let (_, history) = followed(&steps);
        let outcomes = history.outcomes.iter().map(|current| DraftOutcome {
            outcome_id: current.outcome_id,
            outcome: current.now.outcome.clone(),
        });
        let draft = Draft { players: history.players, outcomes: outcomes.collect() };
        let (results, state) = replayed(&draft);
        prop_assert_eq!(state, history.state);
        let stated = history.outcomes.iter().map(|current| &current.now.result);
        prop_assert!(stated.eq(results.iter().map(|one| &one.result)));
        let told_right: Vec<Outcome> = draft.outcomes.into_iter().map(|stated| stated.outcome).collect();
        let mut right = reseated(draft.players);
        for outcome in &told_right {
            let entry = next(&right, outcome.clone());
            right.add(&entry).unwrap();
        }
        prop_assert_eq!(right.seated(), history.seated());
        prop_assert_eq!(right.balances(), history.balances());
        let course = |history: &MatchHistory| -> Vec<MatchState> {
            history.course().iter().map(|told| told.state_after).collect()
        };
        prop_assert_eq!(course(&right), course(&history));
    }

    #[test]
    fn a_course_is_that_of_the_entries_if_nothing_was_corrected(outcome in vec(outcome(), 0..20)) {
        let steps: Vec<Step> = outcome.into_iter().map(Step::Record).collect();
        let (entries, history) = followed(&steps);
        let told: Vec<MatchState> = history.course().iter().map(|told| told.state_after).collect();
        let recorded: Vec<MatchState> = entries[1..].iter().map(state_after).collect();
        prop_assert_eq!(told, recorded);
        // And kept up to an earlier entry, it is the history of that time.
        for (entry, before) in entries.iter().zip(1..) {
            let then = MatchHistory::read(entries[..before].to_vec()).unwrap().unwrap();
            let mut kept = history.clone();
            kept.keep_until(entry.seq);
            prop_assert_eq!(&kept.outcomes, &then.outcomes);
            prop_assert_eq!((kept.state, kept.seated()), (then.state, then.seated()));
        }
    }

    #[test]
    fn nothing_is_made_and_nothing_is_lost(steps in steps()) {
        let (_, history) = followed(&steps);
        let balances = history.balances();
        prop_assert_eq!(balances.values().sum::<i64>(), 0);
        let house = balances.get(&Party::House).copied().unwrap_or_default();
        prop_assert_eq!(house, history.state.house_half_points);
        let chairs: i64 = history.state.total_half_points.iter().sum();
        prop_assert_eq!(chairs + house, 0);
        for player in history.players.into_iter().chain(history.seated()) {
            prop_assert!(balances.contains_key(&Party::Player(player)));
        }
    }

    #[test]
    fn a_book_is_read_from_the_bytes_of_its_entries(steps in steps()) {
        let (entries, history) = followed(&steps);
        let bytes = entries.iter().map(|entry| entry.to_bytes().unwrap());
        let read = bytes.map(|leaf| Entry::parse(&leaf).unwrap());
        prop_assert_eq!(MatchHistory::read(read).unwrap(), Some(history));
    }

    /// Every id is that of one outcome, which stands or was voided.
    #[test]
    fn ids_are_used_once(steps in steps()) {
        let (_, history) = followed(&steps);
        let voided = history.voided.iter().map(|(current, _)| current);
        let mut ids: Vec<_> = history.outcomes.iter().chain(voided).map(|current| current.outcome_id).collect();
        prop_assert!(ids.iter().all(|id| history.knows(*id)));
        let all = ids.len();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), all);
    }
}

/// Makes the entries of those steps that can be made.
fn followed(steps: &[Step]) -> (Vec<Entry>, MatchHistory) {
    let mut entries = vec![entry(5, opened())];
    let mut history = MatchHistory::open(&entries[0]).unwrap();
    for step in steps {
        let made = match step {
            Step::Record(outcome) => recording(&history, outcome),
            Step::Correct(wishes) => correcting(&history, wishes),
        };
        if let Some(made) = made {
            history = add(history, &made);
            entries.push(made);
        }
    }
    (entries, history)
}

fn recording(history: &MatchHistory, outcome: &Outcome) -> Option<Entry> {
    let sits =
        matches!(outcome, Outcome::Substitution(one) if history.seated().contains(&one.player));
    (history.state.ending.is_none() && !sits).then(|| next(history, outcome.clone()))
}

fn correcting(history: &MatchHistory, wishes: &[Wish]) -> Option<Entry> {
    let at = |index: &Index| index.get(&history.outcomes).outcome_id;
    let is_empty = history.outcomes.is_empty();
    let change = |(wish, n): (&Wish, u64)| match wish {
        Wish::Replace(..) | Wish::Void(_) | Wish::Insert(Some(_), _) if is_empty => None,
        Wish::Replace(index, outcome) => Some(Change::Replace(Replace {
            outcome_id: at(index),
            outcome: outcome.clone(),
        })),
        Wish::Void(index) => Some(Change::Void(Void {
            outcome_id: at(index),
        })),
        Wish::Insert(before, outcome) => Some(Change::Insert(Insert {
            outcome_id: outcome_id(1_000 * history.version + n),
            before: before.as_ref().map(at),
            outcome: outcome.clone(),
        })),
        Wish::Reseat(players, outcomes) => Some(Change::Reseat(Reseat {
            players: *players,
            outcomes: *outcomes,
        })),
    };
    let changes: Vec<Change> = wishes.iter().zip(0..).filter_map(change).collect();
    let draft = history.amend(&changes).ok()?;
    let goes_on = draft.outcomes.split_last().is_none_or(|(_, before)| {
        let ends = |stated: &DraftOutcome| matches!(stated.outcome, Outcome::EarlyEnd {});
        !before.iter().any(ends)
    });
    (!changes.is_empty() && goes_on).then(|| correction(history, changes))
}

/// A match that these four opened.
fn reseated(players: [PlayerId; 4]) -> MatchHistory {
    let mut opening = entry(5, opened());
    if let Body::MatchOpened(terms) = &mut opening.body {
        terms.players = players;
    }
    MatchHistory::open(&opening).unwrap()
}

fn state_after(entry: &Entry) -> MatchState {
    if let Body::OutcomeRecorded(recorded) = &entry.body {
        recorded.state_after
    } else if let Body::MatchCorrected(corrected) = &entry.body {
        corrected.state_after
    } else if let Body::MatchOpened(opened) = &entry.body {
        opened.state
    } else {
        panic!("not of a match: {}", entry.body.kind())
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let correct = vec(wishes(), 1..4).prop_map(Step::Correct);
    vec(
        prop_oneof![4 => outcome().prop_map(Step::Record), 1 => correct],
        0..25,
    )
}

fn wishes() -> impl Strategy<Value = Wish> {
    let [a, b, c, d] = players();
    let seats = [
        [b, a, c, d],
        [d, a, b, c],
        [a, b, c, d],
        [a, b, c, player(16)],
    ];
    prop_oneof![
        (any::<Index>(), outcome()).prop_map(|(at, outcome)| Wish::Replace(at, outcome)),
        any::<Index>().prop_map(Wish::Void),
        (proptest::option::of(any::<Index>()), outcome())
            .prop_map(|(at, outcome)| Wish::Insert(at, outcome)),
        (select(seats.to_vec()), select(Reseated::ALL.to_vec()))
            .prop_map(|(players, outcomes)| Wish::Reseat(players, outcomes)),
    ]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let chairs = || select(&Chair::ALL);
    let points = || proptest::option::of(0..50_u32);
    let amounts = prop::array::uniform3(-50..50_i64);
    prop_oneof![
        6 => chairs().prop_map(|by| Outcome::Win(declared_by(by))),
        1 => Just(Outcome::Win(win())),
        2 => Just(Outcome::Goulash {}),
        2 => (proptest::option::of(chairs()), amounts).prop_map(|(winner, [a, b, c])| {
            Outcome::Agreed(Agreed { winner, half_points: [a, b, c, -(a + b + c)] })
        }),
        1 => (chairs(), points())
            .prop_map(|(chair, points)| Outcome::FalseMahjong(FalseMahjong { chair, points })),
        2 => (chairs(), points(), select(Payee::ALL.to_vec())).prop_map(|(chair, points, payee)| {
            Outcome::Penalty(Penalty { chair, penalty: None, points, payee })
        }),
        2 => (chairs(), 11..18_u128).prop_map(|(chair, n)| {
            Outcome::Substitution(Substitution { chair, player: player(n) })
        }),
        1 => Just(Outcome::EarlyEnd {}),
    ]
}

fn declared_by(by: Chair) -> Win {
    let mut win = declared_win();
    win.winners[0].chair = by;
    win
}
