//! Which variants are retired.

use super::{Club, VARIANT};
use crate::entry_error::{EntryError, ensure};
use evidence::Hash;

impl Club {
    pub(super) fn retire(&mut self, variant: Hash, seq: u64) -> Result<(), EntryError> {
        let previous = self.retired.insert(variant, seq);
        ensure(previous.is_none(), VARIANT)
    }

    pub(super) fn reinstate(&mut self, variant: Hash) -> Result<(), EntryError> {
        let retired = self.retired.remove(&variant);
        ensure(retired.is_some(), VARIANT)
    }
}
