//! Proofs, and the tiles that anybody can make them of.

use super::{check_tree, grow, tree_hash};
use crate::scene::{Scene, assert_refused, found_club};
use ledger::evidence::{NoProof, TileId, verify_consistency, verify_inclusion};
use ledger::{Error, Hash};

/// Around where tiles begin and end.
const SIZES: [u64; 12] = [1, 2, 5, 128, 255, 256, 257, 300, 511, 512, 513, 520];

/// A club of so many entries, and their leaf hashes.
async fn club_of(size: u64) -> (Scene, Vec<Hash>) {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    grow(&scene, &view, size).await;
    let leaves = check_tree(&scene.ledger, scene.club).await;
    (scene, leaves)
}

fn root(leaves: &[Hash], size: u64) -> Hash {
    tree_hash(&leaves[..size as usize])
}

#[tokio::test(flavor = "multi_thread")]
async fn every_entry_is_proven_to_be_in_every_tree_that_has_it() {
    let (scene, leaves) = club_of(520).await;
    for size in SIZES {
        for seq in SIZES.into_iter().filter(|seq| *seq <= size) {
            let proof = scene.inclusion_proof(scene.club, seq, size);
            let (proof, index) = (proof.await.unwrap(), seq - 1);
            let leaf = leaves[index as usize];
            verify_inclusion(leaf, index, size, &proof, root(&leaves, size)).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tree_is_proven_to_have_grown_out_of_every_smaller_one() {
    let (scene, leaves) = club_of(520).await;
    for to in SIZES {
        for from in SIZES.into_iter().chain([0]).filter(|from| *from <= to) {
            let proof = scene.consistency_proof(scene.club, from, to);
            let (old, new) = (root(&leaves, from), root(&leaves, to));
            verify_consistency(from, old, to, new, &proof.await.unwrap()).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_proven_of_what_is_not_there() {
    let (scene, _) = club_of(10).await;
    let ledger = &scene.ledger;
    let included = async |seq, size| ledger.inclusion_proof(scene.club, seq, size).await;
    let grew = async |from, to| ledger.consistency_proof(scene.club, from, to).await;
    for answer in [
        included(1, 11).await,
        grew(1, 11).await,
        grew(0, 1 << 63).await,
    ] {
        assert!(
            matches!(answer, Err(Error::BeyondLedger { size: 10 })),
            "{answer:?}"
        );
    }
    for (answer, expected) in [
        (
            included(7, 6).await,
            NoProof::NoSuchLeaf { index: 6, size: 6 },
        ),
        (
            included(1, 0).await,
            NoProof::NoSuchLeaf { index: 0, size: 0 },
        ),
        (included(1, u64::MAX).await, NoProof::TooLarge(u64::MAX)),
        (
            grew(3, 2).await,
            NoProof::Shrunk {
                old_size: 3,
                new_size: 2,
            },
        ),
    ] {
        let Err(Error::Unprovable(found)) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(found, expected);
    }
    let none = included(0, 1).await;
    assert_refused(none, "NotFound(entry)");
    let nobody = ledger.tree_head(ledger::ClubId(scene.owner.0)).await;
    assert_refused(nobody, "NotFound(club)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_is_there_as_wide_as_the_tree_has_it() {
    let (scene, leaves) = club_of(520).await;
    let tile = async |path: &str| {
        let tile: TileId = path.parse().unwrap();
        scene.tile(scene.club, tile).await
    };
    for (path, hashes) in [
        ("tile/0/000", &leaves[..256]),
        ("tile/0/000.p/3", &leaves[..3]),
        ("tile/0/001", &leaves[256..512]),
        ("tile/0/002.p/8", &leaves[512..]),
        ("tile/1/000.p/1", &[tree_hash(&leaves[..256])]),
        (
            "tile/1/000.p/2",
            &[&leaves[..256], &leaves[256..512]].map(tree_hash),
        ),
    ] {
        assert_eq!(tile(path).await.unwrap(), hashes, "{path}");
    }
    for path in [
        "tile/0/002",
        "tile/0/002.p/9",
        "tile/0/003.p/1",
        "tile/1/000",
        "tile/1/000.p/3",
        "tile/2/000.p/1",
        "tile/7/000.p/1",
        "tile/0/x036/x028/x797/x018/x963/967",
    ] {
        let missing = tile(path).await;
        assert_refused(missing, "NotFound(tile)");
    }
    let other = found_club(&scene.ledger, scene.owner, "other").await;
    let theirs = scene.tile(other, "tile/0/000".parse().unwrap()).await;
    assert_refused(theirs, "NotFound(tile)");
}
