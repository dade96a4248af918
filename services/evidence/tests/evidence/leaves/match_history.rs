//! What the entries of a match say together.

mod amend;
mod any_course;
mod refusals;
mod void;

use super::examples::{chair, declared_win, id, opened, penalty, players, substitution, win};
use super::table::{corrected, entry, outcome_id, recorded};
use evidence::{
    Body, Change, DoubleSeat, Ending, Entry, Event, FalseMahjong, Insert, MatchHistory, MatchState,
    Outcome, Party, Payee, PlayerId, Replace, Reseat, Reseated, Void, seated_after,
};

/// A match in which this happened, as entries; the first outcome is entry 6, and every outcome has its entry's number.
fn entries(outcomes: &[Outcome]) -> Vec<Entry> {
    let mut entries = vec![entry(5, opened())];
    let mut history = MatchHistory::open(&entries[0]).unwrap();
    for outcome in outcomes {
        let next = next(&history, outcome.clone());
        history.add(&next).unwrap();
        entries.push(next);
    }
    entries
}

fn history(outcomes: &[Outcome]) -> MatchHistory {
    MatchHistory::read(entries(outcomes)).unwrap().unwrap()
}

fn next(history: &MatchHistory, outcome: Outcome) -> Entry {
    let seq = history.version + 1;
    let recorded = recorded(history, outcome_id(seq), outcome);
    entry(seq, Body::OutcomeRecorded(Box::new(recorded)))
}

fn correction(history: &MatchHistory, changes: Vec<Change>) -> Entry {
    let corrected = corrected(history, changes);
    entry(
        history.version + 1,
        Body::MatchCorrected(Box::new(corrected)),
    )
}

fn add(mut history: MatchHistory, entry: &Entry) -> MatchHistory {
    history.add(entry).unwrap();
    history
}

/// A declared win, self-drawn.
fn won(by: u8) -> Outcome {
    let mut win = declared_win();
    win.winners[0].chair = chair(by);
    Outcome::Win(win)
}

fn ids(history: &MatchHistory) -> Vec<u128> {
    history
        .outcomes
        .iter()
        .map(|current| current.outcome_id.0.as_u128() - 100)
        .collect()
}

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

fn replace(n: u64, outcome: Outcome) -> Change {
    let outcome_id = outcome_id(n);
    Change::Replace(Replace {
        outcome_id,
        outcome,
    })
}

fn void(n: u64) -> Change {
    let outcome_id = outcome_id(n);
    Change::Void(Void { outcome_id })
}

fn insert(n: u64, before: Option<u64>, outcome: Outcome) -> Change {
    Change::Insert(Insert {
        outcome_id: outcome_id(n),
        before: before.map(outcome_id),
        outcome,
    })
}

fn reseat(players: [PlayerId; 4], outcomes: Reseated) -> Change {
    Change::Reseat(Reseat { players, outcomes })
}

#[test]
fn a_book_is_what_its_entries_say_one_after_another() {
    let history = history(&[won(1), penalty(Payee::House), substitution(), won(4)]);
    assert_eq!(ids(&history), [6, 7, 8, 9]);
    assert_eq!((history.version, history.opened.seq), (9, 5));
    assert_eq!(
        (history.players, history.terms.players),
        (players(), players())
    );
    let [first, second, third, _] = players();
    assert_eq!(history.seated(), [first, second, third, player(15)]);
    assert_eq!(
        history.state.total_half_points,
        [12 - 10 - 4, -8, -8, -4 + 12]
    );
    assert_eq!(
        (history.state.house_half_points, history.state.next_number),
        (10, 3)
    );
    assert_eq!(history.hand(2).unwrap().outcome_id, outcome_id(9));
    assert_eq!(history.hand(3), None);
    let only = history.outcome(outcome_id(7)).unwrap();
    assert_eq!((only.now.result.number, only.is_corrected()), (None, false));
    assert_eq!((history.voided.len(), history.corrections.len()), (0, 0));
}

