//! Rows for spreadsheets and programs, and how they are written: as CSV, as a workbook or as lines of JSON.

mod workbook;

use std::io::Result as IoResult;

use actix_web::web::Bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cell::{BYTE_ORDER_MARK, Cell};
use super::headings::Headings;
use crate::export_share::Part;
use crate::xlsx;
use workbook::Workbook;

/// How the rows are written: `csv` (RFC 4180) or `xlsx` (a workbook of Excel) for spreadsheets, `ndjson` (a JSON object in each line) for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    #[default]
    Csv,
    Xlsx,
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

/// Writes rows part by part.
pub(crate) enum Writer {
    Csv(Headings),
    Xlsx(Box<Workbook>),
    Ndjson(Counts),
}

/// What is counted while lines of JSON are written.
#[derive(Debug)]
pub(crate) struct Counts {
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
            Self::Xlsx => "xlsx",
            Self::Ndjson => "ndjson",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Xlsx => xlsx::MEDIA_TYPE,
            Self::Ndjson => "application/x-ndjson",
        }
    }
}

impl Writer {
    /// A writer of a file with a name, in so many parts.
    pub(crate) fn new<R: Row>(
        (format, headings): (Format, Headings),
        name: &'static str,
        of: u64,
    ) -> Self {
        match format {
            Format::Csv => Self::Csv(headings),
            Format::Xlsx => Self::Xlsx(Box::new(Workbook::new(name, names::<R>(headings)))),
            Format::Ndjson => Self::Ndjson(Counts {
                done: 0,
                of,
                rows: 0,
            }),
        }
    }

    /// Whether writing rows takes so long that others would wait for it.
    pub(crate) const fn takes_long(&self) -> bool {
        match self {
            Self::Xlsx(_) => true,
            Self::Csv(_) | Self::Ndjson(_) => false,
        }
    }

    /// What comes before the first part.
    pub(crate) fn begin<R: Row>(&mut self) -> IoResult<Part> {
        match self {
            Self::Csv(headings) => csv(BYTE_ORDER_MARK.as_bytes(), [names::<R>(*headings)]),
            Self::Xlsx(workbook) => workbook.begin(),
            Self::Ndjson(_) => Ok(Bytes::new().into()),
        }
    }

    /// A part.
    pub(crate) fn part<R: Row>(&mut self, rows: &[R]) -> IoResult<Part> {
        let cells = rows.iter().map(R::cells);
        match self {
            Self::Csv(_) => csv(
                &[],
                cells.map(|cells| cells.iter().map(Cell::csv).collect()),
            ),
            Self::Xlsx(workbook) => workbook.rows(cells),
            Self::Ndjson(counts) => counts.part(rows),
        }
    }

    /// What comes after the last part.
    pub(crate) fn end(self) -> IoResult<Part> {
        match self {
            Self::Csv(_) => Ok(Bytes::new().into()),
            Self::Xlsx(workbook) => workbook.end(),
            Self::Ndjson(counts) => counts.end(),
        }
    }
}

impl Counts {
    fn part<R: Row>(&mut self, rows: &[R]) -> IoResult<Part> {
        let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        self.rows = self.rows.saturating_add(count);
        self.done = self.done.saturating_add(1);
        let mut lines = Vec::new();
        for row in rows {
            let kind = R::KIND;
            line(&mut lines, &Line { kind, row })?;
        }
        let kind = "progress";
        let (done, of) = (self.done, self.of);
        line(&mut lines, &Progress { kind, done, of })?;
        Ok(Bytes::from(lines).into())
    }

    fn end(self) -> IoResult<Part> {
        let mut lines = Vec::new();
        let (kind, rows) = ("end", self.rows);
        line(&mut lines, &End { kind, rows })?;
        Ok(Bytes::from(lines).into())
    }
}

/// The names of columns.
fn names<R: Row>(headings: Headings) -> Vec<String> {
    let columns = R::columns().into_iter();
    columns.map(|column| headings.of(&column)).collect()
}

fn csv(before: &[u8], lines: impl IntoIterator<Item = Vec<String>>) -> IoResult<Part> {
    let mut bytes = before.to_vec();
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(&mut bytes);
    for cells in lines {
        writer.write_record(cells)?;
    }
    writer.flush()?;
    drop(writer);
    Ok(Bytes::from(bytes).into())
}

fn line(lines: &mut Vec<u8>, value: &impl Serialize) -> IoResult<()> {
    serde_json::to_writer(&mut *lines, value)?;
    lines.push(b'\n');
    Ok(())
}
