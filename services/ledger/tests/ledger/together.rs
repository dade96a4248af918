//! Several outcomes in one write.

use crate::parallel::check_entries;
use crate::scene::{Scene, assert_refused};
use crate::table::{agreed, because, next, penalty};
use ledger::evidence::{Outcome, Payee};
use ledger::{MatchView, RecordOutcomes, Recording, SnapshotRequest, Write};

/// A hand, a penalty, a hand, and the end.
fn evening(view: &MatchView) -> RecordOutcomes {
    let happens = [
        agreed([4, -4, 0, 0]),
        penalty(3, 5, Payee::House),
        agreed([0, 0, 6, -6]),
        Outcome::EarlyEnd {},
    ];
    let reasons = [None, Some("looked at the wall"), None, Some("last train")];
    because(next(view, &happens), &reasons)
}

#[tokio::test(flavor = "multi_thread")]
async fn outcomes_that_are_written_together_are_there_together() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let write = || scene.write("batch", "k");
    let recording = scene.record_outcomes(write(), evening(&view)).await;
    let Recording::Recorded(first) = recording.unwrap() else {
        panic!("not recorded")
    };
    assert!(!first.replayed);
    let seqs = first.value.iter().map(|one| one.event.seq);
    assert!(seqs.eq(view.version + 1..=view.version + 4));
    let numbers = first.value.iter().map(|one| one.recorded.result.number);
    assert!(numbers.eq([Some(1), None, Some(2), None]));
    let over = scene.view(view.id).await;
    let last = first.value.last().unwrap();
    assert_eq!(over.version, last.event.seq);
    assert_eq!(over.state, last.recorded.state_after);
    assert_eq!(over.state.total_half_points, [4, -4, -4, -6]);
    assert_eq!(over.state.house_half_points, 10);
    assert_eq!(scene.match_history(view.id).await.history.outcomes.len(), 4);

    // The same key gives the same entries, all of them, though the match is over.
    let recording = scene.record_outcomes(write(), evening(&view)).await;
    let Recording::Recorded(again) = recording.unwrap() else {
        panic!("not recorded")
    };
    assert!(again.replayed);
    assert_eq!(again.value, first.value);
    let at = SnapshotRequest {
        club: scene.club,
        match_id: view.id,
        key: Some(write().key_of()),
    };
    let prior = scene.snapshot(at).await.unwrap().prior.unwrap();
    let wrote = prior.earlier.iter().chain([&prior.entry]);
    assert!(wrote.map(|hashed| hashed.entry.seq).eq(7 + 1..=7 + 4));
    let other = Write {
        fingerprint: [9; 32],
        ..write()
    };
    let reused = scene.record_outcomes(other, evening(&view)).await;
    assert_refused(reused, "IdempotencyKeyReused");
    check_entries(&scene.ledger, scene.club).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_all_be_written_is_not_written_at_all() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut broken = evening(&view);
    broken.outcomes[2].state_after.total_half_points = [2, -2, 0, 0];
    let write = || scene.write("batch", "k");
    let refused = scene.record_outcomes(write(), broken).await;
    assert_refused(refused, "Contradiction");
    let nothing = next(&view, &[]);
    let refused = scene.record_outcomes(write(), nothing).await;
    assert_refused(refused, "Contradiction");
    assert_eq!(scene.view(view.id).await, view);
    assert_eq!(scene.match_history(view.id).await.history.outcomes, []);
    // The key is free.
    let recording = scene.record_outcomes(write(), evening(&view)).await;
    assert!(matches!(recording, Ok(Recording::Recorded(written)) if !written.replayed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_outcomes_are_one_write() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let recorded = scene
        .happens(view.id, &vec![agreed([2, -2, 0, 0]); 100])
        .await;
    assert_eq!(recorded.len(), 100);
    let view = scene.view(view.id).await;
    assert_eq!(view.state.next_number, 101);
    assert_eq!(view.state.total_half_points, [200, -200, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_batches_at_once_do_not_mix() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let batch = |key: &str, half_points| {
        let new = next(&view, &vec![agreed(half_points); 20]);
        scene.record_outcomes(scene.write("batch", key), new)
    };
    let (a, b) = tokio::join!(batch("a", [4, -4, 0, 0]), batch("b", [0, 0, 2, -2]));
    match (a.unwrap(), b.unwrap()) {
        (Recording::Recorded(_), Recording::MatchChanged)
        | (Recording::MatchChanged, Recording::Recorded(_)) => {}
        other => panic!("{other:?}"),
    }
    let history = scene.match_history(view.id).await.history;
    assert_eq!(history.outcomes.len(), 20);
    let same = |current: &ledger::evidence::CurrentOutcome| {
        current.now.outcome == history.outcomes[0].now.outcome
    };
    assert!(history.outcomes.iter().all(same));
}
