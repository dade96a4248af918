//! The tables of a round, as their matches stand.

use crate::{MatchId, PlayerId};
use serde::Serialize;
use std::collections::HashMap;

mahjong::string_enum! {
    /// Whether the match of a table goes on. `playing`: it does. `over`: it is over, and counts. `void`: it was declared void.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum TableState {
        /// It goes on.
        Playing = "playing",
        /// It is over, and counts.
        Over = "over",
        /// It was declared void.
        Void = "void",
    }
}

/// A match of a round, as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableNow {
    /// Whether it goes on.
    pub state: TableState,
    /// Who sits there: others than were drawn after a substitution.
    pub seated: [PlayerId; 4],
}

/// The matches of the rounds of an evening or a tournament, as they stand: its own entries do not tell that.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TablesNow(pub(crate) HashMap<MatchId, TableNow>);

/// A table that still plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TableThatPlays))]
pub struct PlayingTable {
    /// The number of its round.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub round: u32,
    /// Its number in the round.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub table: usize,
    /// Its match.
    #[serde(rename = "match")]
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub match_id: MatchId,
}

impl TablesNow {
    /// Whether a match goes on; none of a match that is of no round, or of one that does not count.
    pub fn state(&self, match_id: MatchId) -> Option<TableState> {
        self.0.get(&match_id).map(|table| table.state)
    }

    /// Who has to play yet at a table to which they were drawn, and is gone. `match_id`: none before the match is opened.
    pub fn missing(
        &self,
        drawn: &[PlayerId; 4],
        match_id: Option<MatchId>,
        is_gone: impl Fn(PlayerId) -> bool,
    ) -> Vec<PlayerId> {
        let has_to_play = |player: PlayerId| {
            let Some(match_id) = match_id else {
                return true;
            };
            let now = self.0.get(&match_id);
            now.is_some_and(|now| now.state == TableState::Playing && now.seated.contains(&player))
        };
        let missing = drawn.iter().copied();
        let missing = missing.filter(|player| has_to_play(*player) && is_gone(*player));
        missing.collect()
    }

    /// The tables of some rounds of which the matches go on: each round with its number and its matches, table by table.
    pub(crate) fn playing<'a>(
        &self,
        rounds: impl IntoIterator<Item = (u32, &'a [MatchId])>,
    ) -> Vec<PlayingTable> {
        let tables = rounds.into_iter().flat_map(|(round, matches)| {
            (1..)
                .zip(matches)
                .map(move |(table, match_id)| PlayingTable {
                    round,
                    table,
                    match_id: *match_id,
                })
        });
        let playing =
            tables.filter(|table| self.state(table.match_id) == Some(TableState::Playing));
        playing.collect()
    }
}
