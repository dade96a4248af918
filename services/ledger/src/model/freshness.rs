//! How far a database is with a club.

use evidence::Hash;
use std::time::Duration;

/// How far a database is with a club. What the primary is at when a caller is authorized, a read that may come from a replica includes at
/// least: so nobody reads less than they, or anybody else, wrote before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Freshness {
    /// The sequence number of the last entry.
    pub seq: u64,
    /// That of the last entry that is in the standings, which are written after it.
    pub standings_seq: u64,
    /// The hash of the entry with this number: another server that has another entry there has another history. `None`: it does not matter.
    pub leaf_hash: Option<Hash>,
    /// If the primary did not answer and a replica was asked instead: how late that one was. It lacks nothing that was there so long ago.
    pub without_primary: Option<Duration>,
}

impl Freshness {
    /// Whether everything is here that the other one has. The hash here is that of the other one's last entry.
    pub(crate) fn includes(self, other: Self) -> bool {
        let is_same_history = other.leaf_hash.is_none() || self.leaf_hash == other.leaf_hash;
        self.seq >= other.seq && self.standings_seq >= other.standings_seq && is_same_history
    }

    /// The same, and at least so many entries.
    pub(crate) fn including(self, seq: u64) -> Self {
        match seq > self.seq {
            true => Self {
                seq,
                leaf_hash: None,
                ..self
            },
            false => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_lacks_an_entry_or_the_standings_of_one_does_not_include_the_other() {
        let at = |seq, standings_seq| Freshness {
            seq,
            standings_seq,
            leaf_hash: None,
            without_primary: None,
        };
        assert!(at(7, 6).includes(at(7, 6)));
        assert!(at(8, 8).includes(at(7, 6)));
        assert!(!at(6, 6).includes(at(7, 6)));
        assert!(!at(9, 5).includes(at(7, 6)));
        assert!(!at(7, 6).includes(at(7, 6).including(8)));
        assert_eq!(at(7, 6).including(6), at(7, 6));
    }

    #[test]
    fn one_with_another_entry_there_does_not_include_the_other() {
        let with = |byte| Freshness {
            seq: 7,
            standings_seq: 7,
            without_primary: None,
            leaf_hash: Some(Hash([byte; 32])),
        };
        assert!(with(1).includes(with(1)));
        assert!(!with(2).includes(with(1)));
    }
}
