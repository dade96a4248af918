//! What is not won: agreed points, penalties, substitutions, false mahjongs after which play goes on, matches without
//! rounds.

use rules::{Chair, Deal, Ending, MatchState, Outcome, Payee, PlayedHand, RefusalCode};
use rules::{TableOptions, Variant, Wind, play};
use serde_json::{Value, json};

use crate::{declared, old_hong_kong, refused};

fn variant(change: impl FnOnce(&mut Value)) -> Variant {
    let document = include_str!("../../variants/old-hong-kong.json");
    let mut document: Value = serde_json::from_str(document).unwrap();
    change(&mut document);
    Variant::from_json(document.to_string().as_bytes()).unwrap()
}

fn played(variant: &Variant, outcomes: &[Outcome]) -> Vec<PlayedHand> {
    let start = MatchState::start();
    play(variant, &TableOptions::default(), &start, outcomes).unwrap()
}

fn refused_by(variant: &Variant, outcome: Outcome) -> RefusalCode {
    let start = MatchState::start();
    let refusal = play(variant, &TableOptions::default(), &start, &[outcome]).unwrap_err();
    refusal.refusal.code
}

fn agreed(winner: Option<u32>, half_points: [i64; 4]) -> Outcome {
    Outcome::Agreed {
        winner: winner.and_then(Chair::new),
        half_points,
    }
}

fn penalty(chair: usize, penalty: Option<&str>, points: Option<u32>, payee: Payee) -> Outcome {
    Outcome::Penalty {
        chair: Chair::ALL[chair],
        penalty: penalty.map(str::to_owned),
        points,
        payee,
    }
}

