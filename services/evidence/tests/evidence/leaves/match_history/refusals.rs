//! Entries that contradict what was said before.

use super::{add, correction, history, insert, next, player, replace, reseat, void, won};
use crate::leaves::examples::{chair, penalty, players, substitution};
use crate::leaves::table::{entry, outcome_id};
use evidence::{
    Body, Change, CorrectedOutcome, Counts, Ending, Entry, FalseMahjong, Hash, Legs,
    MatchCorrected, MatchHistory, MatchId, MatchProgress, Outcome, OutcomeRecorded, OutcomeResult,
    Payee, ProgressError, Reseated, Substitution, Totals,
};

/// A match that goes on: two wins, and a goulash between them.
fn ongoing() -> MatchHistory {
    history(&[won(1), Outcome::Goulash {}, won(3)])
}

/// Why an entry is refused that would be taken but for one thing. A refused entry leaves nothing behind.
fn refusal(history: &MatchHistory, good: &Entry, change: impl Fn(&mut Body)) -> String {
    let mut after = history.clone();
    let mut bad = good.clone();
    change(&mut bad.body);
    let refusal = after.add(&bad).unwrap_err().to_string();
    assert_eq!(after, *history, "{refusal}");
    after.add(good).unwrap();
    refusal
}

fn recording(good: Outcome, change: impl Fn(&mut OutcomeRecorded)) -> String {
    let history = ongoing();
    let good = next(&history, good);
    refusal(&history, &good, |body| {
        if let Body::OutcomeRecorded(recorded) = body {
            change(recorded);
        }
    })
}

fn correcting(changes: Vec<Change>, change: impl Fn(&mut MatchCorrected)) -> String {
    let history = ongoing();
    let good = correction(&history, changes);
    refusal(&history, &good, |body| {
        if let Body::MatchCorrected(corrected) = body {
            change(corrected);
        }
    })
}

/// The same with other legs.
fn with_legs(
    result: &OutcomeResult,
    players: [evidence::PlayerId; 4],
    half_points: [i64; 4],
) -> Legs {
    Legs::new(&result.deal, players, half_points, 0).unwrap()
}

#[test]
fn an_outcome_that_does_not_follow_is_refused() {
    let check = |change: &dyn Fn(&mut OutcomeRecorded), reason: &str| {
        assert_eq!(recording(won(2), change), reason);
    };
    let other = "the entry is of another match or variant";
    check(&|one| one.match_id = MatchId(player(99).0), other);
    check(&|one| one.variant_hash = Hash::of(b"other"), other);
    check(
        &|one| one.outcome_id = outcome_id(7),
        "the outcome's id is in use",
    );
    let deal = "the outcome happened in another deal";
    check(&|one| one.result.deal.extra += 1, deal);
    let numbers = "the hands are not numbered 1, 2, 3, …";
    check(&|one| one.result.number = Some(5), numbers);
    check(&|one| one.result.number = Some(3), numbers);
    let follows = "the next hand's number does not follow the last one's";
    check(&|one| one.state_after.next_number += 1, follows);
    let totals = "the totals are not what the outcomes moved";
    check(&|one| one.state_after.total_half_points[0] += 2, totals);
    check(&|one| one.state_after.house_half_points += 2, totals);
    let [a, b, c, _] = players();
    let strangers = |one: &mut OutcomeRecorded| {
        one.result.legs = with_legs(&one.result, [a, b, c, player(15)], [-4, 12, -4, -4]);
    };
    check(&strangers, "the legs are those of other players");
    let early = "the match does not end as its last outcome ends it";
    check(&|one| one.state_after.ending = Some(Ending::Early), early);
}

#[test]
fn half_a_cent_is_refused() {
    let Body::OutcomeRecorded(mut recorded) = next(&history(&[]), won(1)).body else {
        panic!("an outcome is recorded");
    };
    let half_points = [-3, 9, -3, -3];
    recorded.result.legs = with_legs(&recorded.result, players(), half_points);
    recorded.state_after.total_half_points = half_points;
    let record = |stake_cents| {
        let before = MatchProgress::start(stake_cents, players());
        let mut progress = before;
        let (outcome, result) = (&recorded.outcome, &recorded.result);
        let result = progress.record(outcome, result, &recorded.state_after, |player| player);
        assert_eq!(progress == before, result.is_err());
        result
    };
    assert_eq!(record(25), Err(ProgressError::FractionalCents));
    assert_eq!(record(50), Ok(()));
    assert_eq!(
        ProgressError::FractionalCents.text(),
        "what an outcome moves is no whole number of cents"
    );
}

