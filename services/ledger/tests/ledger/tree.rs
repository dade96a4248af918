//! The tree over a club's entries: it is the one over what is stored, whatever was written and however it went.

pub(crate) mod every_kind;
mod proofs;

use crate::scene::{Scene, assert_refused};
use crate::table::{agreed, next};
use ledger::evidence::empty_root;
use ledger::test_database::all_entries;
use ledger::{ClubId, Error, Hash, Ledger, MatchView, PeopleError, Recording, TreeHead};

/// The root over some leaf hashes by the definition (RFC 6962 §2.1).
fn tree_hash(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => empty_root(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            Hash::of_parts(&[&[1], &tree_hash(left).0, &tree_hash(right).0])
        }
    }
}

/// The leaf hashes of a club's entries, whose tree is checked to be the one over them.
pub(crate) async fn check_tree(ledger: &Ledger, club: ClubId) -> Vec<Hash> {
    let stored = all_entries(ledger, club, 0).await;
    let leaves: Vec<Hash> = stored.iter().map(|entry| entry.leaf_hash).collect();
    let head = TreeHead {
        size: leaves.len() as u64,
        root: tree_hash(&leaves),
    };
    assert_eq!(ledger.tree_head(club).await.unwrap(), head);
    leaves
}

/// Records hands until the club has so many entries.
pub(crate) async fn grow(scene: &Scene, view: &MatchView, size: u64) {
    let head = scene.tree_head(scene.club).await.unwrap();
    let hands = vec![agreed([2, -2, 0, 0]); (size - head.size) as usize];
    scene.happens(view.id, &hands).await;
}

/// How many subtrees of a level the database holds.
pub(crate) async fn subtrees(scene: &Scene, level: i16) -> i64 {
    let count = "SELECT count(*) FROM subtrees WHERE level = $1";
    let row = scene.admin().await.query_one(count, &[&level]).await;
    row.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_completes_as_many_subtrees_as_it_crosses() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    for (size, complete) in [(255, 0), (256, 1), (257, 1), (511, 1), (770, 3)] {
        grow(&scene, &view, size).await;
        assert_eq!(
            check_tree(&scene.ledger, scene.club).await.len() as u64,
            size
        );
        assert_eq!(subtrees(&scene, 1).await, complete, "{size}");
    }
    assert_eq!(subtrees(&scene, 2).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_is_rolled_back_leaves_the_tree_alone() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    grow(&scene, &view, 255).await;
    let before = check_tree(&scene.ledger, scene.club).await;
    let [a, b, ..] = scene.players;
    // Refused after its entry, the 256th, was sealed.
    let merged = scene.merge_player(scene.write("merge", "k"), a, b);
    let refused = merged.await.unwrap_err();
    assert!(matches!(refused, Error::People(PeopleError::AtOneTime(_))));
    // Refused by the server after everything was sent, the tree among it.
    let in_the_way = "ALTER TABLE match_entries ADD CHECK (seq <> 300) NOT VALID";
    scene.admin().await.batch_execute(in_the_way).await.unwrap();
    let hands = next(&scene.view(view.id).await, &vec![agreed([2, -2, 0, 0]); 60]);
    let write = || scene.write("hands", "again");
    let failed = scene.record_outcomes(write(), hands.clone()).await;
    assert_refused(failed, "Bug");
    assert_eq!(check_tree(&scene.ledger, scene.club).await, before);
    assert_eq!(subtrees(&scene, 1).await, 0);

    let out_of_it = "ALTER TABLE match_entries DROP CONSTRAINT match_entries_seq_check";
    scene.admin().await.batch_execute(out_of_it).await.unwrap();
    let recorded = scene.record_outcomes(write(), hands).await.unwrap();
    assert!(matches!(recorded, Recording::Recorded(_)));
    assert_eq!(check_tree(&scene.ledger, scene.club).await.len(), 315);
    assert_eq!(subtrees(&scene, 1).await, 1);
}

/// A program that knows no tree cannot write past it.
#[tokio::test(flavor = "multi_thread")]
async fn no_ledger_goes_on_without_its_tree() {
    let scene = Scene::new().await;
    let error = scene
        .admin()
        .await
        .batch_execute("UPDATE clubs SET last_seq = last_seq + 2")
        .await
        .unwrap_err();
    let error = error.as_db_error().unwrap();
    assert_eq!(error.constraint(), Some("clubs_tree_is_of_last_seq"));
}
