//! What a match would be after some changes.

use super::{history, ids, insert, player, replace, reseat, void, won};
use crate::leaves::examples::{chair, penalty, players, substitution, win};
use crate::leaves::table::outcome_id;
use evidence::{
    Agreed, Change, DoubleSeat, Draft, FalseMahjong, ImpossibleChange, ImpossibleReason, Outcome,
    OutcomeId, Payee, Penalty, Reseated, Substitution,
};

fn order(draft: &Draft) -> Vec<OutcomeId> {
    draft
        .outcomes
        .iter()
        .map(|stated| stated.outcome_id)
        .collect()
}

#[test]
fn changes_are_made_one_after_another() {
    let history = history(&[won(1), won(2), won(3)]);
    let draft = |changes: &[Change]| history.amend(changes).unwrap();
    assert_eq!(order(&draft(&[])), [6, 7, 8].map(outcome_id));

    let replaced = draft(&[replace(7, Outcome::Goulash {})]);
    assert_eq!(order(&replaced), [6, 7, 8].map(outcome_id));
    assert_eq!(replaced.outcomes[1].outcome, Outcome::Goulash {});
    assert_eq!(replaced.outcomes[2].outcome, won(3));

    assert_eq!(order(&draft(&[void(7)])), [6, 8].map(outcome_id));
    let last = draft(&[insert(50, None, won(4))]);
    assert_eq!(order(&last), [6, 7, 8, 50].map(outcome_id));
    let first = draft(&[insert(50, Some(6), won(4))]);
    assert_eq!(order(&first), [50, 6, 7, 8].map(outcome_id));

    // What one change makes, the next can change; what it took away is no longer there.
    let both = draft(&[
        insert(50, Some(7), won(4)),
        insert(51, Some(50), won(1)),
        replace(50, won(2)),
        void(7),
        void(51),
    ]);
    assert_eq!(order(&both), [6, 50, 8].map(outcome_id));
    assert_eq!(both.outcomes[1].outcome, won(2));
    let again = draft(&[replace(6, won(2)), replace(6, won(3))]);
    assert_eq!(again.outcomes[0].outcome, won(3));
    assert_eq!(
        ids(&history),
        [6, 7, 8],
        "the history itself stays as it is"
    );
}

#[test]
fn what_happened_stays_with_the_chairs_or_goes_with_the_people() {
    let [a, b, c, d] = players();
    let happened = [
        Outcome::Win(win()),
        Outcome::Agreed(Agreed {
            winner: Some(chair(1)),
            half_points: [6, -3, -2, -1],
        }),
        Outcome::FalseMahjong(FalseMahjong {
            chair: chair(2),
            points: None,
        }),
        penalty(Payee::House),
        Outcome::Goulash {},
        substitution(),
        Outcome::EarlyEnd {},
    ];
    let history = history(&happened);
    let outcome = |outcomes| {
        let draft = history.amend(&[reseat([d, a, b, c], outcomes)]).unwrap();
        assert_eq!(draft.players, [d, a, b, c]);
        draft.outcomes.into_iter().map(|stated| stated.outcome)
    };
    assert!(outcome(Reseated::StayWithChairs).eq(happened.clone()));

    // Chair 1's player sits on chair 2, and so on round the table.
    let mut moved = win();
    moved.from_chair = Some(chair(3));
    moved.winners[0].chair = chair(1);
    moved.winners[0].liability.as_mut().unwrap().chair = chair(3);
    let moved = [
        Outcome::Win(moved),
        Outcome::Agreed(Agreed {
            winner: Some(chair(2)),
            half_points: [-1, 6, -3, -2],
        }),
        Outcome::FalseMahjong(FalseMahjong {
            chair: chair(3),
            points: None,
        }),
        Outcome::Penalty(Penalty {
            chair: chair(2),
            penalty: None,
            points: Some(5),
            payee: Payee::House,
        }),
        Outcome::Goulash {},
        Outcome::Substitution(Substitution {
            chair: chair(1),
            player: player(15),
        }),
        Outcome::EarlyEnd {},
    ];
    assert!(outcome(Reseated::FollowPlayers).eq(moved));
}

#[test]
fn people_who_change_chairs_twice_are_followed_twice() {
    let [a, b, c, d] = players();
    let history = history(&[won(1)]);
    let twice = [[b, a, c, d], [c, a, b, d]].map(|seats| reseat(seats, Reseated::FollowPlayers));
    let draft = history.amend(&twice).unwrap();
    // Player a won, and ends on chair 2.
    assert_eq!(
        (draft.players, &draft.outcomes[0].outcome),
        ([c, a, b, d], &won(2))
    );
    let back = [[b, a, c, d], [a, b, c, d]].map(|seats| reseat(seats, Reseated::FollowPlayers));
    assert_eq!(history.amend(&back), history.amend(&[]));
}

