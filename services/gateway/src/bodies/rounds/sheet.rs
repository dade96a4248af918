//! The score sheet as CSV, for spreadsheets.

use std::collections::HashMap;

use ledger::PlayerId;
use serde::Serialize;

use super::{Line, LineSeat, LineWinner, Round, Rounds};
use crate::bodies::points::Points;

/// Spreadsheets take a file for UTF-8 if it begins with this.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Stands where the name of an erased player would.
const ERASED: &str = "(erased)";
/// Stands where a name would that is not known.
const UNKNOWN: &str = "(unknown)";

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
    pub(crate) fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(&mut bytes);
        writer.write_record(columns())?;
        let names = self.standings.iter();
        let names: HashMap<PlayerId, &str> = names
            .map(|standing| {
                let player = &standing.player;
                let nobody = if player.erased { ERASED } else { UNKNOWN };
                (player.id, player.name.as_deref().unwrap_or(nobody))
            })
            .collect();
        for round in &self.rounds {
            for line in &round.hands {
                writer.write_record(cells(round, line, &names))?;
            }
        }
        writer.flush()?;
        drop(writer);
        Ok(bytes)
    }
}

fn columns() -> Vec<String> {
    let of_chair = |chair: u8| OF_CHAIR.map(|column| format!("chair_{chair}_{column}"));
    let chairs = (1..=4).flat_map(of_chair);
    let before = BEFORE.map(str::to_owned).into_iter();
    before
        .chain(chairs)
        .chain(AFTER.map(str::to_owned))
        .collect()
}

fn cells(round: &Round, line: &Line, names: &HashMap<PlayerId, &str>) -> Vec<String> {
    let mut cells = vec![
        word(round.round_wind),
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

/// How a text begins that spreadsheets take for a formula; some do so with the wide signs of East Asian keyboards too.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A text that no spreadsheet takes for a formula.
fn text(text: &str) -> String {
    match text.starts_with(FORMULA) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// The text that was written with an apostrophe, so that nothing takes it for a formula; none if this one was not.
pub(crate) fn formula(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\'')?;
    text.starts_with(FORMULA).then_some(text)
}

fn number(Points(half_points): Points) -> String {
    // Below 2^53 half points (the ledger holds no more) halving is exact.
    (half_points as f64 / 2.0).to_string()
}

fn maybe(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A word as it is in JSON.
fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "＝1", "－1"] {
            assert_eq!(text(formula), format!("'{formula}"));
            assert_eq!(super::formula(&text(formula)), Some(formula));
        }
        for plain in ["", "陳大文", "'=1", "a=1", "1-1"] {
            assert_eq!(text(plain), plain);
        }
    }

    #[test]
    fn amounts_are_numbers() {
        let numbers = [16, -5, 0, 1].map(|half_points| number(Points(half_points)));
        assert_eq!(numbers, ["8", "-2.5", "0", "0.5"]);
    }
}
