//! Matches, played by outcomes.

use wire::v1;

use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text};
use crate::text;

/// The example match of the Old Hong Kong rules: for each hand its prevailing wind, the seat winds of chairs 1–4,
/// and what happens; chair 1 is the first East. An extra hand repeats deals 7 and 15.
const EXAMPLE_MATCH: &str = "
    East  | East South West North | chair=3 88m NN pung:222m pung:444p pung:666s 1f +8m self_draw
    East  | North East South West | chair=1 from=3 88s WW pung:222s pung:444s pung:666s 1f +8s
    East  | West North East South | chair=4 from=3 fan=6
    East  | South West North East | chair=1 self_draw fan=4 toward_minimum=3
    South | East South West North | chair=4 robbed=added_kong from=1 46s 99s pung:222s pung:333s pung:888s +5s
    South | North East South West | chair=4 19m 19p 19s ESWNCFP +P self_draw
    South | West North East South | goulash
    South | West North East South | chair=1 from=2 fan=3
    South | South West North East | chair=2 bonus_tiles 1234f 1234q
    West  | East South West North | chair=2 from=4 66s 99s 22m 55p 77p CC P +P
    West  | North East South West | chair=3 from=1 last_tile fan=5
    West  | West North East South | chair=1 self_draw 33m 44m 55m 66m 77m 88m 9m +9m
    West  | South West North East | chair=2 self_draw limit
    North | East South West North | chair=3 from=4 fan=12
    North | North East South West | chair=1 from=3 fan=8
    North | West North East South | chair=3 from=1 88m 99m pung:222m pung:444m pung:666m 3f +8m
    North | West North East South | chair=1 from=2 fan=3
    North | South West North East | chair=3 self_draw fan=10";

#[tokio::test(start_paused = true)]
async fn the_example_match_has_eighteen_hands_and_the_winds_of_its_table() {
    let rows = EXAMPLE_MATCH.trim().lines();
    let rows: Vec<Vec<&str>> = rows
        .map(|row| row.split('|').map(str::trim).collect())
        .collect();
    let caller = Caller::of_new_engine().await;
    let request = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        outcomes: rows.iter().map(|row| text::outcome(row[2])).collect(),
        ..Default::default()
    };
    let answer = caller.play(request.clone()).await.unwrap();

    for (place, (hand, row)) in answer.hands.iter().zip(rows).enumerate() {
        let deal = hand.deal.unwrap();
        let winds: Vec<String> = hand
            .payments
            .iter()
            .map(|payment| format!("{:?}", payment.seat_wind()))
            .collect();
        assert_eq!(
            [format!("{:?}", deal.round_wind()), winds.join(" ")],
            row[..2]
        );
        assert_eq!(hand.number as usize, place + 1);
        assert_eq!(
            deal.extra,
            u32::from(place == 7 || place == 16),
            "hand {}",
            place + 1
        );
    }
    let state = answer.state.clone().unwrap();
    assert_eq!(
        (state.next_number, state.ending()),
        (19, v1::Ending::Complete)
    );
    assert_eq!(answer.hands.len(), 18);
    assert_eq!(totals(&answer.hands), state.total_half_points);

    // Hand by hand, each from the state that the one before it left, gives the same.
    let mut state = None;
    for (outcome, hand) in request.outcomes.iter().zip(&answer.hands) {
        let one = v1::PlayHandsRequest {
            state,
            outcomes: vec![outcome.clone()],
            ..request.clone()
        };
        let one = caller.play(one).await.unwrap();
        assert_eq!(one.hands, std::slice::from_ref(hand));
        state = one.state;
    }
    assert_eq!(state, answer.state);
}

fn totals(hands: &[v1::PlayedHand]) -> Vec<i64> {
    let total = |chair: usize| {
        hands
            .iter()
            .map(|hand| hand.payments[chair].half_points)
            .sum()
    };
    (0..4).map(total).collect()
}

/// Plays outcomes of Old Hong Kong from the start of a match, at a table that plays from 2 fan.
async fn play(outcomes: &[&str]) -> Vec<v1::PlayedHand> {
    let request = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        options: Some(v1::TableOptions {
            minimum_fan: Some(2),
        }),
        outcomes: outcomes
            .iter()
            .map(|outcome| text::outcome(outcome))
            .collect(),
        ..Default::default()
    };
    let caller = Caller::of_new_engine().await;
    caller.play(request).await.unwrap().hands
}

