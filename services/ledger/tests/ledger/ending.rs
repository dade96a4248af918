//! Ending matches, early or with their last hand.

use crate::scene::Scene;
use crate::table::{agreed, because, next, next_hand, penalty};
use ledger::evidence::{Ending, Outcome, Payee};
use ledger::{Error, RecordOutcomes, Recording};

#[tokio::test(flavor = "multi_thread")]
async fn an_early_end_is_final() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let attempt = async |key: &str, new: RecordOutcomes| {
        let write = scene.write("end", key);
        scene.record_outcomes(write, new).await.unwrap()
    };
    let end = |view| because(next(view, &[Outcome::EarlyEnd {}]), &[Some("last train")]);
    let Recording::Recorded(ended) = attempt("1", end(&view)).await else {
        panic!("not ended")
    };
    let over = scene.view(view.id).await;
    assert_eq!(over.state.ending, Some(Ending::Early));
    assert_eq!(over.version, ended.value[0].event.seq);
    let Recording::Recorded(again) = attempt("1", end(&view)).await else {
        panic!("not ended")
    };
    assert!(again.replayed && again.value == ended.value);

    assert_eq!(attempt("2", end(&view)).await, Recording::MatchOver);
    assert_eq!(attempt("3", end(&over)).await, Recording::MatchOver);
    let hand = next_hand(&over, [0; 4]);
    assert_eq!(attempt("4", hand).await, Recording::MatchOver);
    let paid = next(&over, &[penalty(1, 5, Payee::House)]);
    assert_eq!(attempt("5", paid).await, Recording::MatchOver);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_end_changes_nothing_else() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let refused = async |change: fn(&mut RecordOutcomes)| {
        let mut end = next(&view, &[Outcome::EarlyEnd {}]);
        change(&mut end);
        let write = scene.write("end", "1");
        scene.record_outcomes(write, end).await.unwrap_err()
    };
    let moved = |end: &mut RecordOutcomes| {
        end.outcomes[0].state_after.total_half_points = [2, -2, 0, 0];
    };
    assert!(matches!(refused(moved).await, Error::Contradiction(_)));
    let goes_on = |end: &mut RecordOutcomes| end.outcomes[0].state_after.ending = None;
    assert!(matches!(refused(goes_on).await, Error::Contradiction(_)));
    let twice = |end: &mut RecordOutcomes| end.outcomes.push(end.outcomes[0].clone());
    assert!(matches!(refused(twice).await, Error::Contradiction(_)));
    assert_eq!(scene.view(view.id).await, view);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_hand_completes_the_match() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut last = next_hand(&view, [4, -4, 0, 0]);
    let after = &mut last.outcomes[0].state_after;
    after.deal = view.state.deal;
    after.ending = Some(Ending::Complete);
    let after = *after;
    let attempt = async |key: &str, new: RecordOutcomes| {
        let write = scene.write("hands", key);
        scene.record_outcomes(write, new).await.unwrap()
    };
    let recorded = attempt("last", last.clone()).await;
    assert!(matches!(recorded, Recording::Recorded(_)));
    let over = scene.view(view.id).await;
    assert_eq!(over.state, after);
    let more = next(&over, &[agreed([0; 4])]);
    assert_eq!(attempt("more", more).await, Recording::MatchOver);
    assert_eq!(attempt("again", last).await, Recording::NumberTaken);
}
