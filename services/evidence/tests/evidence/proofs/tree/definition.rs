//! RFC 6962 §2.1, word for word: the tree hash, the audit path and the consistency proof by recursion over lists.

use super::{Log, leaf, roots};
use evidence::{Hash, leaf_hash};

/// §2.1: MTH.
fn tree_hash(leaves: &[Vec<u8>]) -> Hash {
    match leaves {
        [] => Hash::of(b""),
        [leaf] => leaf_hash(leaf),
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            Hash::of_parts(&[&[1], &tree_hash(left).0, &tree_hash(right).0])
        }
    }
}

/// §2.1.1: PATH(m, D[n]).
fn path(m: usize, leaves: &[Vec<u8>]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return vec![];
    }
    let k = split(leaves.len());
    let (left, right) = leaves.split_at(k);
    let (mut proof, beside) = if m < k {
        (path(m, left), tree_hash(right))
    } else {
        (path(m - k, right), tree_hash(left))
    };
    proof.push(beside);
    proof
}

/// §2.1.2: SUBPROOF(m, D[n], b).
fn subproof(m: usize, leaves: &[Vec<u8>], known: bool) -> Vec<Hash> {
    if m == leaves.len() {
        return if known {
            vec![]
        } else {
            vec![tree_hash(leaves)]
        };
    }
    let k = split(leaves.len());
    let (left, right) = leaves.split_at(k);
    let (mut proof, beside) = if m <= k {
        (subproof(m, left, known), tree_hash(right))
    } else {
        (subproof(m - k, right, false), tree_hash(left))
    };
    proof.push(beside);
    proof
}

/// The largest power of two smaller than n.
fn split(n: usize) -> usize {
    let mut k = 1;
    while 2 * k < n {
        k *= 2;
    }
    k
}

#[test]
fn trees_and_proofs_are_those_of_the_definition() {
    let most = 70;
    let leaves: Vec<Vec<u8>> = (0..most).map(|index| leaf(index).to_vec()).collect();
    let (log, roots) = (Log::of(most), roots(most));
    for size in 0..=most as usize {
        let leaves = &leaves[..size];
        assert_eq!(roots[size], tree_hash(leaves), "{size}");
        for index in 0..size {
            let expected = path(index, leaves);
            assert_eq!(
                log.inclusion(index as u64, size as u64),
                expected,
                "{index} of {size}"
            );
        }
        for old_size in 1..=size {
            let expected = subproof(old_size, leaves, true);
            let proof = log.consistency(old_size as u64, size as u64);
            assert_eq!(proof, expected, "{old_size} to {size}");
        }
        assert_eq!(log.consistency(0, size as u64), []);
    }
}

/// The tree of Certificate Transparency's own reference vectors (google/certificate-transparency, merkletree tests): eight
/// leaves, and the root after each.
#[test]
fn roots_are_those_that_certificate_transparency_publishes() {
    let leaves = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ];
    let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let mut frontier = evidence::Frontier::EMPTY;
    for (leaf, root) in leaves.iter().zip(roots) {
        let digits = leaf.as_bytes().chunks(2);
        let bytes =
            digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap());
        frontier.push(leaf_hash(&bytes.collect::<Vec<_>>()));
        assert_eq!(frontier.root().to_string(), root);
    }
}