#[test]
fn balances_are_those_of_everybody_who_took_part() {
    let history = history(&[won(4), substitution(), won(4), penalty(Payee::House)]);
    let balances: Vec<_> = history.balances().into_iter().collect();
    let of = |n| Party::Player(player(n));
    assert_eq!(
        balances,
        [
            (of(11), -4 - 4 - 10),
            (of(12), -8),
            (of(13), -8),
            // The one who left keeps what was won before, and the one who came has what was won since.
            (of(14), 12),
            (of(15), 12),
            (Party::House, 10)
        ]
    );
    let at_first = MatchHistory::open(&entries(&[])[0]).unwrap().balances();
    assert_eq!(at_first.len(), 4);
    assert!(at_first.values().all(|half_points| *half_points == 0));
}

#[test]
fn whoever_came_for_nothing_took_part() {
    let balances = history(&[substitution()]).balances();
    assert_eq!(balances.get(&Party::Player(player(14))), Some(&0));
    assert_eq!(balances.get(&Party::Player(player(15))), Some(&0));
}

#[test]
fn a_correction_leaves_what_it_does_not_change_as_it_was_said() {
    let before = history(&[won(1), won(2), Outcome::Goulash {}, won(3)]);
    let changes = vec![replace(8, won(2))];
    let correction = correction(&before, changes);
    let after = add(before.clone(), &correction);
    assert_eq!(ids(&after), [6, 7, 8, 9]);
    assert_eq!(after.outcomes[..2], before.outcomes[..2]);

    // The goulash was a win, and the hand after it was another deal.
    for place in [2, 3] {
        let (now, then) = (&after.outcomes[place], &before.outcomes[place]);
        assert!(now.earlier.iter().eq([&then.now]));
        assert_eq!(now.now.said, Event::of(&correction));
        assert_eq!(now.recorded(), then.recorded());
        assert_ne!(now.now.result, then.now.result);
    }
    assert_eq!(
        after.outcomes[3].now.outcome,
        before.outcomes[3].now.outcome
    );
    assert_eq!((after.version, after.corrections.len()), (10, 1));
    assert_eq!(after.state.total_half_points, [0, 16, 0, -16]);
}

#[test]
fn a_match_that_forgot_what_was_said_before_goes_on_the_same() {
    let before = history(&[won(1), won(2), Outcome::Goulash {}, won(3)]);
    let first = correction(&before, vec![replace(8, won(2))]);
    let mut whole = add(before, &first);
    let mut forgetful = whole.clone();
    forgetful.forget_earlier(|id| id == outcome_id(9));
    assert!(forgetful.has_same_content(&whole));
    let kept = |history: &MatchHistory| -> Vec<usize> {
        let outcomes = history.outcomes.iter();
        outcomes.map(|current| current.earlier.len()).collect()
    };
    assert_eq!(
        (kept(&whole), kept(&forgetful)),
        (vec![0, 0, 1, 1], vec![0, 0, 0, 1])
    );
    for (kept, forgot) in whole.outcomes.iter().zip(&forgetful.outcomes) {
        assert_eq!(kept.is_corrected(), forgot.is_corrected());
        assert_eq!(kept.recorded(), forgot.recorded());
    }
    let second = correction(&whole, vec![replace(6, Outcome::Goulash {})]);
    (whole, forgetful) = (add(whole, &second), add(forgetful, &second));
    assert!(forgetful.has_same_content(&whole));
    assert_eq!(forgetful.course().last().unwrap().state_after, whole.state);
    assert_eq!(forgetful.corrections[0].1.results, []);
}

#[test]
fn what_was_voided_is_kept_in_the_order_in_which_it_stood() {
    let before = history(&[
        won(1),
        penalty(Payee::House),
        Outcome::Goulash {},
        penalty(Payee::Players),
    ]);
    let correction = correction(&before, vec![void(9), void(7), void(8)]);
    let after = add(before.clone(), &correction);
    let (gone, by): (Vec<_>, Vec<_>) = after.voided.iter().cloned().unzip();
    assert_eq!(gone, before.outcomes[1..]);
    assert!(by.iter().all(|by| *by == Event::of(&correction)));
    assert_eq!(ids(&after), [6]);
    assert_eq!(after.outcome(outcome_id(7)), None);
    assert!(after.knows(outcome_id(7)));
    assert_eq!(after.state.house_half_points, 0);
}

#[test]
fn an_early_end_can_be_taken_back() {
    let before = history(&[won(1), Outcome::EarlyEnd {}]);
    assert_eq!(before.state.ending, Some(Ending::Early));
    let after = add(before.clone(), &correction(&before, vec![void(7)]));
    assert_eq!(after.state.ending, None);
    let goes_on = next(&after, won(2));
    assert_eq!(add(after, &goes_on).state.next_number, 3);
}

