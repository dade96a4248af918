//! Rows for spreadsheets and programs, and how they are written: as CSV or as lines of JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cell::{BYTE_ORDER_MARK, Cell};
use super::headings::Headings;

/// How the rows are written: `csv` (RFC 4180) for spreadsheets, `ndjson` (a JSON object in each line) for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    #[default]
    Csv,
    Ndjson,
}

/// A row; what it serialises to is its line of JSON.
pub(crate) trait Row: Serialize {
    /// What its lines of JSON say they are.
    const KIND: &str;

    /// The names of its cells.
    fn columns() -> Vec<String>;

    /// Its cells.
    fn cells(&self) -> Vec<Cell>;
}

/// Writes rows part by part, and counts them.
#[derive(Debug)]
pub(crate) struct Writer {
    format: Format,
    headings: Headings,
    /// How many parts are written, and of how many.
    done: u64,
    of: u64,
    rows: u64,
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'a, R> {
    kind: &'static str,
    #[serde(flatten)]
    row: &'a R,
}

/// How far it is: a line of JSON after each part.
#[derive(Serialize)]
struct Progress {
    kind: &'static str,
    done: u64,
    of: u64,
}

/// Nothing is missing: the last line of JSON.
#[derive(Serialize)]
struct End {
    kind: &'static str,
    rows: u64,
}

impl Format {
    /// What its files end with.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Ndjson => "application/x-ndjson",
        }
    }
}

impl Writer {
    /// A writer of so many parts.
    pub(crate) const fn new(format: Format, headings: Headings, of: u64) -> Self {
        Self {
            format,
            headings,
            done: 0,
            of,
            rows: 0,
        }
    }

    /// What comes before the first part.
    pub(crate) fn begin<R: Row>(&self) -> std::io::Result<Vec<u8>> {
        match self.format {
            Format::Csv => {
                let columns = R::columns().into_iter();
                let names = columns.map(|column| self.headings.of(&column)).collect();
                csv(BYTE_ORDER_MARK.as_bytes(), [names])
            }
            Format::Ndjson => Ok(Vec::new()),
        }
    }

    /// A part.
    pub(crate) fn part<R: Row>(&mut self, rows: &[R]) -> std::io::Result<Vec<u8>> {
        let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        self.rows = self.rows.saturating_add(count);
        self.done = self.done.saturating_add(1);
        if self.format == Format::Csv {
            let cells = |row: &R| row.cells().iter().map(Cell::csv).collect();
            return csv(&[], rows.iter().map(cells));
        }
        let mut lines = Vec::new();
        for row in rows {
            let kind = R::KIND;
            line(&mut lines, &Line { kind, row })?;
        }
        let kind = "progress";
        let (done, of) = (self.done, self.of);
        line(&mut lines, &Progress { kind, done, of })?;
        Ok(lines)
    }

    /// What comes after the last part.
    pub(crate) fn end(&self) -> std::io::Result<Vec<u8>> {
        let mut lines = Vec::new();
        if self.format == Format::Ndjson {
            let (kind, rows) = ("end", self.rows);
            line(&mut lines, &End { kind, rows })?;
        }
        Ok(lines)
    }
}

fn csv(before: &[u8], lines: impl IntoIterator<Item = Vec<String>>) -> std::io::Result<Vec<u8>> {
    let mut bytes = before.to_vec();
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(&mut bytes);
    for cells in lines {
        writer.write_record(cells)?;
    }
    writer.flush()?;
    drop(writer);
    Ok(bytes)
}

fn line(lines: &mut Vec<u8>, value: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *lines, value)?;
    lines.push(b'\n');
    Ok(())
}
