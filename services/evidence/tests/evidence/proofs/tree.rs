//! Trees and their proofs, against two others: ct-merkle, and the definitions of RFC 6962 as they are written there.

mod definition;
mod tampered;
mod tiles;

use ct_merkle::mem_backed_tree::MemoryBackedTree;
use evidence::{
    Frontier, Hash, ProofPlan, Subtree, Tiles, leaf_hash, verify_consistency, verify_inclusion,
};
use sha2::Sha256;

/// A log as a service keeps it: leaf hashes, the subtrees that were completed, and the frontier.
pub(crate) struct Log {
    /// The hashes of each level of tiles; level 0 has the leaves'.
    levels: [Vec<Hash>; 4],
    frontier: Frontier,
}

impl Log {
    pub(crate) fn of(size: u64) -> Self {
        let mut log = Self {
            levels: Default::default(),
            frontier: Frontier::EMPTY,
        };
        log.push_leaves(size);
        log
    }

    /// Appends so many more of the leaves that these tests use.
    pub(crate) fn push_leaves(&mut self, count: u64) {
        let size = self.frontier.size();
        for index in size..size + count {
            self.push(leaf_hash(&leaf(index)));
        }
    }

    pub(crate) fn leaf_hash(&self, index: u64) -> Hash {
        self.levels[0][index as usize]
    }

    pub(crate) fn push(&mut self, hash: Hash) {
        let index = self.frontier.size();
        let completed = self.frontier.push(hash);
        self.keep(Subtree {
            level: 0,
            index,
            hash,
        });
        completed.into_iter().for_each(|subtree| self.keep(subtree));
    }

    fn keep(&mut self, subtree: Subtree) {
        let level = &mut self.levels[usize::from(subtree.level)];
        assert_eq!(level.len() as u64, subtree.index, "none is left out");
        level.push(subtree.hash);
    }

    pub(crate) fn root(&self) -> Hash {
        self.frontier.root()
    }

    pub(crate) fn inclusion(&self, index: u64, size: u64) -> Vec<Hash> {
        self.prove(&ProofPlan::inclusion(index, size).unwrap())
    }

    pub(crate) fn consistency(&self, old_size: u64, new_size: u64) -> Vec<Hash> {
        self.prove(&ProofPlan::consistency(old_size, new_size).unwrap())
    }

    fn prove(&self, plan: &ProofPlan) -> Vec<Hash> {
        plan.proof(&self.tiles(plan)).unwrap()
    }

    fn tiles(&self, plan: &ProofPlan) -> Tiles {
        let tiles = plan.tiles().into_iter().map(|tile| {
            let places = tile.hashes();
            let level = &self.levels[usize::from(tile.level())];
            let hashes = &level[places.start as usize..places.end as usize];
            (tile, hashes.to_vec())
        });
        tiles.collect()
    }
}

fn leaf(index: u64) -> [u8; 8] {
    index.to_be_bytes()
}

/// The hashes of another crate's proof.
fn hashes(bytes: &[u8]) -> Vec<Hash> {
    let (hashes, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    hashes.iter().copied().map(Hash).collect()
}

/// Roots of all sizes up to the last.
fn roots(size: u64) -> Vec<Hash> {
    let mut frontier = Frontier::EMPTY;
    let mut roots = vec![frontier.root()];
    for index in 0..size {
        frontier.push(leaf_hash(&leaf(index)));
        roots.push(frontier.root());
    }
    roots
}

#[test]
fn every_small_tree_proves_what_ct_merkle_proves() {
    let log = Log::of(262);
    let mut other = MemoryBackedTree::<Sha256, _>::new();
    let roots = roots(262);
    for size in 0..=262 {
        if size > 0 {
            other.push(leaf(size - 1));
        }
        // Those of up to seven levels, and those around the end of the first tile.
        if (71..250).contains(&size) {
            continue;
        }
        let root = roots[size as usize];
        assert_eq!(root.0, other.root().as_bytes()[..], "{size}");
        for index in 0..size {
            let proof = log.inclusion(index, size);
            let expected = other.prove_inclusion(index as usize);
            assert_eq!(proof, hashes(expected.as_bytes()), "{index} of {size}");
            let hash = leaf_hash(&leaf(index));
            assert_eq!(verify_inclusion(hash, index, size, &proof, root), Ok(()));
        }
        for old_size in 1..=size {
            let proof = log.consistency(old_size, size);
            let expected = other.prove_consistency((size - old_size) as usize);
            assert_eq!(proof, hashes(expected.as_bytes()), "{old_size} to {size}");
            let old_root = roots[old_size as usize];
            let result = verify_consistency(old_size, old_root, size, root, &proof);
            assert_eq!(result, Ok(()), "{old_size} to {size}");
        }
    }
}

#[test]
fn larger_trees_prove_what_ct_merkle_proves() {
    // A subtree of level 2, and some more.
    let size = 65_536 + 700;
    let log = Log::of(size);
    let mut other = MemoryBackedTree::<Sha256, _>::new();
    (0..size).for_each(|index| other.push(leaf(index)));
    let roots = roots(size);
    assert_eq!(log.root().0, other.root().as_bytes()[..]);
    // Every stretch of the tree, in steps that no power of two divides.
    for index in (0..size).step_by(677).chain([size - 1]) {
        let proof = log.inclusion(index, size);
        let expected = other.prove_inclusion(index as usize);
        assert_eq!(proof, hashes(expected.as_bytes()), "{index}");
        let hash = leaf_hash(&leaf(index));
        assert_eq!(
            verify_inclusion(hash, index, size, &proof, log.root()),
            Ok(())
        );

        let old_size = index + 1;
        let proof = log.consistency(old_size, size);
        let expected = other.prove_consistency((size - old_size) as usize);
        assert_eq!(proof, hashes(expected.as_bytes()), "from {old_size}");
        let old_root = roots[old_size as usize];
        let result = verify_consistency(old_size, old_root, size, log.root(), &proof);
        assert_eq!(result, Ok(()));
    }
}

#[test]
fn a_frontier_survives_its_bytes() {
    let mut frontier = Frontier::EMPTY;
    for index in 0..700 {
        let bytes = frontier.to_bytes();
        let size = frontier.size();
        assert_eq!(bytes.len(), 32 * size.count_ones() as usize);
        assert_eq!(Frontier::from_bytes(size, &bytes).unwrap(), frontier);
        assert!(
            Frontier::from_bytes(2 * size + 1, &bytes).is_err(),
            "one digit more"
        );
        let longer = [&bytes[..], &[0]].concat();
        assert!(Frontier::from_bytes(size, &longer).is_err());
        if let Some((_, shorter)) = bytes.split_last() {
            assert!(Frontier::from_bytes(size, shorter).is_err());
        }
        frontier.push(leaf_hash(&leaf(index)));
    }
    assert!(Frontier::from_bytes(1 << 63, &[0; 32]).is_ok());
    assert!(Frontier::from_bytes((1 << 63) + 1, &[0; 64]).is_err());
}
