//! Matches of any course, corrected at random.

use super::{add, correction, next, player};
use crate::examples::{declared_win, opened, players, win};
use crate::table::{entry, outcome_id, replayed};
use evidence::{
    Agreed, Body, Book, Chair, Change, Draft, Entry, Facts, FalseMahjong, Insert, MatchState,
    Party, Payee, Penalty, PlayerId, Replace, Reseat, Reseated, Stated, Substitution, Void, Win,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What the scorer does next.
#[derive(Debug, Clone)]
enum Step {
    Record(Facts),
    Correct(Vec<Wish>),
}

/// A change of an outcome that is somewhere in the match.
#[derive(Debug, Clone)]
enum Wish {
    Replace(Index, Facts),
    Void(Index),
    Insert(Option<Index>, Facts),
    Reseat([PlayerId; 4], Reseated),
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A corrected match stands as if everything had been recorded right from the start.
    #[test]
    fn a_book_stands_as_if_it_had_been_told_right(steps in steps()) {
        let (_, book) = followed(&steps);
        let outcomes = book.outcomes.iter().map(|standing| Stated {
            outcome: standing.outcome,
            facts: standing.now.facts.clone(),
        });
        let draft = Draft { players: book.players, outcomes: outcomes.collect() };
        let (effects, state) = replayed(&draft);
        prop_assert_eq!(state, book.state);
        let stated = book.outcomes.iter().map(|standing| &standing.now.effect);
        prop_assert!(stated.eq(effects.iter().map(|one| &one.effect)));
        let told_right: Vec<Facts> = draft.outcomes.into_iter().map(|stated| stated.facts).collect();
        let mut right = reseated(draft.players);
        for facts in &told_right {
            let entry = next(&right, facts.clone());
            right.add(&entry).unwrap();
        }
        prop_assert_eq!(right.seated(), book.seated());
        prop_assert_eq!(right.balances(), book.balances());
        let course = |book: &Book| -> Vec<MatchState> {
            book.course().iter().map(|told| told.state_after).collect()
        };
        prop_assert_eq!(course(&right), course(&book));
    }

    #[test]
    fn a_course_is_that_of_the_entries_if_nothing_was_corrected(facts in vec(facts(), 0..20)) {
        let steps: Vec<Step> = facts.into_iter().map(Step::Record).collect();
        let (entries, book) = followed(&steps);
        let told: Vec<MatchState> = book.course().iter().map(|told| told.state_after).collect();
        let recorded: Vec<MatchState> = entries[1..].iter().map(state_after).collect();
        prop_assert_eq!(told, recorded);
        // And kept up to an earlier entry, it is the book of that time.
        for (entry, before) in entries.iter().zip(1..) {
            let then = Book::read(entries[..before].to_vec()).unwrap().unwrap();
            let mut kept = book.clone();
            kept.keep_until(entry.seq);
            prop_assert_eq!(&kept.outcomes, &then.outcomes);
            prop_assert_eq!((kept.state, kept.seated()), (then.state, then.seated()));
        }
    }

    #[test]
    fn nothing_is_made_and_nothing_is_lost(steps in steps()) {
        let (_, book) = followed(&steps);
        let balances = book.balances();
        prop_assert_eq!(balances.values().sum::<i64>(), 0);
        let house = balances.get(&Party::House).copied().unwrap_or_default();
        prop_assert_eq!(house, book.state.house_half_points);
        let chairs: i64 = book.state.total_half_points.iter().sum();
        prop_assert_eq!(chairs + house, 0);
        for player in book.players.into_iter().chain(book.seated()) {
            prop_assert!(balances.contains_key(&Party::Player(player)));
        }
    }

    #[test]
    fn a_book_is_read_from_the_bytes_of_its_entries(steps in steps()) {
        let (entries, book) = followed(&steps);
        let bytes = entries.iter().map(|entry| entry.to_bytes().unwrap());
        let read = bytes.map(|leaf| Entry::parse(&leaf).unwrap());
        prop_assert_eq!(Book::read(read).unwrap(), Some(book));
    }

    /// Every id is that of one outcome, which stands or was voided.
    #[test]
    fn ids_are_used_once(steps in steps()) {
        let (_, book) = followed(&steps);
        let voided = book.voided.iter().map(|(standing, _)| standing);
        let mut ids: Vec<_> = book.outcomes.iter().chain(voided).map(|standing| standing.outcome).collect();
        prop_assert!(ids.iter().all(|id| book.knows(*id)));
        let all = ids.len();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), all);
    }
}

