//! Reading an export line by line, however long it is.

use super::header::{BadHeader, DirectoryHeader, ExportHeader};
use std::io::{self, BufRead, Read};

/// The most bytes of a line that readers of an export take, without its line feed: 16 MiB. A longer line is not read, so nothing can be said
/// of it: whoever writes entries keeps well below this. LEAF.md, FORMAT.md and the verifier in Python state the same number; a test compares.
pub const MAX_LINE: usize = 16 << 20;

/// What is wrong with an export. Lines are counted from 1, the header's.
#[derive(Debug, thiserror::Error)]
pub enum BadExport {
    /// It cannot be read.
    #[error("line {line} cannot be read: {source}")]
    Unreadable {
        /// The line.
        line: u64,
        /// Why.
        source: io::Error,
    },
    /// A line is too long to be read.
    #[error("line {line} has more than {MAX_LINE} bytes")]
    TooLong {
        /// The line.
        line: u64,
    },
    /// It ends in the middle of a line.
    #[error("line {line} does not end with a line feed: the export is cut off there")]
    CutOff {
        /// The line.
        line: u64,
    },
    /// It ends after a line, but too early.
    #[error("the checkpoint is of {expected} leaves, and {found} are there")]
    Missing {
        /// How many leaves there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// It goes on after the last leaf.
    #[error("line {line} is one too many: the leaves of the checkpoint end before it")]
    Extra {
        /// The line.
        line: u64,
    },
    /// The first line.
    #[error("line 1: {0}")]
    Header(#[from] BadHeader),
}

/// The leaves of an export, with their sequence numbers: 1, 2, 3, … A leaf is whatever bytes its line has; after anything
/// that is wrong with the lines there are no more.
#[derive(Debug)]
pub struct Leaves<R> {
    source: R,
    /// How many leaves there should be.
    size: u64,
    /// How many there were.
    found: u64,
    ended: bool,
}

/// Reads the header of a club's export; the leaves are read as they are asked for.
pub fn read_export<R: BufRead>(mut source: R) -> Result<(ExportHeader, Leaves<R>), BadExport> {
    let header = ExportHeader::parse(&first_line(&mut source)?)?;
    let size = header.claims()?.checkpoint.size;
    Ok((header, Leaves::of(source, size)))
}

/// Reads the header of the directory's export; the leaves, which are [`Head`](crate::Head)s, are read as they are asked for.
pub fn read_directory<R: BufRead>(
    mut source: R,
) -> Result<(DirectoryHeader, Leaves<R>), BadExport> {
    let header = DirectoryHeader::parse(&first_line(&mut source)?)?;
    let size = header.claims()?.size;
    Ok((header, Leaves::of(source, size)))
}

fn first_line(source: &mut impl BufRead) -> Result<Vec<u8>, BadExport> {
    read_line(source, 1)?.ok_or(BadExport::CutOff { line: 1 })
}

impl<R: BufRead> Leaves<R> {
    fn of(source: R, size: u64) -> Self {
        Self {
            source,
            size,
            found: 0,
            ended: false,
        }
    }

    fn read(&mut self) -> Result<Option<(u64, Vec<u8>)>, BadExport> {
        let (expected, found) = (self.size, self.found);
        // Behind the header and the leaves that were found.
        let line = found + 2;
        if found == expected {
            let mut more = Vec::new();
            let read = self.source.by_ref().take(1).read_to_end(&mut more);
            return match read.map_err(|source| BadExport::Unreadable { line, source })? {
                0 => Ok(None),
                _ => Err(BadExport::Extra { line }),
            };
        }
        let leaf = read_line(&mut self.source, line)?;
        let leaf = leaf.ok_or(BadExport::Missing { expected, found })?;
        self.found += 1;
        Ok(Some((self.found, leaf)))
    }
}

impl<R: BufRead> Iterator for Leaves<R> {
    type Item = Result<(u64, Vec<u8>), BadExport>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let leaf = self.read().transpose();
        self.ended = !matches!(leaf, Some(Ok(_)));
        leaf
    }
}

/// The next line without its line feed; `None` at the end.
fn read_line(source: &mut impl BufRead, line: u64) -> Result<Option<Vec<u8>>, BadExport> {
    let mut bytes = Vec::new();
    let most = MAX_LINE as u64 + 1;
    let read = source.by_ref().take(most).read_until(b'\n', &mut bytes);
    read.map_err(|source| BadExport::Unreadable { line, source })?;
    match bytes.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(bytes)),
        Some(_) if bytes.len() == MAX_LINE => Err(BadExport::TooLong { line }),
        Some(_) => Err(BadExport::CutOff { line }),
    }
}
