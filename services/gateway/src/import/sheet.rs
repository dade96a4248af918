//! The rows of a spreadsheet as lines with named cells.

use std::collections::BTreeMap;

use super::column::{Column, Need, plain};
use super::row::{MOST_COLUMNS, MOST_LINES, refused};
use super::source::Source;
use crate::bodies::import::{ReadAs, SheetIssue};
use crate::problem::{Code, Problem};

/// The most characters of a cell: a name has 100 at most, and each is compared with those of its match.
const MOST_OF_CELL: usize = 400;

/// A sheet whose columns are known.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) lines: Vec<Line>,
    /// What is wrong with the columns, and then there are no lines; or with lines that are none.
    pub(super) doubts: Vec<SheetIssue>,
    pub(super) read_as: ReadAs,
}

/// A line that is not blank.
#[derive(Debug)]
pub(super) struct Line {
    /// Where it begins, counted from 1.
    pub(super) number: u64,
    cells: BTreeMap<Column, String>,
    /// Whether it has something where no column is.
    overflows: bool,
}

/// Something about a cell that keeps its line out.
fn doubt(
    line: u64,
    column: impl Into<String>,
    code: Code,
    detail: impl Into<String>,
) -> SheetIssue {
    SheetIssue::refused(line, Some(column.into()), code.as_str(), detail)
}

impl Sheet {
    pub(super) fn read(source: &Source) -> Result<Self, Problem> {
        let (rows, read_as) = source.rows()?;
        let mut rows = rows.into_iter();
        let Some((number, names)) = rows.next() else {
            return Err(refused("The sheet is empty."));
        };
        if !(1..=MOST_LINES).contains(&rows.len()) {
            let detail = format!(
                "The sheet has {} lines after the one that names the columns; 1–{MOST_LINES} are imported at once.",
                rows.len()
            );
            return Err(refused(detail));
        }
        if names.len() > MOST_COLUMNS {
            let detail = format!(
                "The first line of the sheet has {} cells; at most {MOST_COLUMNS} columns are read.",
                names.len()
            );
            return Err(refused(detail));
        }
        let (columns, mut doubts) = columns(number, &names, &read_as)?;
        if !doubts.is_empty() {
            return Ok(Self {
                lines: Vec::new(),
                doubts,
                read_as,
            });
        }
        let mut lines = Vec::new();
        for (number, cells) in rows {
            match unreadable(number, &cells) {
                Some(doubt) => doubts.push(doubt),
                None => lines.push(Line::of(number, cells, &columns)),
            }
        }
        Ok(Self {
            lines,
            doubts,
            read_as,
        })
    }
}

impl Line {
    fn of(number: u64, row: Vec<String>, columns: &[Option<Column>]) -> Self {
        let mut cells = BTreeMap::new();
        let mut overflows = false;
        for (place, cell) in row.into_iter().enumerate() {
            match columns.get(place).copied().flatten() {
                Some(column) => drop(cells.insert(column, cell)),
                None => overflows |= !cell.is_empty(),
            }
        }
        Self {
            number,
            cells,
            overflows,
        }
    }

    /// What stands in a column, without spaces around it.
    pub(super) fn cell(&self, column: Column) -> &str {
        self.cells.get(&column).map_or("", String::as_str)
    }

    /// The word that stands in a column, by its own name; none if it is none of those that the column knows.
    pub(super) fn word(&self, column: Column) -> Option<&'static str> {
        column.word(self.cell(column))
    }

    /// A number or a day as it stands in a column, with digits of the usual width.
    pub(super) fn figure(&self, column: Column) -> String {
        plain(self.cell(column))
    }

    /// What the column of limit hands says; none if nothing that can be understood.
    pub(super) fn is_limit(&self) -> Option<bool> {
        match self.word(Column::Limit) {
            None if self.cell(Column::Limit).is_empty() => Some(false),
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some(_) | None => None,
        }
    }

    /// Whether it says the same as another.
    pub(super) fn repeats(&self, other: &Self) -> bool {
        self.cells == other.cells
    }

    /// Something about a cell of it that keeps it out.
    pub(super) fn doubt(
        &self,
        column: Column,
        code: Code,
        detail: impl Into<String>,
    ) -> SheetIssue {
        doubt(self.number, column.name(), code, detail)
    }

    /// What is wrong with it whatever it says.
    pub(super) fn shape(&self) -> Option<SheetIssue> {
        let detail = "This line has a cell where the first line names no column. Take it out, or quote the cell before that has a separator in it.";
        self.overflows
            .then(|| SheetIssue::refused(self.number, None, Code::InvalidValue.as_str(), detail))
    }
}

