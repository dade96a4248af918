//! Who pays whom after a match.

use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn a_match_settles_in_the_fewest_payments() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [-16, 20, 12, -16]).await;
    let view = scene.view(view.id).await;
    scene.play(&view, [4, 0, 0, -4]).await;
    let settlement = scene.ledger.settlement(scene.club, view.id).await.unwrap();
    let balances = settlement
        .balances
        .each_ref()
        .map(|balance| (balance.half_points, balance.amount_cents));
    assert_eq!(balances, [(-12, -300), (20, 500), (12, 300), (-20, -500)]);
    let payments: Vec<_> = settlement
        .payments
        .iter()
        .map(|payment| {
            (
                payment.from.name.as_str(),
                payment.to.name.as_str(),
                payment.amount_cents,
            )
        })
        .collect();
    assert_eq!(
        payments,
        [("Ah Yee", "Cheung", 300), ("Dai Man", "Bing", 500)]
    );
    assert_eq!(settlement.currency, "HKD");
    assert_eq!(settlement.version, scene.view(view.id).await.version);
}
