//! Several people settle, record and pay at the same time.

use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::Scene;
use crate::table::{agreed, next_hand};
use futures_util::future::join_all;
use ledger::{Error, Party, RecordPayment, Recording, Settle, SettlementError, SettlementScope};

#[tokio::test(flavor = "multi_thread")]
async fn of_many_settlements_at_once_one_settles() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [-16, 20, 12, -16]).await;
    let attempts = (0..12).map(|n| {
        let what = match n % 2 {
            0 => SettlementScope::Match(view.id),
            _ => SettlementScope::Period {
                from: None,
                until: None,
                currency: "HKD".to_owned(),
            },
        };
        let (scene, key) = (&scene, format!("settle {n}"));
        async move { scene.settle(&key, what).await }
    });
    let (mut settled, mut nothing) = (0, 0);
    for attempt in join_all(attempts).await {
        match attempt {
            Ok(_) => settled += 1,
            Err(Error::Settlement(SettlementError::Nothing)) => nothing += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((settled, nothing), (1, 11));
    let entries = check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&scene.admin().await, &entries).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_and_a_settlement_are_in_each_others_way_or_not() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [-2, 2, 0, 0]).await;
    for round in 0..20 {
        let view = scene.view(view.id).await;
        let hand = async {
            let write = scene.write("hands", &format!("round {round}"));
            let new = next_hand(&view, [-2, 2, 0, 0]);
            scene.record_outcomes(write, new).await.unwrap()
        };
        let settle = async {
            let write = scene.write("settle", &format!("round {round}"));
            let new = Settle {
                what: SettlementScope::Match(view.id),
                versions: Some(vec![view.version]),
            };
            scene.ledger.settle(write, new).await
        };
        let (recorded, settled) = tokio::join!(hand, settle);
        assert!(matches!(recorded, Recording::Recorded(_)), "{recorded:?}");
        match settled {
            // What was seen is what was settled: the hand came after it.
            Ok(settled) => {
                let parts = &settled.value.settlement.terms.parts;
                assert!(parts.iter().all(|part| part.version == view.version));
            }
            Err(Error::Settlement(SettlementError::Stale)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    let rest = scene.settle_match("rest", view.id).await;
    assert!(!rest.settlement.terms.parts.is_empty());
    let entries = check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&scene.admin().await, &entries).await;
    let found = scene.match_settlement(scene.club, view.id).await.unwrap();
    assert_eq!(found.balances[1].settled_cents, 21 * 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn together_nobody_pays_more_than_is_owed() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.happens(view.id, &[agreed([-8, 8, 0, 0])]).await;
    let settled = scene.settle_match("k", view.id).await;
    let settlement = settled.settlement.terms.settlement;
    let [from, to, ..] = scene.players.map(Party::Player);
    let payments = (0..10).map(|n| {
        let new = RecordPayment {
            settlement,
            from,
            to,
            amount_cents: 30,
            note: None,
        };
        let write = scene.write("pay", &format!("payment {n}"));
        scene.record_payment(write, new)
    });
    let paid = join_all(payments).await;
    assert_eq!(paid.iter().filter(|paid| paid.is_ok()).count(), 6);
    let refused = |paid: &Result<_, Error>| {
        paid.as_ref().err().is_none_or(|error| {
            matches!(
                error,
                Error::Settlement(SettlementError::TooMuch { open_cents: 20 })
            )
        })
    };
    assert!(paid.iter().all(refused), "{paid:?}");
    let entries = check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&scene.admin().await, &entries).await;
}