/// What is wrong with a row that cannot be told apart into cells.
fn unreadable(number: u64, cells: &[String]) -> Option<SheetIssue> {
    let refused = |detail| {
        Some(SheetIssue::refused(
            number,
            None,
            Code::InvalidValue.as_str(),
            detail,
        ))
    };
    if cells.iter().any(|cell| cell.contains('\n')) {
        return refused("A cell of this line goes on in the next one: is a quote not closed?");
    }
    if cells.iter().any(|cell| cell.chars().count() > MOST_OF_CELL) {
        let detail = format!(
            "A cell of this line has more than {MOST_OF_CELL} characters. A name has at most 100."
        );
        return refused(&detail);
    }
    match cells {
        [only, rest @ ..]
            if rest.iter().all(String::is_empty) && only.matches([',', ';', '\t']).count() > 2 =>
        {
            refused(
                "This line is not separated as the first line is: use commas, semicolons or tabs in all of them.",
            )
        }
        _ => None,
    }
}

/// The columns in their order, none where nothing is named, and what is wrong with them.
fn columns(
    number: u64,
    names: &[String],
    read_as: &ReadAs,
) -> Result<(Vec<Option<Column>>, Vec<SheetIssue>), Problem> {
    let known = Column::ALL.iter();
    let known: Vec<String> = known.map(|column| format!("`{}`", column.name())).collect();
    if !names.iter().any(|name| Column::named(name).is_some()) {
        let detail = format!(
            "Line {number} has to name the columns, separated by commas, semicolons or tabs: {}.",
            known.join(", ")
        );
        return Err(refused(cautious(detail, read_as)));
    }
    let (mut columns, mut doubts) = (Vec::new(), Vec::new());
    for name in names {
        let column = Column::named(name);
        let (code, detail) = match column {
            None if name.is_empty() => (None, String::new()),
            None => {
                let known = known.join(", ");
                let detail = format!(
                    "There is no column “{}” here; known are {known}.",
                    cut(name)
                );
                (Some(Code::UnknownField), detail)
            }
            Some(column) if columns.contains(&Some(column)) => {
                let detail = format!("The column `{}` is there twice.", column.name());
                (Some(Code::DuplicateField), detail)
            }
            Some(_) => (None, String::new()),
        };
        doubts.extend(code.map(|code| doubt(number, cut(name), code, detail)));
        columns.push(column);
    }
    let has = |need| {
        let mut named = columns.iter().flatten();
        named.any(|column| column.need() == need)
    };
    let is_needed = |column: &Column| match column.need() {
        Need::Always => true,
        Need::OfHands => has(Need::OfHands) || !has(Need::OfTotals),
        Need::OfTotals => has(Need::OfTotals),
        Need::Optional => false,
    };
    let missing = |column: &Column| is_needed(column) && !columns.contains(&Some(*column));
    for column in Column::ALL.iter().copied().filter(missing) {
        // A sheet in which every hand is a limit hand needs no fan.
        if column == Column::Fan && columns.contains(&Some(Column::Limit)) {
            continue;
        }
        let name = column.name();
        let detail = format!("The column `{name}` is missing; the first line names the columns.");
        doubts.push(doubt(number, name, Code::MissingField, detail));
    }
    Ok((columns, doubts))
}

/// A sentence, with one about the encoding if letters may be others than were meant.
pub(crate) fn cautious(detail: String, read_as: &ReadAs) -> String {
    match read_as.caution() {
        Some(caution) => format!("{detail} {caution}"),
        None => detail,
    }
}

/// A text from the sheet, short enough for a sentence.
pub(super) fn cut(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
