//! Text whose cells are separated by commas, semicolons or tabs, with the quotes of RFC 4180.

use super::row::{MOST_LINES, Row, refused};
use crate::bodies::import::Separator;
use crate::problem::Problem;

impl Separator {
    const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    const fn sign(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// The rows that are not blank, each with the line in which it begins, and spaces taken off its cells; and what separates them.
///
/// # Errors
///
/// A first line `sep=…` names another separator.
pub(super) fn rows(text: &str) -> Result<(Vec<Row>, Separator), Problem> {
    // Some spreadsheets end lines in other ways.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (stated, text) = stated(&text)?;
    let separator = stated.unwrap_or_else(|| separator(text));
    let reader = csv::ReaderBuilder::new()
        .delimiter(separator.sign())
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    // Reading from memory fails for nothing but text that is no UTF-8, and this is a `str`.
    let records = reader.into_records().filter_map(Result::ok);
    let row = |record: csv::StringRecord| {
        let position = record.position()?;
        // Blank lines before a record are counted as its own.
        let start = usize::try_from(position.byte()).ok()?;
        let blank = text.get(start..)?.bytes().take_while(|byte| *byte == b'\n');
        let number = position.line() + u64::try_from(blank.count()).ok()?;
        let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
        let is_blank = cells.iter().all(String::is_empty);
        (!is_blank).then_some((number, cells))
    };
    // Of lines that are too many, only the number is told.
    let kept = |(place, (number, cells)): (usize, Row)| match place <= MOST_LINES {
        true => (number, cells),
        false => (number, Vec::new()),
    };
    let rows = records.filter_map(row).enumerate().map(kept);
    Ok((rows.collect(), separator))
}

/// What a first line `sep=;` states, as Excel understands it; and the text after it, of which what is left of that line is blank, so that lines keep
/// their numbers.
fn stated(text: &str) -> Result<(Option<Separator>, &str), Problem> {
    let (first, after) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let said = first.trim_matches([' ', '"']).to_ascii_lowercase();
    let Some(said) = said.strip_prefix("sep=") else {
        return Ok((None, text));
    };
    let mut all = Separator::ALL.into_iter();
    let separator = all.find(|separator| said.bytes().eq([separator.sign()]));
    match separator {
        Some(_) => Ok((separator, after)),
        None => Err(refused(
            "Line 1 states a separator, `sep=`, and it is no comma, semicolon or tab.",
        )),
    }
}

/// What separates the cells of the first line that is not blank. Where a comma divides fractions, spreadsheets separate cells by semicolons.
fn separator(text: &str) -> Separator {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default().as_bytes();
    let count = |separator: &Separator| {
        first
            .iter()
            .filter(|sign| **sign == separator.sign())
            .count()
    };
    let [comma, others @ ..] = Separator::ALL;
    let more = |most: Separator, other: Separator| match count(&other) > count(&most) {
        true => other,
        false => most,
    };
    others.into_iter().fold(comma, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_lines_are_kept_and_of_more_only_the_number() {
        let read = |lines: usize| rows(&format!("a,b\n{}", "1,2\n".repeat(lines))).unwrap().0;
        let whole = read(MOST_LINES);
        assert!(whole.iter().all(|(_, cells)| cells.len() == 2));
        let more = read(MOST_LINES + 1);
        assert_eq!(more.len(), MOST_LINES + 2);
        assert!(more.last().unwrap().1.is_empty());
    }
}