#[test]
fn nobody_takes_over_a_chair_who_sits_at_the_table() {
    let sits = |one: &mut OutcomeRecorded| {
        one.outcome = Outcome::Substitution(Substitution {
            chair: chair(4),
            player: players()[0],
        });
    };
    let twice = "who takes a chair over sits at the table already";
    assert_eq!(recording(substitution(), sits), twice);
    let same = |one: &mut OutcomeRecorded| {
        one.outcome = Outcome::Substitution(Substitution {
            chair: chair(4),
            player: players()[3],
        });
    };
    assert_eq!(recording(substitution(), same), twice);
}

#[test]
fn nothing_is_recorded_after_the_end() {
    let early = history(&[won(1), Outcome::EarlyEnd {}]);
    let mut complete = next(&history(&[]), won(1));
    if let Body::OutcomeRecorded(recorded) = &mut complete.body {
        recorded.state_after.ending = Some(Ending::Complete);
    }
    let complete = add(history(&[]), &complete);
    for over in [early, complete] {
        let mut after = over.clone();
        let refused = after.add(&next(&over, won(2))).unwrap_err();
        assert_eq!(refused.to_string(), "the match is over");
        assert_eq!(after, over);
    }
}

/// The first outcome comes to be another.
fn first_is(outcome: Outcome) -> Vec<Change> {
    vec![replace(6, outcome)]
}

#[test]
fn a_correction_of_what_is_not_there_is_refused() {
    let check = |change: Change, reason: &str| {
        let swap = |one: &mut MatchCorrected| one.changes = vec![change.clone()];
        assert_eq!(correcting(first_is(won(2)), swap), reason);
    };
    check(void(50), "the outcome does not stand in the match");
    let nowhere = "the outcome it is to come before does not stand in the match";
    check(insert(50, Some(51), won(1)), nowhere);
    let used = "the id of what is inserted has been used";
    check(insert(7, Some(6), won(1)), used);
    let [a, b, c, _] = players();
    let others = "outcomes can follow the players only if they are the same four";
    let newcomer = [a, b, c, player(15)];
    check(reseat(newcomer, Reseated::FollowPlayers), others);
    let twice = "somebody would sit on two chairs";
    check(reseat([a, b, c, a], Reseated::StayWithChairs), twice);
}

#[test]
fn a_correction_states_what_differs_and_nothing_else() {
    // Chair 2 won instead: what the two later hands come to stays the same.
    let check = |change: &dyn Fn(&mut MatchCorrected), reason: &str| {
        assert_eq!(correcting(first_is(won(2)), change), reason);
    };
    let unchanged = ongoing().outcomes[1].clone();
    let superfluous = CorrectedOutcome {
        outcome_id: unchanged.outcome_id,
        result: unchanged.now.result,
    };
    check(
        &|one| one.results.push(superfluous.clone()),
        "the correction states a result that it does not change",
    );
    let elsewhere =
        "the correction has results of what is not in the match, or not in the order of play";
    let stranger = CorrectedOutcome {
        outcome_id: outcome_id(50),
        ..superfluous.clone()
    };
    check(&|one| one.results.push(stranger.clone()), elsewhere);
    // Left out, the totals do not add up.
    check(
        &|one| one.results.clear(),
        "the totals are not what the outcomes moved",
    );
    check(
        &|one| one.variant_hash = Hash::of(b"other"),
        "the entry is of another match or variant",
    );
    check(
        &|one| one.state_after.next_number = 3,
        "the next hand's number does not follow the last one's",
    );
    check(
        &|one| one.state_after.ending = Some(Ending::Early),
        "the match does not end as its last outcome ends it",
    );
}

#[test]
fn effects_come_in_the_order_of_play() {
    let first_void = vec![void(6)];
    let swapped = |one: &mut MatchCorrected| {
        assert_eq!(one.results.len(), 2);
        one.results.reverse();
    };
    assert_eq!(
        correcting(first_void.clone(), swapped),
        "the correction has results of what is not in the match, or not in the order of play"
    );
    let hole = |one: &mut MatchCorrected| one.results[0].result.number = Some(2);
    let numbers = "the hands are not numbered 1, 2, 3, …";
    assert_eq!(correcting(first_void.clone(), hole), numbers);
    let [a, b, c, _] = players();
    let strangers = |one: &mut MatchCorrected| {
        let result = &mut one.results[0].result;
        result.legs = with_legs(result, [a, b, c, player(15)], [0; 4]);
    };
    assert_eq!(
        correcting(first_void, strangers),
        "the legs are those of other players"
    );
}