#[test]
fn somebody_else_can_have_sat_there_from_the_start() {
    let [a, b, c, _] = players();
    let draft =
        history(&[won(1)]).amend(&[reseat([a, b, c, player(16)], Reseated::StayWithChairs)]);
    assert_eq!(draft.unwrap().players, [a, b, c, player(16)]);
}

#[test]
fn the_change_that_cannot_be_made_is_named() {
    let [a, b, c, d] = players();
    let history = history(&[won(1), substitution(), won(3)]);
    let check = |changes: &[Change], change, why| {
        assert_eq!(
            history.amend(changes),
            Err(ImpossibleChange { change, why }),
            "{changes:?}"
        );
    };
    check(&[replace(50, won(1))], 0, ImpossibleReason::UnknownOutcome);
    check(&[void(50)], 0, ImpossibleReason::UnknownOutcome);
    check(&[void(6), void(6)], 1, ImpossibleReason::UnknownOutcome);
    check(
        &[void(6), replace(6, won(2))],
        1,
        ImpossibleReason::UnknownOutcome,
    );
    check(
        &[insert(50, Some(51), won(1))],
        0,
        ImpossibleReason::UnknownPlace,
    );
    check(
        &[void(6), insert(50, Some(6), won(1))],
        1,
        ImpossibleReason::UnknownPlace,
    );
    check(&[insert(6, None, won(1))], 0, ImpossibleReason::IdInUse);
    check(
        &[void(6), insert(6, None, won(1))],
        1,
        ImpossibleReason::IdInUse,
    );
    let twice = insert(50, None, won(1));
    check(&[twice.clone(), twice], 1, ImpossibleReason::IdInUse);

    let follow = |seats| reseat(seats, Reseated::FollowPlayers);
    let stay = |seats| reseat(seats, Reseated::StayWithChairs);
    check(
        &[follow([a, b, c, player(16)])],
        0,
        ImpossibleReason::OtherPlayers,
    );
    let arriving = |n| ImpossibleReason::TwoChairs(DoubleSeat::TakingOver(outcome_id(n)));
    let at_the_start = ImpossibleReason::TwoChairs(DoubleSeat::AtTheStart);
    check(&[stay([a, b, c, c])], 0, at_the_start);
    check(&[stay([a, b, c, c]), void(6)], 0, at_the_start);
    check(&[stay([a, b, c, c]), stay([d, c, b, a])], 0, at_the_start);
    check(&[void(6), stay([a, b, c, player(15)])], 1, arriving(7));
    let sits = |n, chair_| {
        let player = player(n);
        Outcome::Substitution(Substitution {
            chair: chair(chair_),
            player,
        })
    };
    check(&[insert(50, None, sits(15, 1))], 0, arriving(50));
    check(&[insert(50, None, sits(11, 1)), void(6)], 0, arriving(50));
    // Whoever left may come back, on any chair.
    assert!(history.amend(&[insert(50, None, sits(14, 1))]).is_ok());
    // It is the match after all changes that counts.
    let [first, second] = [stay([a, b, c, player(15)]), replace(7, sits(16, 4))];
    assert!(history.amend(&[first, second]).is_ok());
    assert!(history.amend(&[stay([d, c, b, a])]).is_ok());
}

#[test]
fn an_outcome_that_was_voided_does_not_come_back() {
    let before = history(&[won(1), won(2)]);
    let correction = super::correction(&before, vec![void(6)]);
    let after = super::add(before, &correction);
    let impossible = |change: Change| after.amend(&[change]).unwrap_err().why;
    assert_eq!(impossible(void(6)), ImpossibleReason::UnknownOutcome);
    assert_eq!(
        impossible(replace(6, won(1))),
        ImpossibleReason::UnknownOutcome
    );
    assert_eq!(
        impossible(insert(6, None, won(1))),
        ImpossibleReason::IdInUse
    );
}

#[test]
fn every_reason_is_put_in_words() {
    let reasons = [
        ImpossibleReason::UnknownOutcome,
        ImpossibleReason::UnknownPlace,
        ImpossibleReason::IdInUse,
        ImpossibleReason::OtherPlayers,
        ImpossibleReason::TwoChairs(DoubleSeat::AtTheStart),
    ];
    let mut texts: Vec<_> = reasons.iter().map(|why| why.text()).collect();
    texts.dedup();
    assert_eq!(texts.len(), 5);
}
