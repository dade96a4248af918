//! A worksheet of a workbook that is being written.

use quick_xml::escape::minimal_escape;
use time::Date;

use super::xml::{DECLARATION, MAIN};
use crate::bodies::cell::Cell;
use crate::xlsx::{DAY_ZERO, FIRST_DAY, escaped};

/// The styles of cells, by their places in the styles of the workbook.
const NAME: u8 = 1;
const DAY: u8 = 2;
const TEXT: u8 = 3;

/// The most a cell of Excel holds, in units of UTF-16.
const MOST_TEXT: usize = 32_767;
/// Stands where a text is cut off.
const CUT: char = '…';

/// The least width of a column, in digits: a day has ten, and the button of a filter takes three.
const LEAST_WIDTH: usize = 12;
/// How wide the button of a filter is, and what is left free beside it.
const BUTTON: usize = 4;

/// How far a worksheet is written.
#[derive(Debug)]
pub(super) struct Worksheet {
    /// The last row. That of the names is the first.
    row: u32,
    bytes: u64,
    columns: usize,
}

impl Worksheet {
    /// A worksheet of columns with these names, and what it begins with. The names stay where they are when somebody scrolls.
    pub(super) fn begin(columns: &[String]) -> (Self, String) {
        let widths = columns.iter().zip(1..).map(|(name, number)| {
            let width = width(name);
            format!("<col min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\"/>")
        });
        let cols: String = widths.collect();
        let begin = format!(
            "{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews><cols>{cols}</cols><sheetData>"
        );
        let mut worksheet = Self {
            row: 0,
            bytes: 0,
            columns: columns.len(),
        };
        let names = worksheet.row_of(columns.iter(), |at, name| text_cell(at, name, NAME));
        (worksheet, begin + &names)
    }

    /// The last row.
    pub(super) const fn row(&self) -> u32 {
        self.row
    }

    /// How long it is before compression, but for what comes before the rows.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next row.
    pub(super) fn write_row(&mut self, cells: &[Cell]) -> String {
        self.row_of(cells.iter(), cell)
    }

    /// What it ends with.
    pub(super) fn end(&self) -> String {
        format!(
            "</sheetData><autoFilter ref=\"{}\"/></worksheet>",
            self.range_of("")
        )
    }

    /// All its cells, in a form that stays what it is where it is copied to: `$A$1:$V$9`.
    pub(super) fn range(&self) -> String {
        self.range_of("$")
    }

    fn range_of(&self, sign: &str) -> String {
        let last = letters(self.columns.saturating_sub(1));
        format!("{sign}A{sign}1:{sign}{last}{sign}{}", self.row)
    }

    fn row_of<T>(
        &mut self,
        cells: impl Iterator<Item = T>,
        cell: impl Fn(&str, T) -> String,
    ) -> String {
        self.row = self.row.saturating_add(1);
        let row = self.row;
        let mut written = format!("<row r=\"{row}\">");
        for (column, value) in cells.enumerate() {
            written += &cell(&format!("{}{row}", letters(column)), value);
        }
        written += "</row>";
        self.bytes = self.bytes.saturating_add(written.len() as u64);
        written
    }
}

/// A cell at a place, which has a name such as `B12`. One that is blank is not there.
fn cell(at: &str, cell: &Cell) -> String {
    match cell {
        Cell::Blank => String::new(),
        Cell::Text(text) => text_cell(at, text, TEXT),
        Cell::Number(number) => format!("<c r=\"{at}\"><v>{number}</v></c>"),
        Cell::Boolean(boolean) => {
            format!("<c r=\"{at}\" t=\"b\"><v>{}</v></c>", u8::from(*boolean))
        }
        Cell::Day(day) => day_cell(at, *day),
    }
}

/// A text is in its cell: texts that cells share would all be in memory. It is never a formula, which would be another element.
fn text_cell(at: &str, text: &str, style: u8) -> String {
    let text = cut(text);
    let text = minimal_escape(escaped(&text));
    // Without it, some programs take spaces off.
    let space = match text.contains(char::is_whitespace) {
        true => " xml:space=\"preserve\"",
        false => "",
    };
    format!("<c r=\"{at}\" s=\"{style}\" t=\"inlineStr\"><is><t{space}>{text}</t></is></c>")
}

/// A day, which a worksheet counts; as text before days that all programs count alike.
fn day_cell(at: &str, day: Date) -> String {
    match (day - DAY_ZERO).whole_days() {
        number @ FIRST_DAY.. => format!("<c r=\"{at}\" s=\"{DAY}\"><v>{number}</v></c>"),
        _ => text_cell(at, &day.to_string(), TEXT),
    }
}

/// As much of a text as a cell holds.
fn cut(text: &str) -> String {
    if text.len() <= MOST_TEXT || text.encode_utf16().count() <= MOST_TEXT {
        return text.to_owned();
    }
    let mut left = MOST_TEXT - CUT.len_utf16();
    let fits = text.chars().take_while(|sign| {
        let rest = left.checked_sub(sign.len_utf16());
        left = rest.unwrap_or_default();
        rest.is_some()
    });
    let mut cut: String = fits.collect();
    cut.push(CUT);
    cut
}

/// How wide a column with a name is, in digits: a Chinese sign takes two.
fn width(name: &str) -> usize {
    let signs = name.chars().map(|sign| if sign.is_ascii() { 1 } else { 2 });
    LEAST_WIDTH.max(signs.sum::<usize>() + BUTTON)
}

/// What the column at a place is called: `A` to `Z`, then `AA`.
fn letters(place: usize) -> String {
    let mut name = String::new();
    let mut number = place + 1;
    while number > 0 {
        let letter = (number - 1) % 26;
        name.insert(0, char::from(b'A' + letter as u8));
        number = (number - 1) / 26;
    }
    name
}