#[test]
fn agreed_points_are_paid_and_the_deal_goes_on_as_after_a_win_or_a_dead_hand() {
    let hands = old_hong_kong(&[
        agreed(Some(1), [60, -20, -20, -20]),
        agreed(None, [-8, 0, 8, 0]),
        agreed(Some(3), [0, 0, 4, -4]),
        agreed(None, [0; 4]),
    ]);
    let deals: Vec<(u8, u32)> = hands
        .iter()
        .map(|hand| {
            (
                hand.state_after.deal.dealer.number(),
                hand.state_after.deal.extra,
            )
        })
        .collect();
    // The dealer's win and the dead hand keep the deal, another's win does not.
    assert_eq!(deals, [(1, 1), (1, 2), (2, 0), (2, 1)]);
    assert_eq!(hands[0].payments.half_points(), [60, -20, -20, -20]);
    assert_eq!(hands[2].payments.half_points(), [0, 0, 4, -4]);
    assert_eq!(
        hands[3].state_after.totals.half_points(),
        [52, -20, -8, -24]
    );
    let numbers: Vec<Option<u32>> = hands.iter().map(|hand| hand.number).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn agreed_points_have_to_sum_to_zero_in_points_that_the_variant_pays() {
    use RefusalCode::{AgreedPointsUnbalanced, OutOfRange};
    assert_eq!(refused(agreed(None, [2, 0, 0, 0])), AgreedPointsUnbalanced);
    assert_eq!(refused(agreed(None, [1, -1, 0, 0])), OutOfRange);
    assert_eq!(
        refused(agreed(None, [2_000_002, -2_000_002, 0, 0])),
        OutOfRange
    );
    assert_eq!(
        refused(agreed(None, [i64::MIN, i64::MAX, 1, 0])),
        OutOfRange
    );
    let halves = variant(|document| document["multipliers"]["other"] = json!(0.5));
    let hands = played(&halves, &[agreed(None, [1, -1, 0, 0])]);
    assert_eq!(hands[0].payments.half_points(), [1, -1, 0, 0]);
}

#[test]
fn a_penalty_is_paid_at_any_time_and_is_no_hand() {
    let hands = old_hong_kong(&[
        declared(2, Some(1), 3),
        penalty(1, None, Some(5), Payee::Players),
        penalty(2, None, Some(7), Payee::House),
        declared(2, Some(1), 3),
    ]);
    assert_eq!(hands[1].payments.half_points(), [10, -30, 10, 10]);
    assert_eq!(hands[2].payments.half_points(), [0, 0, -14, 0]);
    assert_eq!(
        (hands[1].payments.house(), hands[2].payments.house()),
        (0, 14)
    );
    let numbers: Vec<Option<u32>> = hands.iter().map(|hand| hand.number).collect();
    assert_eq!(numbers, [Some(1), None, None, Some(2)]);
    for hand in &hands[1..3] {
        assert_eq!(hand.deal, hands[0].state_after.deal);
        assert_eq!(hand.state_after.deal, hand.deal);
        assert_eq!(hand.state_after.next_number, 2);
    }
    // What left the table is kept count of, so that everything still sums to zero.
    let totals = hands[3].state_after.totals;
    assert_eq!(totals.house(), 14);
    assert_eq!(totals.half_points().iter().sum::<i64>(), -14);
}

#[test]
fn a_penalty_costs_what_the_table_or_the_variant_says() {
    let variant = variant(|document| {
        document["penalties"] = json!({
            "late": { "name": { "english": "Late" }, "points": 3 },
            "noise": { "name": { "english": "Noise" } }
        });
    });
    let paid = |outcome| played(&variant, &[outcome])[0].payments.half_points();
    assert_eq!(
        paid(penalty(0, Some("late"), None, Payee::House)),
        [-6, 0, 0, 0]
    );
    assert_eq!(
        paid(penalty(0, Some("late"), Some(4), Payee::House)),
        [-8, 0, 0, 0]
    );
    assert_eq!(
        paid(penalty(0, Some("noise"), Some(1), Payee::Players)),
        [-6, 2, 2, 2]
    );
    let missing = RefusalCode::PenaltyPointsMissing;
    let refused = |outcome| refused_by(&variant, outcome);
    assert_eq!(
        refused(penalty(0, Some("noise"), None, Payee::House)),
        missing
    );
    assert_eq!(refused(penalty(0, None, None, Payee::House)), missing);
    assert_eq!(
        refused(penalty(0, Some("early"), Some(1), Payee::House)),
        RefusalCode::PenaltyUnknown
    );
    assert_eq!(
        refused(penalty(0, None, Some(1_000_001), Payee::House)),
        RefusalCode::OutOfRange
    );
}

#[test]
fn a_substitution_changes_no_wind_and_no_total() {
    let substitution = Outcome::Substitution {
        chair: Chair::ALL[1],
    };
    let hands = old_hong_kong(&[declared(2, Some(1), 3), substitution, declared(2, None, 4)]);
    assert_eq!(hands[1].number, None);
    assert_eq!(hands[1].state_after, hands[0].state_after);
    assert_eq!(hands[2].number, Some(2));
}

#[test]
fn nothing_follows_the_end_of_a_match() {
    let over = |outcome| {
        let state = MatchState {
            ending: Some(Ending::Early),
            ..MatchState::start()
        };
        let variant = Variant::built_in("old-hong-kong").unwrap();
        let refusal = play(variant, &TableOptions::default(), &state, &[outcome]).unwrap_err();
        refusal.refusal.code
    };
    for outcome in [
        agreed(None, [0; 4]),
        penalty(0, None, Some(1), Payee::House),
        Outcome::Substitution {
            chair: Chair::ALL[0],
        },
    ] {
        assert_eq!(over(outcome), RefusalCode::MatchOver);
    }
}

#[test]
fn play_goes_on_where_a_false_mahjong_opens_the_hand() {
    let open = variant(|document| {
        document["false_mahjong"] = json!({ "rule": "open_hand" });
        document["deal"] = json!({ "stays_after": ["dealer_win", "goulash"] });
    });
    let call = |points| Outcome::FalseMahjong {
        chair: Chair::ALL[2],
        points,
    };
    let hands = played(&open, &[call(None), declared(2, Some(1), 3)]);
    assert_eq!(hands[0].number, None);
    assert_eq!(hands[0].state_after, MatchState::start());
    assert_eq!(hands[1].number, Some(1));
    assert_eq!(
        refused_by(&open, call(Some(5))),
        RefusalCode::FalseMahjongPointsFixed
    );
}

#[test]
fn without_rounds_the_deal_never_moves_and_the_players_end_the_match() {
    let flat = variant(|document| {
        document["deal"] = json!({ "stays_after": [], "rounds": false });
        document["multipliers"]["dealer"] = json!(1);
    });
    let mut outcomes = vec![declared(2, Some(1), 3); 20];
    outcomes.extend([Outcome::Goulash, declared(1, None, 4), Outcome::EarlyEnd]);
    let hands = played(&flat, &outcomes);
    assert!(hands.iter().all(|hand| hand.deal == Deal::FIRST));
    let last = hands.last().unwrap().state_after;
    assert_eq!((last.deal, last.next_number), (Deal::FIRST, 23));
    assert_eq!(last.ending, Some(Ending::Early));
    assert_eq!(Deal::FIRST.round_wind, Wind::East);
}
