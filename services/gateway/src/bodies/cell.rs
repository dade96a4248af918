//! Cells of a CSV for spreadsheets.

use serde::Serialize;

use super::points::Points;
use super::seats::Player;

/// Spreadsheets take a file for UTF-8 if it begins with this.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Stands where the name of an erased player would.
const ERASED: &str = "(erased)";
/// Stands where a name would that is not known.
const UNKNOWN: &str = "(unknown)";

/// How a text begins that spreadsheets take for a formula; some do so with the wide signs of East Asian keyboards too.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A text that no spreadsheet takes for a formula.
pub(super) fn text(text: &str) -> String {
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
