//! Whatever an outcome states is worked out again.

use crate::found;
use crate::honest::{
    AGREED, DECLARED, GOULASH, NEXT, PENALTY, SUBSTITUTION, WIN, chair, declared, hash_of, id,
    outcome_id, players,
};
use evidence::{
    Body, Ending, Hash, LeftOutReason, Legs, MatchId, Outcome, OutcomeRecorded, Payee, PlayerId,
    Shown, Win,
};

fn tampered(seq: u64, change: impl FnOnce(&mut OutcomeRecorded)) -> String {
    found(seq, |body| {
        if let Body::OutcomeRecorded(recorded) = body {
            change(recorded);
        }
    })
}

/// Other amounts for the same people, with totals that agree with them.
fn pays(recorded: &mut OutcomeRecorded, half_points: [i64; 4], house: i64) {
    let legs = &recorded.result.legs;
    let seated = legs.chairs().map(|leg| leg.player);
    let after = &mut recorded.state_after;
    let totals = after.total_half_points.iter_mut();
    for ((total, was), is) in totals.zip(legs.half_points()).zip(half_points) {
        *total += is - was;
    }
    after.house_half_points += house - legs.house();
    recorded.result.legs = Legs::new(&recorded.result.deal, seated, half_points, house).unwrap();
}

fn win_of(recorded: &mut OutcomeRecorded) -> &mut Win {
    let Outcome::Win(win) = &mut recorded.outcome else {
        panic!("the outcome is not a win")
    };
    win
}

const PAYMENTS: &str = "worked out again, it differs in the payments";
const SCORE: &str = "worked out again, it differs in the score";
const STATE: &str = "worked out again, it differs in the state after it";

#[test]
fn a_number_or_a_deal_is_not_believed() {
    let number = tampered(GOULASH, |one| {
        one.result.number = Some(3);
        one.state_after.next_number = 4;
    });
    assert_eq!(number, "worked out again, it differs in the number");
    let deal = tampered(GOULASH, |one| one.result.deal.extra += 1);
    assert_eq!(deal, "worked out again, it differs in the deal");
    let between = tampered(PENALTY, |one| one.result.deal.extra += 1);
    assert_eq!(between, "worked out again, it differs in the deal");
}

#[test]
fn a_score_is_not_believed() {
    let fan = tampered(WIN, |one| one.result.scores[0].score.fan += 1);
    assert_eq!(fan, SCORE);
    let pattern = tampered(WIN, |one| {
        one.result.scores[0].score.counted.pop().unwrap();
    });
    assert_eq!(pattern, SCORE);
    let left_out = tampered(WIN, |one| {
        one.result.scores[0]
            .score
            .left_out
            .push(evidence::LeftOutPattern {
                pattern: "all_chows".to_owned(),
                reason: LeftOutReason::NoValue,
                by: None,
            });
    });
    assert_eq!(left_out, SCORE);
    let reading = tampered(WIN, |one| {
        let reading = one.result.scores[0].score.reading.as_mut().unwrap();
        reading.sets[0].concealed = true;
    });
    assert_eq!(reading, SCORE);
    let points = tampered(DECLARED, |one| one.result.scores[0].score.points *= 2);
    assert_eq!(points, SCORE);
    let winner = tampered(DECLARED, |one| one.result.scores[0].chair = chair(2));
    assert_eq!(winner, SCORE);
    let nobody = tampered(WIN, |one| one.result.scores.clear());
    assert_eq!(nobody, SCORE);
}

#[test]
fn payments_are_not_believed() {
    let doubled = tampered(WIN, |one| {
        let twice = one.result.legs.half_points().map(|amount| 2 * amount);
        pays(one, twice, 0);
    });
    assert_eq!(doubled, PAYMENTS);
    let free = tampered(PENALTY, |one| pays(one, [0; 4], 0));
    assert_eq!(free, PAYMENTS);
    let embezzled = tampered(PENALTY, |one| pays(one, [-10, 10, 0, 0], 0));
    assert_eq!(embezzled, PAYMENTS);
    let agreed = tampered(AGREED, |one| pays(one, [-8, 8, 0, 0], 0));
    assert_eq!(agreed, PAYMENTS);
    let paid = tampered(SUBSTITUTION, |one| pays(one, [2, -2, 0, 0], 0));
    assert_eq!(paid, PAYMENTS);
    // The amounts are right, and somebody else gets them.
    let [a, b, c, _] = players();
    let somebody_else = tampered(DECLARED, |one| {
        let result = &mut one.result;
        let amounts = result.legs.half_points();
        result.legs = Legs::new(&result.deal, [a, b, c, PlayerId(id(14))], amounts, 0).unwrap();
    });
    assert_eq!(somebody_else, PAYMENTS);
}

