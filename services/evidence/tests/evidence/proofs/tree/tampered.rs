//! Proofs that were tampered with, and proofs that cannot be.

use super::{Log, leaf, roots};
use evidence::{
    BadProof, Hash, MAX_SIZE, NoProof, empty_root, leaf_hash, verify_consistency, verify_inclusion,
};
use proptest::prelude::*;

/// Every way a list of hashes goes wrong by one: a flipped bit of any hash, a hash dropped, doubled, added or swapped.
fn spoiled(proof: &[Hash]) -> Vec<Vec<Hash>> {
    let mut spoiled = Vec::new();
    for at in 0..proof.len() {
        for bit in 0..256 {
            let mut flipped = proof.to_vec();
            flipped[at].0[bit / 8] ^= 1 << (bit % 8);
            spoiled.push(flipped);
        }
        let mut dropped = proof.to_vec();
        dropped.remove(at);
        let mut doubled = proof.to_vec();
        doubled.insert(at, proof[at]);
        spoiled.extend([dropped, doubled]);
        if at > 0 {
            let mut swapped = proof.to_vec();
            swapped.swap(at - 1, at);
            spoiled.push(swapped);
        }
    }
    spoiled.push([proof, &[empty_root()]].concat());
    spoiled.push([&[empty_root()], proof].concat());
    spoiled
}

#[test]
fn a_proof_that_was_changed_proves_nothing() {
    let log = Log::of(23);
    let roots = roots(23);
    for (size, root) in (0_u64..).zip(&roots) {
        for index in 0..size {
            let hash = leaf_hash(&leaf(index));
            for proof in spoiled(&log.inclusion(index, size)) {
                let result = verify_inclusion(hash, index, size, &proof, *root);
                assert!(result.is_err(), "{index} of {size}: {proof:?}");
            }
        }
        for (old_size, old_root) in (0..=size).zip(&roots) {
            for proof in spoiled(&log.consistency(old_size, size)) {
                let result = verify_consistency(old_size, *old_root, size, *root, &proof);
                assert!(result.is_err(), "{old_size} to {size}: {proof:?}");
            }
        }
    }
}

#[test]
fn a_proof_proves_nothing_else() {
    let log = Log::of(40);
    let roots = roots(40);
    let proof = log.inclusion(12, 40);
    let prove = |of: u64, index, size, root| {
        verify_inclusion(leaf_hash(&leaf(of)), index, size, &proof, root)
    };
    assert_eq!(prove(12, 12, 40, log.root()), Ok(()));
    for other in (0..40).filter(|other| *other != 12) {
        assert!(prove(other, 12, 40, log.root()).is_err(), "another leaf");
        assert!(prove(12, other, 40, log.root()).is_err(), "another index");
        assert!(
            prove(12, 12, 40, roots[other as usize]).is_err(),
            "another root"
        );
    }
    let proof = log.consistency(12, 40);
    for (other, root) in (0..40).zip(&roots).filter(|(other, _)| *other != 12) {
        let old = verify_consistency(12, *root, 40, log.root(), &proof);
        assert!(old.is_err(), "another old root");
        let new = verify_consistency(12, roots[12], 40, *root, &proof);
        assert!(new.is_err(), "another new root");
        let size = verify_consistency(other, roots[12], 40, log.root(), &proof);
        assert!(size.is_err(), "another old size");
    }
    let forked = verify_consistency(40, roots[40], 40, roots[39], &[]);
    let (expected, found) = (roots[39], roots[40]);
    assert_eq!(forked, Err(BadProof::Root { expected, found }));
}

#[test]
fn what_cannot_be_is_said() {
    let root = empty_root();
    let inclusion = |index, size| verify_inclusion(root, index, size, &[], root);
    let consistency = |old_size, new_size| verify_consistency(old_size, root, new_size, root, &[]);
    let too_large = MAX_SIZE + 1;
    for (result, why) in [
        (inclusion(0, 0), NoProof::NoSuchLeaf { index: 0, size: 0 }),
        (inclusion(5, 5), NoProof::NoSuchLeaf { index: 5, size: 5 }),
        (inclusion(0, too_large), NoProof::TooLarge(too_large)),
        (inclusion(u64::MAX, u64::MAX), NoProof::TooLarge(u64::MAX)),
        (
            consistency(3, 2),
            NoProof::Shrunk {
                old_size: 3,
                new_size: 2,
            },
        ),
        (consistency(3, too_large), NoProof::TooLarge(too_large)),
    ] {
        assert_eq!(result, Err(BadProof::None(why)));
    }
    let length = |expected| Err(BadProof::Length { expected, found: 0 });
    assert_eq!(inclusion(0, MAX_SIZE), length(63));
    assert_eq!(consistency(1, MAX_SIZE), length(63));
    assert_eq!(consistency(MAX_SIZE - 1, MAX_SIZE), length(64));
    assert_eq!(consistency(0, MAX_SIZE), Ok(()));
    assert!(verify_consistency(0, leaf_hash(b""), 0, root, &[]).is_err());
}

proptest! {
    #[test]
    fn any_sizes_and_hashes_are_answered(
        sizes in any::<[u64; 2]>(),
        hashes in any::<[[u8; 32]; 2]>(),
        length in 0_usize..70,
    ) {
        let ([one, other], [hash, root]) = (sizes, hashes.map(Hash));
        let proof = vec![hash; length];
        prop_assert!(verify_inclusion(hash, one, other, &proof, root).is_err());
        prop_assert!(verify_consistency(one, hash, other, root, &proof).is_err());
    }
}
