//! The CSV of a spreadsheet as lines with named cells.

use std::collections::BTreeMap;

use crate::bodies::import::SheetIssue;
use crate::problem::{Code, Problem};

/// The most lines after the one that names the columns.
const MOST_LINES: usize = 2_000;
/// The most characters of a cell: a name has 100 at most, and each is compared with those of its match.
const MOST_OF_CELL: usize = 400;
/// The most columns.
const MOST_COLUMNS: usize = 50;

/// What a column says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Match,
    PlayedOn,
    East,
    South,
    West,
    North,
    Winner,
    WonBy,
    From,
    Fan,
    Limit,
    FanTowardMinimum,
    Number,
}

/// A sheet whose columns are known.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) lines: Vec<Line>,
    /// What is wrong with the columns, and then there are no lines; or with lines that are none.
    pub(super) doubts: Vec<SheetIssue>,
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

impl Column {
    const ALL: [Self; 13] = [
        Self::Match,
        Self::PlayedOn,
        Self::East,
        Self::South,
        Self::West,
        Self::North,
        Self::Winner,
        Self::WonBy,
        Self::From,
        Self::Fan,
        Self::Limit,
        Self::FanTowardMinimum,
        Self::Number,
    ];
    /// Who starts on chairs 1–4.
    pub(super) const SEATS: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::PlayedOn => "played_on",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
            Self::North => "north",
            Self::Winner => "winner",
            Self::WonBy => "won_by",
            Self::From => "from",
            Self::Fan => "fan",
            Self::Limit => "limit",
            Self::FanTowardMinimum => "fan_toward_minimum",
            Self::Number => "number",
        }
    }

    const fn is_optional(self) -> bool {
        match self {
            Self::Limit | Self::FanTowardMinimum | Self::Number => true,
            Self::Match
            | Self::PlayedOn
            | Self::East
            | Self::South
            | Self::West
            | Self::North
            | Self::Winner
            | Self::WonBy
            | Self::From
            | Self::Fan => false,
        }
    }

    fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|column| column.name() == name)
    }
}

impl Sheet {
    pub(super) fn read(csv: &str) -> Result<Self, Problem> {
        // Of a file that was not UTF-8, nothing else can be said: each name would be unknown.
        let undecoded = |why| refused(format!("The CSV cannot be read: {why}."));
        let text = host::utf8(csv.as_bytes()).map_err(undecoded)?;
        // Some spreadsheets end lines in other ways.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut rows = rows(&text).into_iter();
        let Some((number, names)) = rows.next() else {
            return Err(refused("The CSV is empty."));
        };
        if !(1..=MOST_LINES).contains(&rows.len()) {
            let detail = format!(
                "The CSV has {} lines after the one that names the columns; 1–{MOST_LINES} are imported at once.",
                rows.len()
            );
            return Err(refused(detail));
        }
        if names.len() > MOST_COLUMNS {
            let detail = format!(
                "The first line of the CSV has {} cells; at most {MOST_COLUMNS} columns are read.",
                names.len()
            );
            return Err(refused(detail));
        }
        let (columns, mut doubts) = columns(number, &names)?;
        if !doubts.is_empty() {
            let lines = Vec::new();
            return Ok(Self { lines, doubts });
        }
        let mut lines = Vec::new();
        for (number, cells) in rows {
            match unreadable(number, &cells) {
                Some(doubt) => doubts.push(doubt),
                None => lines.push(Line::of(number, cells, &columns)),
            }
        }
        Ok(Self { lines, doubts })
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

    /// One of the words that a column knows, in any case.
    pub(super) fn word(&self, column: Column) -> String {
        self.cell(column).to_ascii_lowercase()
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

/// The CSV as a whole cannot be read.
pub(crate) fn refused(detail: impl Into<String>) -> Problem {
    Problem::at(Code::InvalidValue, "/csv", detail)
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
                "This line is not separated as the first line is: use commas or semicolons in all of them.",
            )
        }
        _ => None,
    }
}

/// The rows that are not blank, each with the line in which it begins, and spaces taken off its cells.
fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let count = |separator| first.unwrap_or_default().matches(separator).count();
    // Where a comma divides fractions, spreadsheets separate cells by semicolons.
    let delimiter = if count(';') > count(',') { b';' } else { b',' };
    let reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
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
    records.filter_map(row).collect()
}

/// The columns in their order, none where nothing is named, and what is wrong with them.
fn columns(
    number: u64,
    names: &[String],
) -> Result<(Vec<Option<Column>>, Vec<SheetIssue>), Problem> {
    let known = Column::ALL.map(|column| format!("`{}`", column.name()));
    let is_known = |name: &String| Column::named(&name.to_ascii_lowercase()).is_some();
    if !names.iter().any(is_known) {
        let detail = format!(
            "Line {number} has to name the columns, separated by commas or semicolons: {}.",
            known.join(", ")
        );
        return Err(refused(detail));
    }
    let (mut columns, mut doubts) = (Vec::new(), Vec::new());
    for name in names {
        let column = Column::named(&name.to_ascii_lowercase());
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
    let missing = |column: &Column| !column.is_optional() && !columns.contains(&Some(*column));
    for column in Column::ALL.into_iter().filter(missing) {
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

/// A text from the sheet, short enough for a sentence.
pub(super) fn cut(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
