//! Reading entries on all cores. What they say has to be followed in their order, but what most of the time goes into is reading
//! and hashing them, which each can be alone.

use crate::Finding;
use evidence::{BadExport, Entry, Hash, leaf_hash};
use std::num::NonZero;
use std::thread;

/// How many bytes of leaves are read at once, unless one is larger.
const BYTES: usize = 1 << 20;

/// A leaf that was read.
pub(super) struct Read {
    pub(super) seq: u64,
    pub(super) leaf_hash: Hash,
    pub(super) entry: Result<Entry, Finding>,
}

/// The next leaves, and what is wrong with the one after them.
pub(super) fn next(
    leaves: &mut impl Iterator<Item = Result<(u64, Vec<u8>), BadExport>>,
) -> (Vec<Read>, Option<BadExport>) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while bytes < BYTES
        && let Some(next) = leaves.next()
    {
        match next {
            Ok((seq, leaf)) => {
                bytes += leaf.len();
                batch.push((seq, leaf));
            }
            Err(bad) => return (read(&batch), Some(bad)),
        }
    }
    (read(&batch), None)
}

/// Leaves, each read on whatever core is free.
pub(super) fn read(batch: &[(u64, Vec<u8>)]) -> Vec<Read> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = batch.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let mut shares = batch.chunks(share);
        let first = shares.next().unwrap_or_default();
        let others: Vec<_> = shares
            .map(|share| (share, scope.spawn(move || read_alone(share))))
            .collect();
        let mut read = read_alone(first);
        for (share, other) in others {
            // A thread that came to grief leaves its share to this one.
            read.extend(other.join().unwrap_or_else(|_| read_alone(share)));
        }
        read
    })
}

fn read_alone(share: &[(u64, Vec<u8>)]) -> Vec<Read> {
    let read = |(seq, leaf): &(u64, Vec<u8>)| Read {
        seq: *seq,
        leaf_hash: leaf_hash(leaf),
        entry: Entry::parse(leaf).map_err(Finding::Malformed),
    };
    share.iter().map(read).collect()
}
