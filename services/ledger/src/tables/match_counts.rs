//! What says how much a match counts for.

use super::parse_enum;
use crate::Result;
use crate::error::integer;
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Integer, Nullable, Text};
use evidence::Counts;

/// What says how much a match counts for: columns of a statement that reads matches.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub(crate) struct MatchCounts {
    #[diesel(sql_type = Bool)]
    is_void: bool,
    #[diesel(sql_type = Integer)]
    next_number: i32,
    #[diesel(sql_type = Nullable<Text>)]
    ending: Option<String>,
}

impl MatchCounts {
    /// What the match counts for.
    pub(crate) fn counts(&self) -> Result<Counts> {
        let hands = integer(self.next_number.saturating_sub(1), "hand number")?;
        let ending = self.ending.as_deref();
        let ending = ending.map(|word| parse_enum(word, "ending")).transpose()?;
        Ok(Counts::of(self.is_void, hands, ending))
    }
}
