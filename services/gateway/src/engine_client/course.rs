//! What the engine answers: variants that it knows, and outcomes that it worked out.

use ledger::Hash;
use ledger::evidence::{MatchState, OutcomeResult};

/// A variant as the engine knows it.
pub(crate) struct KnownVariant {
    /// Its id, a label.
    pub(crate) id: String,
    /// The content hash of its document.
    pub(crate) hash: Hash,
    /// The document, canonical JSON.
    pub(crate) document: Vec<u8>,
    /// Whether amounts can be half a point.
    pub(crate) pays_half_points: bool,
    /// The points that each player starts a match with, unless the table says otherwise.
    pub(crate) starting_points: u32,
}

/// An outcome, worked out by the engine.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) result: OutcomeResult,
    pub(crate) state_after: MatchState,
}

/// Outcomes, worked out one after another.
#[derive(Clone)]
pub(crate) struct Course {
    /// Each of them.
    pub(crate) played: Vec<Played>,
    /// Where the match stands after all of them.
    pub(crate) state: MatchState,
    /// The number of the rules' meaning they were worked out with.
    pub(crate) semantics: u32,
}
