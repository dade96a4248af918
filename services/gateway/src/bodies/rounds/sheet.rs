//! The score sheet as CSV, for spreadsheets.

use std::collections::HashMap;

use ledger::PlayerId;
use ledger::evidence::Wind;

use super::{Line, LineSeat, LineWinner, Rounds};
use crate::bodies::cell::{self, BYTE_ORDER_MARK, maybe, number, text, word};
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
            .map(|standing| (standing.player.id, cell::name(&standing.player)))
            .collect();
        for round in &self.rounds {
            for line in &round.hands {
                writer.write_record(cells(round.round_wind, line, &names))?;
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

pub(super) fn cells(round_wind: Wind, line: &Line, names: &HashMap<PlayerId, &str>) -> Vec<String> {
    let mut cells = vec![
        word(round_wind),
        text(&line.label),
        maybe(line.number),
        word(line.result),
        line.won_by.map(word).unwrap_or_default(),
        maybe(line.from_chair.map(|chair| chair.number())),
        line.dealer.number().to_string(),
        line.extra.to_string(),
    ];
    let seat = |seat: &LineSeat| {
        [
            text(names.get(&seat.player).copied().unwrap_or_default()),
            word(seat.seat_wind),
            number(seat.points),
            number(seat.total_points),
        ]
    };
    cells.extend(line.seats.iter().flat_map(seat));
    let each = |of: fn(&LineWinner) -> String| {
        let winners = line.winners.iter().map(of);
        winners.collect::<Vec<_>>().join("; ")
    };
    cells.extend([
        line.house_points.map(number).unwrap_or_default(),
        each(|winner| winner.chair.number().to_string()),
        each(|winner| match winner.limit {
            true => "limit".to_owned(),
            false => winner.fan.to_string(),
        }),
        text(&each(|winner| winner.patterns.join(" "))),
        line.corrected.to_string(),
        text(line.reason.as_deref().unwrap_or_default()),
        line.id.to_string(),
    ]);
    cells
}
