//! The cells of a worksheet as text.

use std::collections::BTreeMap;

use time::macros::date;
use time::{Date, Duration};

use super::damage::damaged;
use super::xml::{Element, Part, Piece};
use crate::import::row::{MOST_COLUMNS, MOST_LINES, MOST_TEXT, Row, refused};
use crate::problem::Problem;
use crate::xlsx::{DAY_ZERO, FIRST_DAY};

/// The most cells that hold something.
const MOST_CELLS: usize = (MOST_LINES + 1) * MOST_COLUMNS;

/// What values of cells mean.
pub(super) struct Values<'a> {
    pub(super) strings: &'a [String],
    /// Which styles show a number as a day.
    pub(super) dates: &'a [bool],
    pub(super) counts_from_1904: bool,
}

/// The cells that were read.
#[derive(Default)]
struct Cells {
    rows: BTreeMap<u64, Vec<String>>,
    count: usize,
    text: usize,
}

/// Where a cell is.
#[derive(Clone, Copy)]
struct Place {
    row: u64,
    /// Counted from 0.
    column: usize,
}

/// The rows that are not blank, each with its number, and spaces taken off its cells.
pub(super) fn rows(text: &str, values: &Values<'_>) -> Result<Vec<Row>, Problem> {
    let mut part = Part::of(text);
    let mut cells = Cells::default();
    let mut next = Place { row: 0, column: 0 };
    loop {
        match part.expected()? {
            Piece::Start(element) => match element.name() {
                "row" => {
                    let stated = element.attribute("r");
                    let stated = stated.and_then(|number| number.parse().ok());
                    next.row = stated.unwrap_or_else(|| next.row.saturating_add(1));
                    next.column = 0;
                }
                "c" => {
                    let place = match element.attribute("r") {
                        Some(name) => place(&name).ok_or_else(damaged)?,
                        None => next,
                    };
                    next.column = place.column.saturating_add(1);
                    let value = value(&mut part, &element, values)?;
                    cells.add(place, &value)?;
                }
                _ => {}
            },
            Piece::End(name) if name == "sheetData" => break,
            Piece::End(_) | Piece::Text(_) => {}
        }
    }
    Ok(cells.rows.into_iter().collect())
}

impl Cells {
    fn add(&mut self, place: Place, value: &str) -> Result<(), Problem> {
        // Before spaces are taken off: they are copied as well.
        self.text += value.len();
        if self.text > MOST_TEXT {
            let most = MOST_TEXT / 1024;
            return Err(refused(format!(
                "The first worksheet has more than {most} KiB of text."
            )));
        }
        let value = value.trim();
        if value.is_empty() {
            return Ok(());
        }
        self.count += 1;
        let row = self.rows.entry(place.row).or_default();
        // Where the columns are named, one more is refused; in other rows, what stands under no name.
        let column = place.column.min(MOST_COLUMNS);
        if row.len() <= column {
            row.resize(column + 1, String::new());
        }
        if let Some(cell) = row.get_mut(column) {
            // A line within a cell is no line of the sheet.
            *cell = value.split(['\r', '\n']).collect::<Vec<_>>().join(" ");
        }
        if self.rows.len() > MOST_LINES + 1 || self.count > MOST_CELLS {
            return Err(refused(format!(
                "The first worksheet has more than {MOST_LINES} lines after the one that names the columns, or more than {MOST_COLUMNS} columns; 1–{MOST_LINES} lines are imported at once."
            )));
        }
        Ok(())
    }
}

/// Where a cell is that is called so: `B12`.
fn place(name: &str) -> Option<Place> {
    let letters = name.find(|sign: char| !sign.is_ascii_alphabetic())?;
    let (letters, row) = name.split_at(letters);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let letter = usize::from(letter.to_ascii_uppercase() - b'A' + 1);
        column.checked_mul(26)?.checked_add(letter)
    });
    Some(Place {
        row: row.parse().ok()?,
        column: column?.checked_sub(1)?,
    })
}

