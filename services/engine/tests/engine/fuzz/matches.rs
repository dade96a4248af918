//! Requests to play a match on.

use wire::v1;
use wire::v1::outcome::Outcome;
use wire::v1::winner::Result as Shown;

use super::ask::{built_in, document, fuzz_answers, sent, target};
use super::scores::{WORDS, check_score, circumstances, hands};

fn declared(fan: u32) -> Shown {
    let limit = fan == 0;
    Shown::Declared(v1::DeclaredResult {
        fan,
        limit,
        fan_toward_minimum: None,
    })
}

/// That the discarder of a late tile is liable.
fn liability(given: bool) -> Option<v1::Liability> {
    given.then_some(v1::Liability {
        rule: v1::LiabilityRule::FiveTiles.into(),
        tiles_left: Some(4),
        live_tile: Some(true),
    })
}

/// Wins of chair 2, who then deals or stays: by tiles in every way, and declared; and what else may happen.
fn outcomes() -> Vec<v1::Outcome> {
    let hands = hands().map(Shown::Hand);
    let shown: Vec<Shown> = hands
        .chain([declared(3), declared(8), declared(0)])
        .collect();
    let wins = shown.iter().zip(circumstances().cycle());
    let wins = wins.map(|(result, circumstances)| {
        let given = circumstances.won_by != i32::from(v1::WonBy::SelfDraw);
        Outcome::Win(v1::WinOutcome {
            winners: vec![v1::Winner {
                chair: 2,
                result: Some(result.clone()),
                liability: liability(given),
                liable_chair: if given { 4 } else { 0 },
            }],
            circumstances: Some(circumstances),
            from_chair: if given { 4 } else { 0 },
        })
    });
    let others = [
        Outcome::Goulash(v1::GoulashOutcome {}),
        Outcome::FalseMahjong(v1::FalseMahjongOutcome {
            chair: 1,
            points: Some(8),
        }),
        Outcome::Agreed(v1::AgreedOutcome {
            winner_chair: 2,
            half_points: vec![-2, 6, -2, -2],
        }),
        Outcome::Penalty(v1::PenaltyOutcome {
            chair: 3,
            penalty: String::new(),
            points: Some(5),
            payee: v1::Payee::House.into(),
        }),
        Outcome::SidePayment(v1::SidePaymentOutcome {
            chair: 2,
            from_chair: 3,
            side_payment: String::new(),
            points: Some(4),
        }),
        Outcome::Totals(v1::TotalsOutcome {
            half_points: vec![8, -4, -4, -2],
            house_half_points: 2,
        }),
        Outcome::Substitution(v1::SubstitutionOutcome { chair: 4 }),
        Outcome::EarlyEnd(v1::EarlyEndOutcome {}),
    ];
    let all = wins.chain(others);
    all.map(|outcome| v1::Outcome {
        outcome: Some(outcome),
    })
    .collect()
}

/// The sections, with the liability that leaves something to state.
fn with_five_tiles() -> Vec<u8> {
    let document = document("hong-kong-sections");
    let mut document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    document["liabilities"] = serde_json::json!([{ "rule": "five_tiles" }]);
    document.to_string().into()
}

/// One outcome a request, from the start and from the last deal but one; and many outcomes at once.
fn requests() -> impl Iterator<Item = v1::PlayHandsRequest> {
    let late = v1::MatchState {
        next_number: 21,
        deal: Some(v1::Deal {
            round_wind: v1::Wind::North.into(),
            dealer: 3,
            extra: 1,
        }),
        total_half_points: vec![64, -32, -16, -20],
        ending: 0,
        house_half_points: 4,
    };
    let variants = [
        built_in("old-hong-kong"),
        built_in("modern-chinese"),
        sent(with_five_tiles()),
    ];
    let states = [None, Some(late)];
    let single = outcomes().into_iter().map(|outcome| vec![outcome]);
    let many = (0..3).map(|place| vec![outcomes()[5 + place].clone(); 9]);
    single
        .chain(many)
        .enumerate()
        .map(move |(place, outcomes)| v1::PlayHandsRequest {
            variant: variants[place % variants.len()].clone(),
            options: None,
            state: states[place % states.len()].clone(),
            outcomes,
        })
}

fn check_played(hand: &v1::PlayedHand) {
    assert_eq!(hand.payments.len(), 4, "{hand:?}");
    let sum: i64 = hand
        .payments
        .iter()
        .map(|payment| payment.half_points)
        .sum();
    assert_eq!(sum + hand.house_half_points, 0, "{hand:?}");
    for score in &hand.scores {
        check_score(score.score.as_ref().unwrap());
    }
    check_state(hand.state_after.as_ref().unwrap());
}

fn check_state(state: &v1::MatchState) {
    assert_eq!(state.total_half_points.len(), 4, "{state:?}");
    let sum: i64 = state.total_half_points.iter().sum();
    assert_eq!(sum + state.house_half_points, 0, "{state:?}");
}

#[test]
fn play_hands() {
    let target = target("play_hands", 1_500, WORDS, requests());
    fuzz_answers(target, "PlayHands", |answer: v1::PlayHandsResponse| {
        answer.hands.iter().for_each(check_played);
        check_state(&answer.state.unwrap());
    });
}
