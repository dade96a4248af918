//! Where the ledgers of clubs end, as far as this process knows: whoever records an outcome seals its entry on top of that, without a look. Nothing
//! of it is certain, since others write too: it is compared when the entry is stored.

use crate::ClubId;
use evidence::{Frontier, Timestamp};
use quick_cache::sync::Cache;

/// How many clubs are remembered, each by less than two kilobytes. A forgotten one is read again.
const REMEMBERED: usize = 10_000;

/// By club.
pub(crate) struct ClubHeads(Cache<ClubId, ClubHead>);

/// The end of a club's ledger.
#[derive(Debug, Clone)]
pub(crate) struct ClubHead {
    /// The tree over its entries. Its size is the last one's sequence number.
    pub(crate) tree: Frontier,
    /// The time of the last entry.
    pub(crate) last_time: Timestamp,
}

impl Default for ClubHeads {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

impl ClubHeads {
    pub(crate) fn of(&self, club: ClubId) -> Option<ClubHead> {
        self.0.get(&club)
    }

    pub(crate) fn remember(&self, club: ClubId, head: ClubHead) {
        self.0.insert(club, head);
    }
}