#[test]
fn the_course_says_where_the_match_stood_after_everything() {
    let history = history(&[
        penalty(Payee::House),
        Outcome::Win(win()),
        Outcome::FalseMahjong(FalseMahjong {
            chair: chair(2),
            points: None,
        }),
        substitution(),
        won(1),
    ]);
    let course = history.course();
    let numbers = course.iter().map(|told| told.state_after.next_number);
    assert!(numbers.eq([1, 2, 3, 3, 4]));
    let deals = course.iter().map(|told| told.state_after.deal);
    let deals = deals.map(|deal| (deal.dealer.number(), deal.extra));
    assert!(deals.eq([(1, 0), (2, 0), (2, 1), (2, 1), (3, 0)]));
    assert_eq!(course[0].state_after.house_half_points, 10);
    assert_eq!(course[4].state_after, history.state);
    assert_eq!(MatchHistory::open(&entries(&[])[0]).unwrap().course(), []);
}

#[test]
fn the_course_is_kept_up_to_what_was_told_by_then() {
    let before = history(&[won(1), won(2), substitution(), won(3)]);
    let inserted = insert(50, Some(7), penalty(Payee::House));
    let after = add(before.clone(), &correction(&before, vec![inserted]));
    let kept = |until| {
        let mut kept = after.clone();
        kept.keep_until(until);
        kept
    };
    assert_eq!(ids(&after), [6, 50, 7, 8, 9]);
    // What was forgotten belongs to the course of that time, as is known now.
    assert_eq!(ids(&kept(7)), [6, 50, 7]);
    assert_eq!(kept(7).state, after.course()[2].state_after);
    assert_eq!(kept(7).state.house_half_points, 10);
    // But not if everything that had been told by then happened before it.
    assert_eq!(ids(&kept(6)), [6]);
    assert_eq!(
        (kept(7).seated(), kept(8).seated()),
        (players(), after.seated())
    );
    assert_ne!(players(), after.seated());
    assert_eq!((ids(&kept(5)).len(), kept(5).state), (0, MatchState::START));
    assert_eq!(kept(9), after);
    assert_eq!(kept(u64::MAX), after);
}

#[test]
fn books_tell_the_same_whoever_says_so() {
    let before = history(&[won(1), won(2)]);
    let after = add(before.clone(), &correction(&before, vec![void(7)]));
    assert!(!after.has_same_content(&before));
    assert!(after.has_same_content(&history(&[won(1)])));
    assert!(!after.has_same_content(&history(&[won(2)])));
    let [a, b, c, d] = players();
    let nobody = history(&[]);
    let follow = reseat([b, a, c, d], Reseated::FollowPlayers);
    let reseated = add(nobody.clone(), &correction(&nobody, vec![follow]));
    assert!(!reseated.has_same_content(&nobody));
}

#[test]
fn two_players_who_are_one_person_sit_twice() {
    let [a, b, ..] = players();
    let substituted = history(&[won(1), substitution()]);
    assert_eq!(substituted.double_seat(|player| player), None);
    let is_b = |one: PlayerId| move |player| if player == one { b } else { player };
    assert_eq!(
        substituted.double_seat(is_b(a)),
        Some(DoubleSeat::AtTheStart)
    );
    let newcomer = Some(DoubleSeat::TakingOver(outcome_id(7)));
    assert_eq!(substituted.double_seat(is_b(player(15))), newcomer);
}

#[test]
fn only_entries_of_a_matchs_course_are_read() {
    assert_eq!(MatchHistory::read([]).unwrap(), None);
    let entries = entries(&[won(1)]);
    let refusal = |entries: Vec<Entry>| MatchHistory::read(entries).unwrap_err().to_string();
    assert_eq!(refusal(entries[1..].to_vec()), "the entry opens no match");
    let twice = vec![entries[0].clone(), entry(6, opened())];
    assert_eq!(refusal(twice), "the entry is not of a match's course");
}

#[test]
fn a_substitution_seats_somebody_and_nothing_else_does() {
    let [first, second, third, _] = players();
    let after = seated_after(players(), &substitution());
    assert_eq!(after, [first, second, third, player(15)]);
    assert_eq!(seated_after(players(), &won(1)), players());
}
