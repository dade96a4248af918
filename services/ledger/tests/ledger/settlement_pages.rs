//! A list of settlements of which one is large.

use crate::scene::{Scene, open_match};
use crate::settling::period;
use crate::table::agreed;
use ledger::{Page, SettlementId};

/// Matches that are settled together: four parts each, some 127 bytes a part, are more than a page of a megabyte.
const MATCHES: usize = 2_400;
const TOGETHER: usize = 400;

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_settlements_ends_with_a_large_one() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let small = async |key: &str| {
        scene.happens(view.id, &[agreed([-2, 2, 0, 0])]).await;
        let settled = scene.settle_match(key, view.id).await;
        settled.settlement.terms.settlement
    };
    let first = small("1").await;
    let outcomes = [agreed([-8, 4, 2, 2])];
    let matches = (MATCHES, TOGETHER);
    scene
        .import_copies(open_match(scene.players), &outcomes, matches)
        .await;
    let large = scene.settle("2", period(None, None, "HKD")).await;
    let large = large.unwrap().value.settlement.terms.settlement;
    let last = small("3").await;
    let page = async |before| {
        let page = Page { before, limit: 50 };
        let page = scene.settlements(scene.club, page).await.unwrap();
        let ids = page
            .settlements
            .iter()
            .map(|one| one.settlement.terms.settlement);
        (ids.collect::<Vec<SettlementId>>(), page.next)
    };
    let (listed, next) = page(None).await;
    assert_eq!(listed, [last, large]);
    assert_eq!(page(next).await, (vec![first], None));
}