#[test]
fn what_is_inserted_comes_to_something() {
    let last = |outcome| vec![insert(50, None, outcome)];
    let nothing = |one: &mut MatchCorrected| one.results.clear();
    assert_eq!(
        correcting(last(penalty(Payee::House)), nothing),
        "an inserted outcome has no result"
    );
    let numbered = |one: &mut MatchCorrected| one.results[0].result.number = Some(4);
    assert_eq!(
        correcting(last(penalty(Payee::House)), numbered),
        "hands have a number, and nothing else has one"
    );
    let unnumbered = |one: &mut MatchCorrected| one.results[0].result.number = None;
    assert_eq!(
        correcting(last(won(1)), unnumbered),
        "hands have a number, and nothing else has one"
    );
}

#[test]
fn another_outcome_that_comes_to_the_same_states_no_result() {
    let before = history(&[Outcome::FalseMahjong(FalseMahjong {
        chair: chair(1),
        points: None,
    })]);
    // Ten points are what it costs if nobody says anything.
    let said = Outcome::FalseMahjong(FalseMahjong {
        chair: chair(1),
        points: Some(10),
    });
    let correction = correction(&before, first_is(said.clone()));
    let Body::MatchCorrected(corrected) = &correction.body else {
        return assert_eq!(correction.body.kind(), "match_corrected");
    };
    assert_eq!(corrected.results, []);
    let after = add(before.clone(), &correction);
    let current = &after.outcomes[0];
    assert_eq!(
        (&current.now.outcome, current.is_corrected()),
        (&said, true)
    );
    assert_eq!(current.now.result, before.outcomes[0].now.result);
    // A penalty cannot have the number the false mahjong had.
    let mut wrong = corrected.clone();
    wrong.changes = first_is(penalty(Payee::House));
    let wrong = entry(7, Body::MatchCorrected(wrong));
    assert_eq!(
        before.clone().add(&wrong).unwrap_err().to_string(),
        "hands have a number, and nothing else has one"
    );
}

#[test]
fn nothing_stands_after_an_end() {
    let mut before = history(&[won(1), Outcome::EarlyEnd {}]);
    let late = correction(&before, vec![insert(50, None, penalty(Payee::House))]);
    assert_eq!(
        before.add(&late).unwrap_err().to_string(),
        "something happened after the match had ended"
    );
}

/// Totals are of a match without points, and the match is over with them, also by a correction; a match is complete by nothing else
/// that is no hand.
#[test]
fn totals_stand_alone() {
    let totals = || {
        Outcome::Totals(Totals {
            half_points: [48, -16, -40, 4],
            house_half_points: Some(4),
        })
    };
    let alone = history(&[totals()]);
    assert_eq!(alone.state.ending, Some(Ending::Complete));
    assert_eq!((alone.hands(), alone.counts()), (0, Counts::InFull));
    let refused = |mut before: MatchHistory, changes: Vec<Change>| {
        let entry = correction(&before, changes);
        before.add(&entry).unwrap_err().to_string()
    };
    let after_end = "something happened after the match had ended";
    let late = vec![insert(50, None, penalty(Payee::House))];
    assert_eq!(refused(alone.clone(), late), after_end);
    let besides = "a match has totals besides other points";
    let hand = history(&[won(1)]);
    assert_eq!(refused(hand, vec![insert(50, None, totals())]), besides);
    let fine = history(&[penalty(Payee::House)]);
    assert_eq!(refused(fine, vec![insert(50, None, totals())]), besides);

    let mut empty = history(&[penalty(Payee::House)]);
    let mut wrong = correction(&empty, vec![insert(50, None, penalty(Payee::House))]);
    let Body::MatchCorrected(corrected) = &mut wrong.body else {
        panic!("no correction");
    };
    corrected.state_after.ending = Some(Ending::Complete);
    assert_eq!(
        empty.add(&wrong).unwrap_err().to_string(),
        "the match does not end as its last outcome ends it"
    );
}
