//! What workbooks of Excel (`.xlsx`, ISO/IEC 29500) that are read and those that are written have in common.

use std::fmt::Write as _;

use time::Date;
use time::macros::date;

/// The media type of a workbook.
pub(crate) const MEDIA_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The day from which days are counted. Excel counts 29 February 1900, which was none: days before [`FIRST_DAY`] are other ones in other programs.
pub(crate) const DAY_ZERO: Date = date!(1899 - 12 - 30);
/// 1 March 1900, as it is counted.
pub(crate) const FIRST_DAY: i64 = 61;

/// How many bytes stand for a character that XML cannot contain: `_x000D_`.
const LENGTH: usize = 7;

/// A text with `_xHHHH_` (ISO/IEC 29500-1, 22.9.2.19) in place of what XML cannot contain or would change, and of what looks like that itself. NUL is
/// read by no program, and in no text here.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for (at, sign) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        if is_impossible(sign) || sign == '_' && has_number(rest) {
            // Writing to a `String` never fails.
            _ = write!(written, "_x{:04X}_", u32::from(sign));
        } else {
            written.push(sign);
        }
    }
    written
}

/// The text that was [`escaped`].
pub(crate) fn unescaped(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('_') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let (sign, length) = sign(from).map_or(('_', 1), |sign| (sign, LENGTH));
        text.push(sign);
        rest = from.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// Whether XML 1.0 cannot contain a character, or a reader would take it for a line feed.
fn is_impossible(sign: char) -> bool {
    matches!(sign, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a text begins as `_xHHHH_` does, whatever follows.
fn has_number(text: &str) -> bool {
    let digits = text
        .strip_prefix("_x")
        .or_else(|| text.strip_prefix("_X"))
        .and_then(|digits| digits.as_bytes().get(..4));
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// The character for which the beginning of a text stands.
fn sign(text: &str) -> Option<char> {
    let digits = text.strip_prefix("_x")?.get(..4)?;
    let is_whole = has_number(text) && text.as_bytes().get(LENGTH - 1) == Some(&b'_');
    let number = is_whole.then(|| u32::from_str_radix(digits, 16).ok());
    number
        .flatten()
        .and_then(char::from_u32)
        .filter(|sign| *sign != '\0')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_xml_cannot_contain_has_a_number() {
        for (text, expected) in [
            ("", ""),
            ("陳大文\tA\nB", "陳大文\tA\nB"),
            ("A\r\u{1}", "A_x000D__x0001_"),
            ("\u{fffe}\u{ffff}", "_xFFFE__xFFFF_"),
            ("_x0041_", "_x005F_x0041_"),
            ("_x0041\u{1f}", "_x005F_x0041_x001F_"),
            ("_x41_ a_b __", "_x41_ a_b __"),
        ] {
            assert_eq!(escaped(text), expected);
            assert_eq!(unescaped(expected), text);
        }
        // A half of a pair stands for nothing, and no text has a NUL.
        for same in ["_xD83D_", "_x0000_", "_x000g_", "_x0041", "_x00é_"] {
            assert_eq!(unescaped(same), same);
        }
        assert_eq!(unescaped("_x000d_"), "\r");
    }

    proptest! {
        #[test]
        fn the_very_text_comes_back(text in "([_xX0-9a-fA-F]|[\u{1}-\u{20}\u{fffd}-\u{ffff}]|\\PC){0,24}") {
            let written = escaped(&text);
            prop_assert!(!written.contains(is_impossible));
            prop_assert_eq!(unescaped(&written), text);
        }
    }
}
