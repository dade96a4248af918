//! Payments sum to zero: by type (see `Legs`), in the ledger, and in the database.

use crate::scene::{Scene, assert_refused, open_match};
use crate::table::{agreed, change, correction, next, next_hand, penalty, substitution};
use ledger::evidence::{Deal, Legs, Payee};
use ledger::{Error, NewOutcome, OpenMatch, Place};

#[tokio::test(flavor = "multi_thread")]
async fn the_type_refuses_legs_that_do_not_sum_to_zero() {
    let scene = Scene::new().await;
    assert!(Legs::new(&Deal::FIRST, scene.players, [4, -4, 0, 1], 0).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_refuses_totals_that_do_not_add_up() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let contradicts = async |change: fn(&mut NewOutcome)| {
        let mut hand = next_hand(&view, [4, -4, 0, 0]);
        change(&mut hand.outcomes[0]);
        let recorded = scene.record_outcomes(scene.write("hands", "k"), hand);
        assert_refused(recorded.await, "Contradiction");
    };
    contradicts(|hand| hand.state_after.total_half_points = [4, -4, 0, 1]).await;
    contradicts(|hand| hand.state_after.total_half_points = [i64::MIN, 0, 0, i64::MAX]).await;
    contradicts(|hand| hand.result.deal.extra = 7).await;
    contradicts(|hand| hand.result.number = Some(0)).await;
    contradicts(|hand| hand.result.number = None).await;
    contradicts(|hand| hand.state_after.next_number = 7).await;
    contradicts(|hand| hand.state_after.house_half_points = 2).await;
    // The legs are of others than those who sit there.
    contradicts(|hand| {
        let result = &mut hand.result;
        let [a, b, c, d] = result.legs.chairs().map(|leg| leg.player);
        result.legs = Legs::new(&result.deal, [b, a, c, d], [4, -4, 0, 0], 0).unwrap();
    })
    .await;
    assert_eq!(scene.view(view.id).await, view);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_is_whole_minor_units_and_stays_countable() {
    let scene = Scene::new().await;
    let open = async |key: &str, stake_cents| {
        let new = OpenMatch {
            stake_cents,
            ..open_match(scene.players)
        };
        scene
            .ledger
            .open_match(scene.write("matches", key), new)
            .await
            .unwrap()
            .value
    };
    let odd = open("odd", 25).await;
    let halves = scene
        .record_outcomes(scene.write("hands", "1"), next_hand(&odd, [1, -1, 0, 0]))
        .await;
    let (error, _) = halves.unwrap_err().apart();
    assert!(matches!(error, Error::FractionalAmount));
    scene.play(&odd, [2, -2, 0, 0]).await;
    let odd = scene.view(odd.id).await;
    let mut half_to_the_house = next(&odd, &[penalty(1, 1, Payee::House)]);
    let (outcome, totals) = (&mut half_to_the_house.outcomes[0], [1, -2, 0, 0]);
    outcome.result.legs = Legs::new(
        &Deal {
            extra: 1,
            ..Deal::FIRST
        },
        scene.players,
        [-1, 0, 0, 0],
        1,
    )
    .unwrap();
    (
        outcome.state_after.total_half_points,
        outcome.state_after.house_half_points,
    ) = (totals, 1);
    let halves = scene
        .record_outcomes(scene.write("hands", "3"), half_to_the_house)
        .await;
    let (error, place) = halves.unwrap_err().apart();
    assert!(matches!(error, Error::FractionalAmount), "{error:?}");
    assert_eq!(place, Some(Place::Outcome(0)));
    let dear = open("dear", 1_000_000_000_000).await;
    let huge = scene
        .record_outcomes(
            scene.write("hands", "2"),
            next_hand(&dear, [40_000, -40_000, 0, 0]),
        )
        .await;
    let (error, _) = huge.unwrap_err().apart();
    assert!(matches!(error, Error::AmountTooLarge));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gains_more_on_two_chairs_than_can_be_counted() {
    let scene = Scene::new().await;
    let new = OpenMatch {
        stake_cents: 1_000_000_000_000,
        ..open_match(scene.players)
    };
    let write = scene.write("matches", "dear");
    let id = scene.ledger.open_match(write, new).await.unwrap().value.id;
    let [a, e, f] = [
        scene.players[0],
        scene.enrol("Eng").await,
        scene.enrol("Fok").await,
    ];
    // 12 000 half points are 6·10¹⁵ minor units: once is within 2⁵³, twice is not.
    scene.happens(id, &[agreed([12_000, 0, -12_000, 0])]).await;
    scene
        .happens(
            id,
            &[substitution(1, e), substitution(2, a), substitution(3, f)],
        )
        .await;
    let view = scene.view(id).await;
    let again = next(&view, &[agreed([0, 12_000, 0, -12_000])]);
    let again = scene
        .record_outcomes(scene.write("hands", "k"), again)
        .await;
    assert_refused(again, "AmountTooLarge");
    assert_eq!(scene.view(id).await, view);

    let little = scene.happens(id, &[agreed([0, 2, 0, -2])]).await;
    let seen = scene.seen(id).await;
    let replaced = change::replace(
        little[0].recorded.outcome_id,
        agreed([0, 12_000, 0, -12_000]),
    );
    let write = scene.write("corrections", "k");
    let more = scene
        .correct_match(write, correction(&seen, vec![replaced]))
        .await;
    assert_refused(more, "AmountTooLarge");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_refuses_what_does_not_sum_to_zero() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = scene.play(&view, [4, -4, 0, 0]).await;
    let admin = scene.admin().await;
    let constraint = async |table: &str, column: &str| {
        let update = format!("UPDATE {table} SET {column} = {column} + 1");
        let error = admin.execute(&update, &[]).await.unwrap_err();
        error
            .as_db_error()
            .unwrap()
            .constraint()
            .unwrap()
            .to_owned()
    };
    for column in ["chair_1", "chair_2", "chair_3", "chair_4", "house"] {
        let found = constraint("match_entries", column).await;
        assert_eq!(found, "match_entries_sum_to_zero", "{column}");
    }
    for column in ["total_1", "total_2", "total_3", "total_4", "house"] {
        let found = constraint("matches", column).await;
        assert_eq!(found, "matches_sum_to_zero", "{column}");
    }
    let stored = admin
        .query_one(
            "SELECT seq, chair_1, chair_2, chair_3, chair_4, house FROM match_entries ORDER BY seq DESC LIMIT 1",
            &[],
        )
        .await
        .unwrap();
    let stored: Vec<i64> = (0..6).map(|column| stored.get(column)).collect();
    let seq = i64::try_from(hand.event.seq).unwrap();
    assert_eq!(stored, [seq, 4, -4, 0, 0, 0]);
}
