//! Recording hands: keys, numbers, versions.

use crate::scene::{Scene, assert_refused};
use crate::table::{next, next_hand, next_hand_at, penalty, position};
use ledger::evidence::Payee;
use ledger::{
    AsOf, MatchId, MatchPosition, RecordOutcomes, Recording, Role, SnapshotRequest, Write,
};
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_hand_moves_the_match_on() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let first = scene.play(&start, [4, -4, 0, 0]).await;
    let view = scene.view(start.id).await;
    assert_eq!(
        (view.version, view.state),
        (first.event.seq, first.recorded.state_after)
    );
    let second = scene.play(&view, [0, 0, 6, -6]).await;
    let read = scene.match_history(start.id).await;
    assert_eq!(read.view, scene.view(start.id).await);
    assert_eq!(read.view.state.total_half_points, [4, -4, 6, -6]);
    assert_eq!((read.players.len(), read.texts.len()), (4, 0));
    let outcomes = &read.history.outcomes;
    assert_eq!(outcomes.len(), 2);
    for (current, recorded) in outcomes.iter().zip([&first, &second]) {
        let said = &recorded.recorded;
        assert_eq!(
            (current.outcome_id, current.now.said),
            (said.outcome_id, recorded.event)
        );
        assert_eq!(current.now.outcome, said.outcome);
        assert_eq!(current.now.result, said.result);
    }
    let nil = MatchId(Uuid::nil());
    let no_match = scene.ledger.match_history(scene.club, nil, AsOf::Now).await;
    assert_refused(no_match, "NotFound(match)");
    let no_hand = scene.hand(scene.club, nil, 1).await;
    assert_refused(no_hand, "NotFound(match)");
}

