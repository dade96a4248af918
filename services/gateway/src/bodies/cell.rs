//! Cells of tables for spreadsheets.

use std::fmt::Display;

use names::is_invisible;
use serde::Serialize;
use time::Date;

use super::points::Points;
use super::seats::Player;

/// What a cell of a table holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Blank,
    Text(String),
    /// No whole number beyond 2^53 is in a table: the ledger holds none.
    Number(f64),
    Boolean(bool),
    Day(Date),
}

/// Spreadsheets take a file for UTF-8 if it begins with this.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Stands where the name of an erased player would.
const ERASED: &str = "(erased)";
/// Stands where a name would that is not known.
const UNKNOWN: &str = "(unknown)";

/// How a text begins that spreadsheets take for a formula; some do so with the wide signs of East Asian keyboards too.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Where some program may end a cell, whatever it makes of quotes.
const SEPARATORS: [char; 5] = [',', ';', '\t', '\r', '\n'];

impl Cell {
    /// A text; blank if it is empty.
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        match text.is_empty() {
            true => Self::Blank,
            false => Self::Text(text),
        }
    }

    /// An id or a moment, as it is written in JSON.
    pub(super) fn written(value: impl Display) -> Self {
        Self::Text(value.to_string())
    }

    /// A word as it is in JSON.
    pub(super) fn word(value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or_default();
        Self::text(value.as_str().unwrap_or_default())
    }

    /// The cell in a CSV, where a text is guarded: a CSV does not say what is text and what is a formula.
    pub(crate) fn csv(&self) -> String {
        match self {
            Self::Blank => String::new(),
            Self::Text(text) => guarded(text),
            Self::Number(number) => number.to_string(),
            Self::Boolean(boolean) => boolean.to_string(),
            Self::Day(day) => day.to_string(),
        }
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Points> for Cell {
    fn from(Points(half_points): Points) -> Self {
        // Below 2^53 half points (the ledger holds no more) halving is exact.
        Self::Number(half_points as f64 / 2.0)
    }
}

impl From<bool> for Cell {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Blank, T::into)
    }
}

/// A text of which no part is a formula to a spreadsheet, whether that separates cells by commas, semicolons or tabs and honours quotes
/// or does not: what could begin a cell and a formula gets an apostrophe before it. What has such apostrophes already gets one more, so
/// that [`unguarded`] gives back the very text.
fn guarded(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len());
    for part in text.split_inclusive(SEPARATORS) {
        if is_risky(part) {
            guarded.push('\'');
        }
        guarded.push_str(part);
    }
    guarded
}

/// The text that [`guarded`] made this one of; none if it needed no apostrophe.
pub(crate) fn unguarded(guarded: &str) -> Option<String> {
    let parts = guarded.split_inclusive(SEPARATORS);
    let text: String = parts
        .map(|part| {
            let bare = part.strip_prefix('\'').filter(|bare| is_risky(bare));
            bare.unwrap_or(part)
        })
        .collect();
    (text != guarded).then_some(text)
}

/// Whether a part of a text, where it begins a cell, is a formula or was made none by apostrophes. What is not seen at its beginning, some
/// programs take off; and quotes vanish.
fn is_risky(part: &str) -> bool {
    let part = part.trim_start_matches('\'');
    let unseen = |c: char| c == '"' || is_invisible(c) && !SEPARATORS.contains(&c);
    part.trim_start_matches(unseen).starts_with(FORMULA)
}

/// What a player is called, or what stands there.
pub(super) fn name(player: &Player) -> &str {
    called(player.name.as_deref(), player.erased)
}

/// A name, or what stands there.
pub(super) fn called(name: Option<&str>, erased: bool) -> &str {
    let nobody = if erased { ERASED } else { UNKNOWN };
    name.unwrap_or(nobody)
}

#[cfg(test)]
mod tests;