/// What a cell holds, up to its end; of a formula, what it came to.
fn value(part: &mut Part<'_>, cell: &Element<'_>, values: &Values<'_>) -> Result<String, Problem> {
    let (mut stated, mut inline) = (String::new(), String::new());
    let mut in_value = false;
    loop {
        match part.expected()? {
            Piece::Start(element) => match element.name() {
                "v" => in_value = true,
                "is" => inline = part.text_until("is")?,
                _ => {}
            },
            Piece::End(name) => match name.as_str() {
                "v" => in_value = false,
                "c" => break,
                _ => {}
            },
            Piece::Text(text) if in_value => stated.push_str(&text),
            Piece::Text(_) => {}
        }
    }
    let kind = cell.attribute("t");
    Ok(match kind.as_deref() {
        Some("inlineStr") => inline,
        Some("s") => {
            let shared = stated.trim().parse::<usize>().ok();
            let shared = shared.and_then(|place| values.strings.get(place));
            shared.ok_or_else(damaged)?.clone()
        }
        Some("b") if stated == "1" => "true".to_owned(),
        Some("b") if stated == "0" => "false".to_owned(),
        // A day in ISO 8601, which may have a time.
        Some("d") => stated.split('T').next().unwrap_or_default().to_owned(),
        Some("n") | None => number(&stated, cell, values),
        Some(_) => stated,
    })
}

/// A number as a spreadsheet shows it: a whole one without fraction, and a day as `2026-11-21`.
fn number(stated: &str, cell: &Element<'_>, values: &Values<'_>) -> String {
    let Ok(number) = stated.trim().parse::<f64>() else {
        return stated.to_owned();
    };
    let style = cell.attribute("s").and_then(|style| style.parse().ok());
    let style: usize = style.unwrap_or_default();
    let is_day = values.dates.get(style).copied().unwrap_or_default();
    let day = is_day.then(|| day(number, values.counts_from_1904));
    match day.flatten() {
        Some(day) => day.to_string(),
        // `f64` writes a whole number without a point.
        None => number.to_string(),
    }
}

/// The day of a number: how many have passed, with the time as a fraction.
fn day(number: f64, counts_from_1904: bool) -> Option<Date> {
    let zero = match counts_from_1904 {
        true => date!(1904 - 01 - 01),
        false => DAY_ZERO,
    };
    // Up to the year 9999; whatever is no number is in no range.
    if !(FIRST_DAY as f64..2_958_466.0).contains(&number) {
        return None;
    }
    zero.checked_add(Duration::days(number as i64))
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_worksheet_is_read_or_refused(text in "(<row>|<row r=\"[0-9]{1,3}\">|</row>|<c>|<c t=\"[snbd]\" s=\"[0-3]\">|<c r=\"[A-Z]{1,3}[0-9]{1,3}\">|</c>|<v>|</v>|<is><t>|</t></is>|&lt;|&#x[0-9a-f]{1,6};|[0-9.e-]{1,9}|</sheetData>){0,60}") {
            let values = Values {
                strings: &["x".to_owned()],
                dates: &[false, true],
                counts_from_1904: false,
            };
            match rows(&text, &values) {
                Ok(rows) => prop_assert!(rows.iter().all(|(_, cells)| cells.len() <= MOST_COLUMNS + 1)),
                Err(problem) => prop_assert!(problem.status_code().is_client_error()),
            }
        }
    }

    #[test]
    fn days_are_counted_as_excel_does() {
        assert_eq!(day(45_901.0, false), Some(date!(2025 - 09 - 01)));
        assert_eq!(day(44_439.75, true), Some(date!(2025 - 09 - 01)));
        for none in [0.5, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(day(none, false), None);
        }
    }

    #[test]
    fn cells_are_where_their_names_say() {
        let at = |name| place(name).map(|place| (place.row, place.column));
        assert_eq!(at("A1"), Some((1, 0)));
        assert_eq!(at("aa12"), Some((12, 26)));
        for none in [
            "",
            "A",
            "12",
            "A-1",
            "A99999999999999999999",
            &"Z".repeat(40),
        ] {
            assert_eq!(at(none), None, "{none}");
        }
    }
}
