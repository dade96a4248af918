//! What an operation states beside its handler, in addition to what the handler's description and arguments say.

use crate::problem::Code;
use crate::request_limit::Cost;

pub(crate) mod refusals;

/// What an operation costs, writes and refuses: a constant beside the handler, named as the handler is. `routes!` takes it along, so that no handler
/// without one compiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation {
    /// What a request to it takes of a share.
    pub(crate) cost: Cost,
    /// The kinds of entry that it may write into the ledger; none for operations that write no entry.
    pub(crate) entries: &'static [&'static str],
    /// The codes with which it may refuse, in addition to those of every request that is like its own.
    codes: &'static [&'static [Code]],
}

impl Operation {
    /// One that writes no entry, and refuses nothing of its own.
    pub(crate) const fn costs(cost: Cost) -> Self {
        Self {
            cost,
            entries: &[],
            codes: &[],
        }
    }

    /// The same, but it may write entries of these kinds.
    pub(crate) const fn writes(self, entries: &'static [&'static str]) -> Self {
        Self { entries, ..self }
    }

    /// The codes that it states.
    pub(crate) fn codes(&self) -> impl Iterator<Item = Code> + use<> {
        self.codes.iter().copied().flatten().copied()
    }

    /// The same, but it may refuse with these codes.
    pub(crate) const fn refuses(self, codes: &'static [&'static [Code]]) -> Self {
        Self { codes, ..self }
    }
}
