//! The score sheet as CSV, for spreadsheets.

use std::collections::HashMap;

use ledger::PlayerId;
use ledger::evidence::{Chair, Wind};

use super::{Line, LineSeat, LineWinner, Rounds};
use crate::bodies::cell::{BYTE_ORDER_MARK, Cell, name};
use crate::bodies::headings::Headings;

/// The columns before and after those of the four chairs.
const BEFORE: [&str; 8] = [
    "round_wind",
    "label",
    "number",
    "result",
    "won_by",
    "from_chair",
    "dealer",
    "extra",
];
const OF_CHAIR: [&str; 4] = ["player", "seat_wind", "points", "total_points"];
const AFTER: [&str; 7] = [
    "house_points",
    "winners",
    "fan",
    "patterns",
    "corrected",
    "reason",
    "id",
];

/// Stands between what several winners have in one cell.
const SEPARATOR: &str = "; ";

impl Rounds {
    /// The sheet as CSV: a line for each hand and for what happened between two, after one with the names of the columns.
    pub(crate) fn csv(&self, headings: Headings) -> Result<Vec<u8>, csv::Error> {
        let mut bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(&mut bytes);
        let columns = columns().into_iter();
        writer.write_record(columns.map(|column| headings.of(&column)))?;
        let names = self.standings.iter();
        let names: HashMap<PlayerId, &str> = names
            .map(|standing| (standing.player.id, name(&standing.player)))
            .collect();
        for round in &self.rounds {
            for line in &round.hands {
                let cells = cells(round.round_wind, line, &names);
                writer.write_record(cells.iter().map(Cell::csv))?;
            }
        }
        writer.flush()?;
        drop(writer);
        Ok(bytes)
    }
}

pub(super) fn columns() -> Vec<String> {
    let of_chair = |chair: u8| OF_CHAIR.map(|column| format!("chair_{chair}_{column}"));
    let chairs = (1..=4).flat_map(of_chair);
    let before = BEFORE.map(str::to_owned).into_iter();
    before
        .chain(chairs)
        .chain(AFTER.map(str::to_owned))
        .collect()
}

pub(super) fn cells(round_wind: Wind, line: &Line, names: &HashMap<PlayerId, &str>) -> Vec<Cell> {
    let chair = |chair: Chair| Cell::from(u32::from(chair.number()));
    let mut cells = vec![
        Cell::word(round_wind),
        label(&line.label),
        line.number.into(),
        Cell::word(line.result),
        line.won_by.map(Cell::word).into(),
        line.from_chair.map(chair).into(),
        chair(line.dealer),
        line.extra.into(),
    ];
    let seat = |seat: &LineSeat| {
        [
            Cell::text(names.get(&seat.player).copied().unwrap_or_default()),
            Cell::word(seat.seat_wind),
            seat.points.into(),
            seat.total_points.into(),
        ]
    };
    cells.extend(line.seats.iter().flat_map(seat));
    let patterns = line.winners.iter().map(|winner| winner.patterns.join(" "));
    cells.extend([
        line.house_points.into(),
        of_winners(line, |winner| chair(winner.chair)),
        of_winners(line, |winner| match winner.limit {
            true => Cell::text("limit"),
            false => winner.fan.into(),
        }),
        Cell::text(patterns.collect::<Vec<_>>().join(SEPARATOR)),
        line.corrected.into(),
        Cell::text(line.reason.as_deref().unwrap_or_default()),
        Cell::written(line.id),
    ]);
    cells
}

/// What a score sheet calls a line: a number where it is that of a deal.
fn label(label: &str) -> Cell {
    let number = label.parse::<u32>();
    number.map_or_else(|_| Cell::text(label), Cell::from)
}

/// A cell of each winner; of several, their texts in one.
fn of_winners(line: &Line, cell: impl Fn(&LineWinner) -> Cell) -> Cell {
    match line.winners.as_slice() {
        [winner] => cell(winner),
        winners => {
            let cells: Vec<String> = winners.iter().map(|winner| cell(winner).csv()).collect();
            Cell::text(cells.join(SEPARATOR))
        }
    }
}