#[tokio::test(start_paused = true)]
async fn payments_and_deals_are_those_of_each_hand() {
    let hands = play(&["false_mahjong chair=3 points=10", "chair=2 from=1 fan=2"]).await;
    let told = hands.iter().map(|hand| {
        let deal = hand.deal.unwrap();
        let chairs = hand.payments.iter().map(|payment| payment.chair);
        assert!(chairs.eq(1..=4));
        let points = text::points(hand.payments.iter().map(|payment| payment.half_points));
        format!("{} extra {}: {points}", deal.dealer, deal.extra)
    });
    let expected = ["1 extra 0: +10 +10 -30 +10", "1 extra 1: -4 +6 -1 -1"];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[tokio::test(start_paused = true)]
async fn an_early_end_is_no_hand_and_nothing_follows_it() {
    let hands = play(&["chair=2 from=1 fan=3", "early_end"]).await;
    let end = &hands[1];
    assert_eq!(end.number, 0);
    let state = end.state_after.clone().unwrap();
    assert_eq!((state.next_number, state.ending()), (2, v1::Ending::Early));
    let further = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        state: Some(state),
        outcomes: vec![text::outcome("goulash")],
        ..Default::default()
    };
    let caller = Caller::of_new_engine().await;
    let status = caller.play(further).await.unwrap_err();
    assert_eq!(
        error_text(&status),
        "InvalidArgument MATCH_OVER outcomes[0]"
    );
}

#[tokio::test(start_paused = true)]
async fn no_outcomes_leave_the_state_as_it_was() {
    let state = play(&["chair=2 from=1 fan=3"]).await[0].state_after.clone();
    let request = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        state,
        ..Default::default()
    };
    let answer = Caller::of_new_engine()
        .await
        .play(request.clone())
        .await
        .unwrap();
    assert_eq!((answer.state, answer.hands), (request.state, Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn a_declared_result_is_marked_as_such() {
    let hands = play(&[
        "chair=2 from=1 fan=3",
        "chair=1 from=2 88m NN pung:222m pung:444p pung:666s +8m",
    ])
    .await;
    let scores: Vec<&v1::Score> = hands
        .iter()
        .map(|hand| hand.scores[0].score.as_ref().unwrap())
        .collect();
    assert!(scores[0].declared && scores[0].reading.is_none() && scores[0].counted.is_empty());
    assert!(!scores[1].declared && scores[1].reading.is_some());
}

#[tokio::test(start_paused = true)]
async fn what_the_house_gets_is_kept_count_of() {
    let hands = play(&[
        "agreed chair=2 points=-4,8,-2,-2",
        "penalty chair=2 points=3 payee=players",
        "penalty chair=1 points=5 payee=house",
        "substitution chair=1",
    ])
    .await;
    let numbers: Vec<u32> = hands.iter().map(|hand| hand.number).collect();
    assert_eq!(numbers, [1, 0, 0, 0]);
    let paid = |hand: &v1::PlayedHand| {
        let paid = hand.payments.iter().map(|payment| payment.half_points);
        paid.collect::<Vec<_>>()
    };
    assert_eq!(paid(&hands[1]), [6, -18, 6, 6]);
    assert_eq!(
        (paid(&hands[2]), hands[2].house_half_points),
        (vec![-10, 0, 0, 0], 10)
    );
    let state = hands[3].state_after.clone().unwrap();
    assert_eq!(state.total_half_points, [-12, -2, 2, 2]);
    assert_eq!(state.house_half_points, 10);
    assert_eq!(state.deal.unwrap().dealer, 2);

    // The state goes back in as it came out, and not otherwise.
    let request = |state| v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        state: Some(state),
        ..Default::default()
    };
    let caller = Caller::of_new_engine().await;
    let answer = caller.play(request(state.clone())).await.unwrap();
    assert_eq!(answer.state, Some(state.clone()));
    let forgotten = v1::MatchState {
        house_half_points: 0,
        ..state
    };
    let status = caller.play(request(forgotten)).await.unwrap_err();
    assert_eq!(
        error_text(&status),
        "InvalidArgument STATE_INVALID state.total_half_points"
    );
}
