//! What happened in many matches, a row each.

use std::collections::HashMap;

use ledger::evidence::Wind;
use ledger::{MatchId, MatchWithHistory, PlayerId};
use serde::Serialize;

use super::{Line, player, sheet};
use crate::bodies::cell::{Cell, name};
use crate::bodies::day::Day;
use crate::bodies::export::Row;
use crate::bodies::seats::Player;

/// The columns before those of the score sheet, which come before the ids of the four players.
const BEFORE: [&str; 4] = ["match", "played_on", "variant", "seq"];

/// The last column.
const VOID: &str = "void";

/// A hand, or what happened between two, as it is told now.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeRow {
    #[serde(rename = "match")]
    match_id: MatchId,
    played_on: Day,
    /// What the variant was called when it was chosen.
    variant: String,
    /// The entry that says this of it.
    seq: u64,
    round_wind: Wind,
    /// Who sat there, chair 1 first.
    players: Vec<Player>,
    #[serde(flatten)]
    line: Line,
    /// Whether the match is void: then nothing of it counts.
    void: bool,
}

impl OutcomeRow {
    /// Everything that stands in a history, in the order it happened.
    pub(crate) fn all(told: &MatchWithHistory) -> Vec<Self> {
        let row = |outcome| {
            let line = Line::new(&outcome, told);
            let now = &outcome.current.now;
            Self {
                match_id: told.view.id,
                played_on: Day(told.view.played_on),
                variant: told.view.variant_id.clone(),
                seq: now.said.seq,
                round_wind: now.result.deal.round_wind,
                players: line
                    .seats
                    .iter()
                    .map(|seat| player(told, seat.player))
                    .collect(),
                line,
                void: told.view.void.is_some(),
            }
        };
        told.history.course().into_iter().map(row).collect()
    }
}

impl Row for OutcomeRow {
    const KIND: &str = "outcome";

    fn columns() -> Vec<String> {
        let ids = (1..=4).map(|chair| format!("chair_{chair}_player_id"));
        let before = BEFORE.map(str::to_owned).into_iter();
        let columns = before.chain(sheet::columns()).chain(ids);
        columns.chain([VOID.to_owned()]).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        let players = self.players.iter();
        let names: HashMap<PlayerId, &str> = players
            .clone()
            .map(|player| (player.id, name(player)))
            .collect();
        let before = [
            Cell::written(self.match_id),
            Cell::Day(self.played_on.0),
            Cell::text(&self.variant),
            self.seq.into(),
        ];
        let ids = players.map(|player| Cell::written(player.id));
        let line = sheet::cells(self.round_wind, &self.line, &names);
        let cells = before.into_iter().chain(line).chain(ids);
        cells.chain([self.void.into()]).collect()
    }
}