#[test]
fn where_the_match_stands_is_not_believed() {
    let dealer = |one: &mut OutcomeRecorded| one.state_after.deal.dealer = chair(4);
    assert_eq!(tampered(WIN, dealer), STATE);
    let over = |one: &mut OutcomeRecorded| one.state_after.ending = Some(Ending::Complete);
    assert_eq!(tampered(WIN, over), STATE);
    let totals = |one: &mut OutcomeRecorded| one.state_after.total_half_points.swap(0, 1);
    assert_eq!(tampered(NEXT, totals), STATE);
    let house = tampered(PENALTY, |one| {
        one.state_after.house_half_points -= 2;
        one.state_after.total_half_points[0] += 2;
    });
    assert_eq!(house, STATE);
    let skipped = |one: &mut OutcomeRecorded| one.state_after.next_number += 1;
    assert_eq!(tampered(PENALTY, skipped), STATE);
}

#[test]
fn another_outcome_comes_to_something_else() {
    let discarder = tampered(WIN, |one| win_of(one).from_chair = Some(chair(1)));
    assert_eq!(discarder, PAYMENTS);
    let winner = tampered(DECLARED, |one| win_of(one).winners[0].chair = chair(2));
    assert_eq!(winner, SCORE);
    let last_tile = tampered(WIN, |one| win_of(one).last_tile = true);
    assert_eq!(last_tile, SCORE);
    let happened = tampered(GOULASH, |one| one.outcome = declared(1));
    assert_eq!(happened, SCORE);
    let payee = tampered(PENALTY, |one| {
        if let Outcome::Penalty(penalty) = &mut one.outcome {
            penalty.payee = Payee::Players;
        }
    });
    assert_eq!(payee, PAYMENTS);
}

#[test]
fn what_the_rules_refuse_is_refused() {
    let hand = |change: fn(&mut evidence::Hand)| {
        tampered(WIN, |one| match &mut win_of(one).winners[0].shown {
            Shown::Hand(hand) => change(hand),
            Shown::Declared(declared) => panic!("{declared:?}"),
        })
    };
    for refusal in [
        hand(|hand| hand.concealed = "88s WN".to_owned()),
        hand(|hand| hand.concealed = "88s W".to_owned()),
        hand(|hand| hand.concealed = "88x".to_owned()),
        hand(|hand| hand.winning_tile = "8s 8s".to_owned()),
        hand(|hand| hand.bonus_tiles = "1m".to_owned()),
        hand(|hand| hand.melds[0].tiles = "1f".to_owned()),
        tampered(DECLARED, |one| match &mut win_of(one).winners[0].shown {
            Shown::Declared(declared) => declared.fan = 2,
            Shown::Hand(hand) => panic!("{hand:?}"),
        }),
        tampered(WIN, |one| win_of(one).from_chair = Some(chair(4))),
    ] {
        assert!(refusal.starts_with("the hand is refused: "), "{refusal}");
    }
}

#[test]
fn other_rules_are_not_those_of_the_match() {
    let newer = tampered(WIN, |one| one.semantics += 1);
    assert_eq!(newer, "scored with semantics 2, and this program has 1");
    let unknown = tampered(WIN, |one| one.variant_hash = Hash::of(b"unknown"));
    let founded =
        |what| format!("it speaks of a {what} that the entries before it do not agree with");
    assert_eq!(unknown, founded("variant"));
    let elsewhere = tampered(WIN, |one| one.match_id = MatchId(id(6)));
    assert_eq!(elsewhere, founded("match"));
    // Another variant that the club has does not become the match's, even where both say the same of a hand.
    let other = tampered(GOULASH, |one| one.variant_hash = hash_of("hkos-fan-laak"));
    assert_eq!(
        other,
        "it contradicts its match: the entry is of another match or variant"
    );
}

#[test]
fn an_id_is_used_once() {
    let again = tampered(GOULASH, |one| one.outcome_id = outcome_id(WIN));
    assert_eq!(
        again,
        "it contradicts its match: the outcome's id is in use"
    );
}

#[test]
fn somebody_at_the_table_does_not_take_a_chair_over() {
    let seated = tampered(SUBSTITUTION, |one| {
        if let Outcome::Substitution(one) = &mut one.outcome {
            one.player = players()[0];
        }
    });
    assert_eq!(
        seated,
        "it contradicts its match: who takes a chair over sits at the table already"
    );
}
