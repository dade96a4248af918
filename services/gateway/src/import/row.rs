//! A row of a sheet, whatever the file was, and what is said of a sheet that cannot be read.

use crate::problem::{Code, Problem};

/// The most lines after the one that names the columns.
pub(super) const MOST_LINES: usize = 2_000;
/// The most columns.
pub(super) const MOST_COLUMNS: usize = 50;

/// The most text of a file, in bytes of UTF-8. Text can be longer as UTF-8 than in the file: a Chinese letter has three bytes instead of two.
pub(super) const MOST_TEXT: usize = 512 * 1024;

/// A row that is not blank: where it begins, counted from 1, and its cells without spaces around them.
pub(super) type Row = (u64, Vec<String>);

/// The sheet as a whole cannot be read.
pub(crate) fn refused(detail: impl Into<String>) -> Problem {
    Problem::at(Code::InvalidValue, "/csv", detail)
}
