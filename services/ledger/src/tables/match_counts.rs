//! What says how much a match counts for.

use crate::Result;
use crate::error::integer;
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Integer};
use evidence::Counts;

/// What says how much a match counts for: columns of a statement that reads matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub(crate) struct MatchCounts {
    #[diesel(sql_type = Bool)]
    is_void: bool,
    #[diesel(sql_type = Integer)]
    next_number: i32,
    #[diesel(sql_type = Bool)]
    is_over: bool,
}

impl MatchCounts {
    /// What the match counts for.
    pub(crate) fn counts(self) -> Result<Counts> {
        let hands = integer(self.next_number.saturating_sub(1), "hand number")?;
        Ok(Counts::of(self.is_void, hands, self.is_over))
    }
}
