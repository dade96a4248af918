//! Tables of rounds at which a match is played again.

use crate::match_cache::MatchCache;
use evidence::{MatchId, TablesReplayed};

/// Whether the matches that were played at the tables before, of these of the round, are void.
pub(crate) fn are_void(
    replayed: &TablesReplayed,
    before: &[MatchId],
    matches: &MatchCache,
) -> bool {
    replayed.places().all(|(_, place)| {
        let summary = before.get(place).and_then(|id| matches.summary(*id));
        summary.is_some_and(|summary| summary.void_seq.is_some())
    })
}
