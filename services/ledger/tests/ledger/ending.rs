//! Ending matches, early or with their last hand.

use crate::scene::{Scene, next_hand};
use ledger::evidence::{Ending, MatchState};
use ledger::{Closing, EndMatch, Entry, Error, MatchView, Recording};

fn end(view: &MatchView, reason: Option<&str>) -> EndMatch {
    EndMatch {
        match_id: view.id,
        expected_version: view.version,
        state_after: MatchState {
            ending: Some(Ending::Early),
            ..view.state
        },
        reason: reason.map(str::to_owned),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_end_is_final() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let attempt = async |key: &str, end| {
        scene
            .ledger
            .end_match(scene.write("end", key), end)
            .await
            .unwrap()
    };
    let Closing::Ended(ended) = attempt("1", end(&view, Some("last train"))).await else {
        panic!("not ended")
    };
    assert_eq!(ended.value, scene.view(view.id).await);
    assert_eq!(ended.value.state.ending, Some(Ending::Early));

    let Closing::Ended(again) = attempt("1", end(&view, Some("last train"))).await else {
        panic!("not ended")
    };
    assert!(again.replayed && again.value == ended.value);
    assert_eq!(attempt("2", end(&view, None)).await, Closing::MatchChanged);
    assert_eq!(
        attempt("3", end(&ended.value, None)).await,
        Closing::MatchOver
    );
    let hand = scene
        .ledger
        .record_hand(scene.write("hands", "k"), next_hand(&ended.value, [0; 4]))
        .await
        .unwrap();
    assert_eq!(hand, Recording::MatchOver);

    let leaf = scene
        .ledger
        .entries(scene.club, ended.value.version - 1, 1)
        .await
        .unwrap()
        .remove(0)
        .leaf;
    assert!(
        String::from_utf8(leaf.clone())
            .unwrap()
            .contains("reason_commitment")
    );
    assert!(!String::from_utf8(leaf.clone()).unwrap().contains("train"));
    assert_eq!(Entry::parse(&leaf).unwrap().body.kind(), "match_ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_end_changes_nothing_else() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut bad = end(&view, None);
    bad.state_after.total_half_points = [2, -2, 0, 0];
    let refused = scene.ledger.end_match(scene.write("end", "1"), bad).await;
    assert!(matches!(refused, Err(Error::Contradiction(_))));
    assert_eq!(scene.view(view.id).await, view);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_hand_completes_the_match() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut last = next_hand(&view, [4, -4, 0, 0]);
    last.state_after.deal = view.state.deal;
    last.state_after.ending = Some(Ending::Complete);
    let recorded = scene
        .ledger
        .record_hand(scene.write("hands", "last"), last.clone())
        .await
        .unwrap();
    assert!(matches!(recorded, Recording::Recorded(_)));
    let over = scene.view(view.id).await;
    assert_eq!(over.state, last.state_after);
    let more = scene
        .ledger
        .record_hand(scene.write("hands", "more"), next_hand(&over, [0; 4]))
        .await
        .unwrap();
    assert_eq!(more, Recording::MatchOver);
    let taken = scene
        .ledger
        .record_hand(scene.write("hands", "again"), last)
        .await
        .unwrap();
    assert!(matches!(taken, Recording::NumberTaken(_)));
}
