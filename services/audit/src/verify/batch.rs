//! Parses and hashes entries on all cores, since this takes most of the time. The entries are then checked in their order on
//! one core.

use crate::entry_error::EntryError;
use evidence::{BadExport, Entry, Hash, leaf_hash};
use std::num::NonZero;
use std::thread;

/// The size of a batch in bytes. A larger leaf is a batch of its own.
const BATCH_BYTES: usize = 1 << 20;

/// A leaf with its hash and its entry.
pub(super) struct ParsedLeaf {
    pub(super) seq: u64,
    pub(super) leaf_hash: Hash,
    pub(super) entry: Result<Entry, EntryError>,
}

/// Reads and parses the next batch of leaves; also returns the error after them, if there is one.
pub(super) fn next(
    leaves: &mut impl Iterator<Item = Result<(u64, Vec<u8>), BadExport>>,
) -> (Vec<ParsedLeaf>, Option<BadExport>) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while bytes < BATCH_BYTES
        && let Some(next) = leaves.next()
    {
        match next {
            Ok((seq, leaf)) => {
                bytes += leaf.len();
                batch.push((seq, leaf));
            }
            Err(bad) => return (parse(&batch), Some(bad)),
        }
    }
    (parse(&batch), None)
}

/// Parses leaves on all cores.
pub(super) fn parse(batch: &[(u64, Vec<u8>)]) -> Vec<ParsedLeaf> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = batch.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let mut shares = batch.chunks(share);
        let first = shares.next().unwrap_or_default();
        let others: Vec<_> = shares
            .map(|share| (share, scope.spawn(move || parse_share(share))))
            .collect();
        let mut parsed = parse_share(first);
        for (share, other) in others {
            // If a thread panicked, this thread parses its share.
            parsed.extend(other.join().unwrap_or_else(|_| parse_share(share)));
        }
        parsed
    })
}

fn parse_share(share: &[(u64, Vec<u8>)]) -> Vec<ParsedLeaf> {
    let parse = |(seq, leaf): &(u64, Vec<u8>)| ParsedLeaf {
        seq: *seq,
        leaf_hash: leaf_hash(leaf),
        entry: Entry::parse(leaf).map_err(EntryError::Malformed),
    };
    share.iter().map(parse).collect()
}
