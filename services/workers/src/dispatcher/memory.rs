//! Memory for entries on their way: at most 64 MiB for all webhooks together.

use ledger::{ClubId, Turn, Turns};
use webhooks::Event;

/// Entries up to this size take no memory of those that are larger, and never wait for any: there is at most one at each of the 256 places,
/// 12 MiB in all. Nearly all entries are a tenth of it.
const SMALL: u64 = 16 * 1024;
/// The bytes of all larger entries.
const ALL: usize = 52 * 1024 * 1024;
/// The bytes that one holder may have. An entry that is larger than that is the only one of its holder.
const SHARE: usize = 16 * 1024 * 1024;

/// Who has a share of the memory. So a club with many webhooks has no more than another, and those that may use the whole timeout have
/// one share together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    /// The webhooks of a club.
    Club(ClubId),
    /// All webhooks whose last attempt failed.
    Failing,
}

/// The memory, in bytes. Whoever came first has the next that is free, first of its holder's and then of all.
pub(super) struct Memory(Turns<Holder>);

/// Memory that is free again when this is dropped; none for a small entry.
#[derive(Default)]
pub(super) struct Held(Option<Turn>);

impl Default for Memory {
    fn default() -> Self {
        Self(Turns::new(ALL, SHARE))
    }
}

impl Memory {
    /// Waits for the memory that an entry needs until its event is made.
    pub(super) async fn take(&self, holder: Holder, entry: u64) -> Held {
        if entry <= SMALL {
            return Held::default();
        }
        let bytes = u32::try_from(entry.saturating_mul(Event::MADE_OF)).unwrap_or(u32::MAX);
        Held(Some(self.0.next_for(holder, bytes).await))
    }
}

impl Held {
    /// Gives back all but so many bytes.
    pub(super) fn shrink_to(&mut self, bytes: usize) {
        if let Some(turn) = &mut self.0 {
            turn.shrink_to(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use uuid::Uuid;

    use super::*;

    const MIB: u64 = 1024 * 1024;

    fn club(number: u128) -> Holder {
        Holder::Club(ClubId(Uuid::from_u128(number)))
    }

    /// Memory of an entry whose event is made, if there is any.
    fn made(memory: &Memory, holder: Holder, entry: u64) -> Option<Held> {
        let mut held = memory.take(holder, entry).now_or_never()?;
        held.shrink_to(usize::try_from(entry).unwrap());
        Some(held)
    }

    #[test]
    fn all_have_so_much_together_and_small_entries_do_not_wait() {
        let memory = Memory::default();
        let clubs = (0..20).filter_map(|number| made(&memory, club(number), 8 * MIB));
        let held: Vec<Held> = clubs.collect();
        // While the last was made it had three times as much.
        assert_eq!(held.len(), 4);
        assert!(made(&memory, club(20), 8 * MIB).is_none());
        assert!(made(&memory, club(20), SMALL).is_some());
        drop(held);
        assert!(made(&memory, club(20), 8 * MIB).is_some());
        // All of it is free again.
        assert!(memory.take(club(20), u64::MAX).now_or_never().is_some());
    }

    #[test]
    fn a_club_has_a_share_and_those_that_fail_have_one_together() {
        let memory = Memory::default();
        for holder in [club(1), Holder::Failing] {
            let large = made(&memory, holder, 8 * MIB).unwrap();
            assert!(made(&memory, holder, 8 * MIB).is_none());
            drop(large);
            let entries = (0..40).map_while(|_| made(&memory, holder, MIB));
            let held: Vec<Held> = entries.collect();
            assert_eq!(held.len(), 14);
            assert!(made(&memory, club(2), 8 * MIB).is_some());
        }
    }

    /// An entry that needs everything waits for all before it, and those after it wait for it.
    #[test]
    fn an_entry_that_needs_everything_is_not_overtaken() {
        let memory = Memory::default();
        let before = made(&memory, club(1), MIB).unwrap();
        let mut large = Box::pin(memory.take(club(2), u64::MAX));
        assert!((&mut large).now_or_never().is_none());
        assert!(made(&memory, club(3), MIB).is_none());
        drop(before);
        let large = large.now_or_never().unwrap();
        assert!(made(&memory, club(3), MIB).is_none());
        drop(large);
        assert!(made(&memory, club(3), MIB).is_some());
    }
}
