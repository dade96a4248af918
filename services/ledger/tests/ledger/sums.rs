//! Payments sum to zero: by type (see `Legs`), in the ledger, and in the database.

use crate::scene::{Scene, next_hand, open_match};
use ledger::evidence::{Deal, Legs};
use ledger::{Error, OpenMatch, RecordHand};

#[tokio::test(flavor = "multi_thread")]
async fn the_type_refuses_legs_that_do_not_sum_to_zero() {
    let scene = Scene::new().await;
    assert!(Legs::new(&Deal::FIRST, scene.players, [4, -4, 0, 1], 0).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_refuses_totals_that_do_not_add_up() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let refused = async |change: fn(&mut RecordHand)| {
        let mut hand = next_hand(&view, [4, -4, 0, 0]);
        change(&mut hand);
        scene
            .ledger
            .record_hand(scene.write("hands", "k"), hand)
            .await
            .unwrap_err()
    };
    let totals = refused(|hand| hand.state_after.total_half_points = [4, -4, 0, 1]).await;
    assert!(matches!(totals, Error::Contradiction(_)), "{totals}");
    let huge =
        refused(|hand| hand.state_after.total_half_points = [i64::MIN, 0, 0, i64::MAX]).await;
    assert!(matches!(huge, Error::Contradiction(_)), "{huge}");
    let deal = refused(|hand| hand.deal.extra = 7).await;
    assert!(matches!(deal, Error::Contradiction(_)), "{deal}");
    let number = refused(|hand| hand.number = 0).await;
    assert!(matches!(number, Error::Contradiction(_)), "{number}");
    let next = refused(|hand| hand.state_after.next_number = 7).await;
    assert!(matches!(next, Error::Unwritable(_)), "{next}");
    let others = refused(|hand| {
        let [a, b, c, d] = hand.legs.chairs().map(|leg| leg.player);
        hand.legs = Legs::new(&hand.deal, [b, a, c, d], [4, -4, 0, 0], 0).unwrap();
    })
    .await;
    assert!(matches!(others, Error::Contradiction(_)), "{others}");
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
        .ledger
        .record_hand(scene.write("hands", "1"), next_hand(&odd, [1, -1, 0, 0]))
        .await;
    assert!(matches!(halves, Err(Error::FractionalAmount)));
    scene.play(&odd, [2, -2, 0, 0]).await;
    let dear = open("dear", 1_000_000_000_000).await;
    let huge = scene
        .ledger
        .record_hand(
            scene.write("hands", "2"),
            next_hand(&dear, [40_000, -40_000, 0, 0]),
        )
        .await;
    assert!(matches!(huge, Err(Error::AmountTooLarge)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_refuses_payments_that_do_not_sum_to_zero() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = scene.play(&view, [4, -4, 0, 0]).await;
    let admin = scene.admin().await;
    for column in ["chair_1", "chair_2", "chair_3", "chair_4", "house"] {
        let error = admin
            .execute(&format!("UPDATE payments SET {column} = {column} + 1"), &[])
            .await
            .unwrap_err();
        assert_eq!(
            error.as_db_error().unwrap().constraint(),
            Some("payments_sum_to_zero"),
            "{column}"
        );
    }
    let stored = admin
        .query_one(
            "SELECT seq, chair_1, chair_2, chair_3, chair_4, house FROM payments",
            &[],
        )
        .await
        .unwrap();
    let stored: Vec<i64> = (0..6).map(|column| stored.get(column)).collect();
    assert_eq!(stored, [i64::try_from(hand.seq).unwrap(), 4, -4, 0, 0, 0]);
}
