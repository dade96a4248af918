//! What is said of a workbook that cannot be read.

use crate::import::row::refused;
use crate::problem::Problem;

/// The workbook is not as it has to be.
pub(super) fn damaged() -> Problem {
    refused(
        "The workbook cannot be read: it is damaged, or no .xlsx. Open it and save it again as .xlsx or as “CSV UTF-8”.",
    )
}
