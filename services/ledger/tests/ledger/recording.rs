//! Recording hands: keys, numbers, versions.

use crate::scene::{Scene, next_hand};
use ledger::{Error, HandId, KeyOf, LookAt, MatchId, RecordHand, Recording, Write};
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_hand_moves_the_match_on() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let first = scene.play(&start, [4, -4, 0, 0]).await;
    let view = scene.view(start.id).await;
    assert_eq!(
        (view.version, view.state),
        (first.seq, first.hand.state_after)
    );
    let second = scene.play(&view, [0, 0, 6, -6]).await;
    assert_eq!(
        scene.ledger.hands(scene.club, start.id).await.unwrap(),
        [first.clone(), second]
    );
    assert_eq!(
        scene
            .ledger
            .hand(scene.club, start.id, first.hand.hand)
            .await
            .unwrap(),
        first
    );
    assert_eq!(
        scene.view(start.id).await.state.total_half_points,
        [4, -4, 6, -6]
    );

    let no_hand = scene
        .ledger
        .hand(scene.club, start.id, HandId(Uuid::nil()))
        .await;
    assert!(matches!(no_hand, Err(Error::NotFound("hand"))));
    let no_match = scene.ledger.hands(scene.club, MatchId(Uuid::nil())).await;
    assert!(matches!(no_match, Err(Error::NotFound("match"))));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_at_once_records_one_hand() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = next_hand(&view, [4, -4, 0, 0]);
    let tries = (0..12).map(|_| {
        scene
            .ledger
            .record_hand(scene.write("hands", "k"), hand.clone())
    });
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
    assert_eq!(
        scene.ledger.hands(scene.club, view.id).await.unwrap().len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_means_one_request_of_one_caller_on_one_route() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = next_hand(&view, [4, -4, 0, 0]);
    scene
        .ledger
        .record_hand(scene.write("hands", "k"), hand.clone())
        .await
        .unwrap();
    let other = Write {
        fingerprint: [9; 32],
        ..scene.write("hands", "k")
    };
    let reused = scene.ledger.record_hand(other, hand.clone()).await;
    assert!(matches!(reused, Err(Error::IdempotencyKeyReused)));
    // On another route, or from somebody else, it is another key: the number stands in the way.
    let route = scene
        .ledger
        .record_hand(scene.write("other", "k"), hand.clone())
        .await
        .unwrap();
    assert!(matches!(route, Recording::NumberTaken(_)));
    let scorer = crate::scene::sign_up(&scene.ledger, "b@club.example").await;
    let enrolled =
        scene
            .ledger
            .set_member(scene.write("members", "b"), scorer, ledger::Role::Scorer);
    enrolled.await.unwrap();
    let caller = Write {
        actor: scorer,
        role: ledger::Role::Scorer,
        ..scene.write("hands", "k")
    };
    let caller = scene.ledger.record_hand(caller, hand).await.unwrap();
    assert!(matches!(caller, Recording::NumberTaken(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_scorers_of_one_number_see_one_hand() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let record = |key: &str, half_points| {
        scene
            .ledger
            .record_hand(scene.write("hands", key), next_hand(&view, half_points))
    };
    let (a, b) = tokio::join!(record("a", [4, -4, 0, 0]), record("b", [0, 0, 8, -8]));
    let (won, lost) = match (a.unwrap(), b.unwrap()) {
        (Recording::Recorded(won), Recording::NumberTaken(lost))
        | (Recording::NumberTaken(lost), Recording::Recorded(won)) => (won.value, *lost),
        other => panic!("{other:?}"),
    };
    assert_eq!(won, lost);
    assert_eq!(
        scene.ledger.hands(scene.club, view.id).await.unwrap(),
        [won]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_the_way_is_told_in_order() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let first = scene.play(&start, [4, -4, 0, 0]).await;
    let view = scene.view(start.id).await;
    let attempt = async |hand: RecordHand| {
        scene
            .ledger
            .record_hand(scene.write("hands", "x"), hand)
            .await
            .unwrap()
    };

    // Taken goes before changed: whoever looked before the first hand sees that hand.
    assert_eq!(
        attempt(next_hand(&start, [0; 4])).await,
        Recording::NumberTaken(Box::new(first))
    );
    let ahead = RecordHand {
        number: 3,
        expected_version: 0,
        ..next_hand(&view, [0; 4])
    };
    assert_eq!(attempt(ahead).await, Recording::NumberAhead { next: 2 });
    let stale = RecordHand {
        expected_version: start.version,
        ..next_hand(&view, [0; 4])
    };
    assert_eq!(attempt(stale).await, Recording::MatchChanged);
    let nowhere = RecordHand {
        match_id: MatchId(Uuid::nil()),
        ..next_hand(&view, [0; 4])
    };
    let nowhere = scene
        .ledger
        .record_hand(scene.write("hands", "x"), nowhere)
        .await;
    assert!(matches!(nowhere, Err(Error::NotFound("match"))));
    // None of them used the key up.
    assert!(matches!(
        attempt(next_hand(&view, [0; 4])).await,
        Recording::Recorded(_)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_shows_match_key_and_number() {
    let scene = Scene::new().await;
    let start = scene.open_match("m").await;
    let first = scene.play(&start, [4, -4, 0, 0]).await;
    let look = async |number, key: Option<&str>| {
        let key = key.map(|key| KeyOf {
            actor: scene.owner,
            route: "hands",
            key: key.to_owned(),
        });
        scene
            .ledger
            .snapshot(LookAt {
                club: scene.club,
                match_id: start.id,
                number,
                key,
            })
            .await
            .unwrap()
    };
    let plain = look(None, None).await;
    assert_eq!(
        (plain.view, plain.prior, plain.at_number),
        (scene.view(start.id).await, None, None)
    );
    let used = format!("{} 1", start.id);
    let seen = look(Some(1), Some(&used)).await;
    let prior = seen.prior.unwrap();
    assert_eq!(prior.fingerprint, scene.write("hands", &used).fingerprint);
    assert_eq!(prior.recorded_hand(), Some(first.clone()));
    assert_eq!(seen.at_number, Some(first));
    assert_eq!(look(Some(2), Some("fresh")).await.at_number, None);
    assert_eq!(look(Some(u32::MAX), None).await.at_number, None);
}
