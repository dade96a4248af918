//! Somebody else drew meanwhile.

use crate::{Error, Result};

/// Refuses a draw that is not the one that was meant. `next` is read before the club is locked; a draw is entered only if, under the lock, it
/// is still so.
pub(super) fn refuse_stale(meant: Option<u32>, next: u32) -> Result<()> {
    match meant {
        Some(meant) if meant != next => Err(Error::RoundsStale { meant, next }),
        Some(_) | None => Ok(()),
    }
}
