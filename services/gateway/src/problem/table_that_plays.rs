//! A table of an earlier round, as a problem names it.

use ledger::{MatchId, PlayingTable};
use serde::Serialize;
use utoipa::ToSchema;

/// A table that still plays.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TableThatPlays {
    /// The number of its round.
    #[schema(minimum = 1, maximum = 64)]
    round: u32,
    /// Its number in the round.
    #[schema(minimum = 1)]
    table: usize,
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
}

impl From<PlayingTable> for TableThatPlays {
    fn from(table: PlayingTable) -> Self {
        let PlayingTable {
            round,
            table,
            match_id,
        } = table;
        Self {
            round,
            table,
            match_id,
        }
    }
}
