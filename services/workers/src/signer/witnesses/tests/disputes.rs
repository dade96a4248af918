//! Two directories under one name: a witness cosigns one of them.

use evidence::empty_root;
use ledger::{Hash, Ledger};

use super::super::ask::{Dispute, Trouble};
use super::witness::Witness;
use super::{Scene, is_by};

async fn disputes(ledger: &Ledger) -> Vec<(String, String)> {
    let state = ledger.signer_state().await.unwrap();
    let words = |one: ledger::Dispute| (one.witness, one.reason);
    state.disputes.into_iter().map(words).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_witness_saw_otherwise_is_an_alarm_until_it_agrees() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let witness = Witness::start(1, &scene.key());
    let asker = scene.asker(&witness).await;
    for _ in 0..3 {
        scene.grow_and_sign(club).await;
    }
    let another = Hash::of(b"another");
    for (size, expected) in [
        (4, Dispute::Larger { ours: 3, theirs: 4 }),
        (
            u64::MAX,
            Dispute::Larger {
                ours: 3,
                theirs: u64::MAX,
            },
        ),
        (3, Dispute::Other { size: 3 }),
        (2, Dispute::Past { ours: 3, theirs: 2 }),
    ] {
        witness.saw(size, another);
        let trouble = asker.ask().await.unwrap_err();
        assert!(
            matches!(trouble, Trouble::Dispute(found) if found == expected),
            "{trouble}"
        );
        let said = (witness.key().to_string(), expected.to_string());
        assert_eq!(disputes(&scene.ledger).await, [said]);
        assert_eq!(scene.directory().await.signatures().len(), 1);
    }
    scene.grow_and_sign(club).await;
    assert_eq!(disputes(&scene.ledger).await.len(), 1, "signing goes on");
    witness.saw(0, empty_root());
    asker.ask().await.unwrap();
    assert!(is_by(&scene.directory().await, &witness));
    assert_eq!(disputes(&scene.ledger).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_no_longer_asked_disputes_nothing() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    scene.grow_and_sign(club).await;
    let (one, two) = (
        Witness::start(1, &scene.key()),
        Witness::start(2, &scene.key()),
    );
    for witness in [&one, &two] {
        witness.saw(9, Hash::of(b"another"));
        scene.asker(witness).await.ask().await.unwrap_err();
    }
    assert_eq!(disputes(&scene.ledger).await.len(), 2);
    let url = scene.database.signer_url();
    super::super::Witnesses::connect(&url, &[two.setting()], super::HOUR)
        .await
        .unwrap();
    let [(left, _)]: [_; 1] = disputes(&scene.ledger).await.try_into().unwrap();
    assert_eq!(left, two.key().to_string());
}

/// Somebody has the key, and signs another present over a copy of the database.
#[tokio::test(flavor = "multi_thread")]
async fn a_forked_directory_is_not_cosigned() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    scene.grow_and_sign(club).await;
    let witness = Witness::start(1, &scene.key());
    scene.asker(&witness).await.ask().await.unwrap();
    let fork = scene.fork().await;
    for _ in 0..3 {
        scene.grow_and_sign(club).await;
    }
    scene.asker(&witness).await.ask().await.unwrap();

    fork.grow(club, 5).await;
    for (signed, expected) in [
        (1, Dispute::Larger { ours: 2, theirs: 4 }),
        (2, Dispute::Other { size: 4 }),
        (1, Dispute::Past { ours: 5, theirs: 4 }),
    ] {
        for _ in 0..signed {
            fork.grow_and_sign(club).await;
        }
        let trouble = fork.asker(&witness).await.ask().await.unwrap_err();
        assert!(
            matches!(trouble, Trouble::Dispute(found) if found == expected),
            "{trouble}"
        );
        assert!(!is_by(&fork.directory().await, &witness));
    }
    assert!(is_by(&scene.directory().await, &witness));
}
