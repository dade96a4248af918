//! How far a database is with a club.

/// How far a database is with a club. What the primary is at when a caller is authorized, a read that may come from a replica includes at
/// least: so nobody reads less than they, or anybody else, wrote before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Freshness {
    /// The sequence number of the last entry.
    pub seq: u64,
    /// That of the last entry that is in the standings, which are written after it.
    pub standings_seq: u64,
}

impl Freshness {
    /// Whether everything is here that the other one has.
    pub(crate) fn includes(self, other: Self) -> bool {
        self.seq >= other.seq && self.standings_seq >= other.standings_seq
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_lacks_an_entry_or_the_standings_of_one_does_not_include_the_other() {
        let at = |seq, standings_seq| Freshness { seq, standings_seq };
        assert!(at(7, 6).includes(at(7, 6)));
        assert!(at(8, 8).includes(at(7, 6)));
        assert!(!at(6, 6).includes(at(7, 6)));
        assert!(!at(9, 5).includes(at(7, 6)));
    }
}
