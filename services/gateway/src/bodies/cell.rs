//! Cells of a CSV for spreadsheets.

use serde::Serialize;

use super::points::Points;
use super::seats::Player;
use names::is_invisible;

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

/// A text of which no part is a formula to a spreadsheet, whether that separates cells by commas, semicolons or tabs and honours quotes
/// or does not: what could begin a cell and a formula gets an apostrophe before it. What has such apostrophes already gets one more, so
/// that [`unguarded`] gives back the very text.
pub(super) fn text(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len());
    for part in text.split_inclusive(SEPARATORS) {
        if is_risky(part) {
            guarded.push('\'');
        }
        guarded.push_str(part);
    }
    guarded
}

/// The text that [`text`] made this one of; none if it needed no apostrophe.
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

pub(super) fn number(Points(half_points): Points) -> String {
    // Below 2^53 half points (the ledger holds no more) halving is exact.
    (half_points as f64 / 2.0).to_string()
}

pub(super) fn maybe(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A word as it is in JSON.
pub(super) fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests;