/// Makes the entries of those steps that can be made.
fn followed(steps: &[Step]) -> (Vec<Entry>, Book) {
    let mut entries = vec![entry(5, opened())];
    let mut book = Book::open(&entries[0]).unwrap();
    for step in steps {
        let made = match step {
            Step::Record(facts) => recording(&book, facts),
            Step::Correct(wishes) => correcting(&book, wishes),
        };
        if let Some(made) = made {
            book = add(book, &made);
            entries.push(made);
        }
    }
    (entries, book)
}

fn recording(book: &Book, facts: &Facts) -> Option<Entry> {
    let sits = matches!(facts, Facts::Substitution(one) if book.seated().contains(&one.player));
    (book.state.ending.is_none() && !sits).then(|| next(book, facts.clone()))
}

fn correcting(book: &Book, wishes: &[Wish]) -> Option<Entry> {
    let at = |index: &Index| index.get(&book.outcomes).outcome;
    let is_empty = book.outcomes.is_empty();
    let change = |(wish, n): (&Wish, u64)| match wish {
        Wish::Replace(..) | Wish::Void(_) | Wish::Insert(Some(_), _) if is_empty => None,
        Wish::Replace(index, facts) => Some(Change::Replace(Replace {
            outcome: at(index),
            facts: facts.clone(),
        })),
        Wish::Void(index) => Some(Change::Void(Void { outcome: at(index) })),
        Wish::Insert(before, facts) => Some(Change::Insert(Insert {
            outcome: outcome_id(1_000 * book.version + n),
            before: before.as_ref().map(at),
            facts: facts.clone(),
        })),
        Wish::Reseat(players, outcomes) => Some(Change::Reseat(Reseat {
            players: *players,
            outcomes: *outcomes,
        })),
    };
    let changes: Vec<Change> = wishes.iter().zip(0..).filter_map(change).collect();
    let draft = book.amend(&changes).ok()?;
    let goes_on = draft.outcomes.split_last().is_none_or(|(_, before)| {
        let ends = |stated: &Stated| matches!(stated.facts, Facts::EarlyEnd {});
        !before.iter().any(ends)
    });
    (!changes.is_empty() && goes_on).then(|| correction(book, changes))
}

/// A match that these four opened.
fn reseated(players: [PlayerId; 4]) -> Book {
    let mut opening = entry(5, opened());
    if let Body::MatchOpened(terms) = &mut opening.body {
        terms.players = players;
    }
    Book::open(&opening).unwrap()
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
        prop_oneof![4 => facts().prop_map(Step::Record), 1 => correct],
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
        (any::<Index>(), facts()).prop_map(|(at, facts)| Wish::Replace(at, facts)),
        any::<Index>().prop_map(Wish::Void),
        (proptest::option::of(any::<Index>()), facts())
            .prop_map(|(at, facts)| Wish::Insert(at, facts)),
        (select(seats.to_vec()), select(Reseated::ALL.to_vec()))
            .prop_map(|(players, outcomes)| Wish::Reseat(players, outcomes)),
    ]
}

fn facts() -> impl Strategy<Value = Facts> {
    let chairs = || select(&Chair::ALL);
    let points = || proptest::option::of(0..50_u32);
    let amounts = prop::array::uniform3(-50..50_i64);
    prop_oneof![
        6 => chairs().prop_map(|by| Facts::Win(declared_by(by))),
        1 => Just(Facts::Win(win())),
        2 => Just(Facts::Goulash {}),
        2 => (proptest::option::of(chairs()), amounts).prop_map(|(winner, [a, b, c])| {
            Facts::Agreed(Agreed { winner, half_points: [a, b, c, -(a + b + c)] })
        }),
        1 => (chairs(), points())
            .prop_map(|(chair, points)| Facts::FalseMahjong(FalseMahjong { chair, points })),
        2 => (chairs(), points(), select(Payee::ALL.to_vec())).prop_map(|(chair, points, payee)| {
            Facts::Penalty(Penalty { chair, penalty: None, points, payee })
        }),
        2 => (chairs(), 11..18_u128).prop_map(|(chair, n)| {
            Facts::Substitution(Substitution { chair, player: player(n) })
        }),
        1 => Just(Facts::EarlyEnd {}),
    ]
}

fn declared_by(by: Chair) -> Win {
    let mut win = declared_win();
    win.winners[0].chair = by;
    win
}