/// A session that nobody looked up is looked up under the lock.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_recorded_in_a_session_that_is_over() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let stranger = scene.member("scorer", Role::Scorer).await;
    let session = Some(scene.sign_in().await.session);
    let attempt = async |write: Write| {
        let hand = next_hand(&view, [4, -4, 0, 0]);
        scene.record_outcomes(write, hand).await
    };
    let write = |key| Write {
        session,
        ..scene.write("hands", key)
    };
    // The session of somebody else.
    let other = Write {
        actor: stranger,
        role: Role::Scorer,
        ..write("1")
    };
    assert_refused(attempt(other).await, "SessionEnded");
    let recorded = attempt(write("1")).await;
    assert!(matches!(recorded, Ok(Recording::Recorded(_))));
    scene.end_session([1; 32]).await.unwrap();
    // Neither another hand nor the same again.
    for key in ["1", "2"] {
        assert_refused(attempt(write(key)).await, "SessionEnded");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_at_once_records_one_hand() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = next_hand(&view, [4, -4, 0, 0]);
    let tries = (0..12).map(|_| scene.record_outcomes(scene.write("hands", "k"), hand.clone()));
    let mut first = 0;
    let mut hands = Vec::new();
    for recording in futures_util::future::join_all(tries).await {
        let Recording::Recorded(written) = recording.unwrap() else {
            panic!("not recorded")
        };
        first += usize::from(!written.replayed);
        hands.push(written.value);
    }
    assert_eq!(first, 1);
    assert!(hands.iter().all(|hand| *hand == hands[0]));
    assert_eq!(scene.match_history(view.id).await.history.outcomes.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_means_one_request_of_one_caller_on_one_route() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = next_hand(&view, [4, -4, 0, 0]);
    scene
        .record_outcomes(scene.write("hands", "k"), hand.clone())
        .await
        .unwrap();
    let other = Write {
        fingerprint: [9; 32],
        ..scene.write("hands", "k")
    };
    let reused = scene.record_outcomes(other, hand.clone()).await;
    assert_refused(reused, "IdempotencyKeyReused");
    // On another route, or from somebody else, it is another key: the number stands in the way.
    let route = scene
        .record_outcomes(scene.write("other", "k"), hand.clone())
        .await
        .unwrap();
    assert!(matches!(route, Recording::NumberTaken));
    let scorer = crate::scene::sign_up(&scene.ledger, "b@club.example").await;
    scene.join(scorer, "b", ledger::Role::Scorer).await;
    let caller = Write {
        actor: scorer,
        role: ledger::Role::Scorer,
        ..scene.write("hands", "k")
    };
    let caller = scene.record_outcomes(caller, hand).await.unwrap();
    assert!(matches!(caller, Recording::NumberTaken));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_scorers_of_one_number_record_one_hand() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let record = |key: &str, half_points| {
        scene.record_outcomes(scene.write("hands", key), next_hand(&view, half_points))
    };
    let (a, b) = tokio::join!(record("a", [4, -4, 0, 0]), record("b", [0, 0, 8, -8]));
    let won = match (a.unwrap(), b.unwrap()) {
        (Recording::Recorded(won), Recording::NumberTaken)
        | (Recording::NumberTaken, Recording::Recorded(won)) => won.value,
        other => panic!("{other:?}"),
    };
    let history = scene.match_history(view.id).await.history;
    let stands = history.outcomes.iter().map(|current| current.outcome_id);
    assert!(stands.eq(won.iter().map(|won| won.recorded.outcome_id)));
    assert_eq!(history.version, won[0].event.seq);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_the_way_is_told_in_order() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    scene.play(&start, [4, -4, 0, 0]).await;
    let view = scene.view(start.id).await;
    let attempt = async |hand: RecordOutcomes| {
        scene
            .record_outcomes(scene.write("hands", "x"), hand)
            .await
            .unwrap()
    };

    // Taken goes before changed: whoever looked before the first hand hears that there is one.
    assert_eq!(
        attempt(next_hand(&start, [0; 4])).await,
        Recording::NumberTaken
    );
    let ahead = RecordOutcomes {
        number: Some(3),
        ..next_hand(&start, [0; 4])
    };
    assert_eq!(attempt(ahead).await, Recording::NumberAhead { next: 2 });
    // Whatever differs, also if the version is the same: the database may be another one since.
    let seen = position(&view);
    let mut others = [seen; 4];
    others[0].version = start.version;
    others[1].state.total_half_points = [6, -6, 0, 0];
    others[2].players.swap(0, 1);
    others[3].minimum_fan = Some(8);
    for other in others {
        let stale = attempt(next_hand_at(&other, [0; 4])).await;
        assert_eq!(stale, Recording::MatchChanged);
    }
    let nowhere = MatchPosition {
        id: MatchId(Uuid::nil()),
        ..seen
    };
    let nowhere = next_hand_at(&nowhere, [0; 4]);
    let nowhere = scene
        .record_outcomes(scene.write("hands", "x"), nowhere)
        .await;
    assert_refused(nowhere, "NotFound(match)");
    // What is no hand has no number that could be taken.
    assert_eq!(
        attempt(next(&start, &[penalty(1, 5, Payee::Players)])).await,
        Recording::MatchChanged
    );
    // None of them used the key up.
    assert!(matches!(
        attempt(next_hand(&view, [0; 4])).await,
        Recording::Recorded(_)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_shows_match_and_key() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let first = scene.play(&start, [4, -4, 0, 0]).await;
    let look = async |key: Option<&str>| {
        let at = SnapshotRequest {
            club: scene.club,
            match_id: start.id,
            key: key.map(|key| scene.write("hands", key).key_of()),
        };
        let plain = scene.snapshot(at.clone()).await.unwrap();
        let whole = scene.match_history_snapshot(at).await.unwrap();
        assert_eq!(position(&whole.history.view), plain.position);
        assert_eq!(whole.prior, plain.prior);
        assert_eq!(whole.history, scene.match_history(start.id).await);
        plain
    };
    let plain = look(None).await;
    assert_eq!(
        (plain.position, plain.prior),
        (position(&scene.view(start.id).await), None)
    );
    let used = format!("{} 1", start.id);
    let prior = look(Some(&used)).await.prior.unwrap();
    assert_eq!(prior.fingerprint, scene.write("hands", &used).fingerprint);
    assert_eq!(prior.entry.try_into().ok(), Some(first));
    assert_eq!(prior.earlier, []);
    assert_eq!(look(Some("fresh")).await.prior, None);
}
