//! What spreadsheets make of cells.

use super::*;
use proptest::prelude::*;

#[test]
fn no_text_is_a_formula() {
    for (plain, expected) in [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("@A1", "'@A1"),
        ("＝1", "'＝1"),
        ("－1", "'－1"),
        ("\r=1", "'\r'=1"),
        ("Bo;=HYPERLINK(A1)", "Bo;'=HYPERLINK(A1)"),
        ("Bo, -1", "Bo,' -1"),
        ("Bo;\"=1", "Bo;'\"=1"),
        ("'=1", "''=1"),
    ] {
        assert_eq!(guarded(plain), expected);
        assert_eq!(unguarded(expected).as_deref(), Some(plain));
    }
    for plain in ["", "陳大文", "a=1", "1-1", "O'Brien", "Bo; Chun, 1"] {
        assert_eq!(guarded(plain), plain);
        assert_eq!(unguarded(plain), None);
    }
}

#[test]
fn amounts_are_numbers() {
    let numbers = [16, -5, 0, 1].map(|half_points| Cell::from(Points(half_points)).csv());
    assert_eq!(numbers, ["8", "-2.5", "0", "0.5"]);
}

#[test]
fn only_texts_are_guarded_in_a_csv() {
    for (cell, written) in [
        (Cell::text(""), ""),
        (Cell::text("-1"), "'-1"),
        (Cell::from(-1_i64), "-1"),
        (Cell::from(9_007_199_254_740_992_u64), "9007199254740992"),
        (Cell::from(25.0 / 3.0), "8.333333333333334"),
        (Cell::from(true), "true"),
        (Cell::from(None::<u32>), ""),
        (Cell::Day(time::macros::date!(1900 - 01 - 02)), "1900-01-02"),
    ] {
        assert_eq!(cell.csv(), written);
    }
}

/// Texts of what is significant to spreadsheets and little else.
fn texts() -> impl Strategy<Value = String> {
    let signs = "=+-@\t\r\n;,\"' \u{a0}\u{feff}＝＋－＠a1";
    let signs: Vec<char> = signs.chars().collect();
    let text = prop::collection::vec(prop::sample::select(signs), 0..12);
    text.prop_map(String::from_iter)
}

/// Whether a cell is one of the numbers that stand beside the texts.
fn is_our_number(cell: &str) -> bool {
    cell == "-12"
}

fn refuse_formula(cell: &str, csv: &str) -> Result<(), TestCaseError> {
    // A quote of ours after a text that ends with a line break may seem to open a cell with the end of our own line: what follows counts.
    let begins = cell.strip_prefix("\r\n").unwrap_or(cell);
    let is_formula = begins.starts_with(FORMULA) && !is_our_number(cell);
    prop_assert!(!is_formula, "{cell:?} of {csv:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever a program separates cells by, and whether it honours quotes or not. As in all our files, no line begins with an amount.
    #[test]
    fn no_cell_begins_a_formula_in_any_program(one in texts(), other in texts()) {
        let mut bytes = Vec::new();
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut bytes);
        writer.write_record(["east", &*guarded(&one), "-12", &*guarded(&other)]).unwrap();
        writer.write_record(["east", "-12", &*guarded(&other), &*guarded(&one)]).unwrap();
        drop(writer);
        let csv = String::from_utf8(bytes).unwrap();
        for separator in [',', ';', '\t'] {
            let mut reader = csv::ReaderBuilder::new();
            let reader = reader.delimiter(separator as u8).has_headers(false).flexible(true);
            for record in reader.from_reader(csv.as_bytes()).records() {
                for cell in &record.unwrap() {
                    refuse_formula(cell, &csv)?;
                }
            }
            for line in csv.split(['\r', '\n']) {
                for cell in line.split(separator) {
                    refuse_formula(cell, &csv)?;
                }
            }
        }
    }

    #[test]
    fn the_very_text_comes_back(written in texts()) {
        let guarded = guarded(&written);
        prop_assert_eq!(unguarded(&guarded).unwrap_or(guarded), written);
    }
}

#[test]
fn no_formula_hides_behind_what_is_not_seen() {
    for unseen in [
        '\u{200b}', '\u{61c}', '\u{180e}', '\u{3164}', '\u{115f}', '\u{1160}', '\u{ffa0}',
    ] {
        let formula = format!("{unseen}=1+1");
        let guarded = guarded(&formula);
        assert_eq!(guarded, format!("'{formula}"));
        assert_eq!(unguarded(&guarded), Some(formula));
    }
}
