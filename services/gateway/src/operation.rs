//! What an operation states beside its handler, in addition to what the handler's description and arguments say.

use crate::request_limit::Cost;

/// What an operation costs and writes: a constant beside the handler, named as the handler is. `routes!` takes it along, so that no handler
/// without one compiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation {
    /// What a request to it takes of a share.
    pub(crate) cost: Cost,
    /// The kinds of entry that it may write into the ledger; none for operations that write no entry.
    pub(crate) entries: &'static [&'static str],
}

impl Operation {
    /// One that writes no entry.
    pub(crate) const fn costs(cost: Cost) -> Self {
        Self { cost, entries: &[] }
    }

    /// The same, but it may write entries of these kinds.
    pub(crate) const fn writes(self, entries: &'static [&'static str]) -> Self {
        Self { entries, ..self }
    }
}
