//! The first worksheet of an Excel workbook (`.xlsx`, ISO/IEC 29500) as rows of text.
//!
//! Anybody may send one. So nothing in it is believed before it is there: no length that it states reserves memory, each part is decompressed only as
//! far as all parts together may go, and what a cell refers to is copied only while there is room for it. `calamine` reserves as many shared strings as
//! a workbook says that it has, and copies a font for each style that names it: some hundred bytes would end the process.

mod damage;
mod package;
mod parts;
mod worksheet;
mod xml;

use super::row::Row;
use crate::problem::Problem;
use package::Package;

/// How an archive begins, also one without entries.
const ARCHIVES: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// How a compound file begins: a workbook of Excel until 2003, or one that is encrypted.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Whether a file is an archive, as a workbook is.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    ARCHIVES.iter().any(|start| bytes.starts_with(start))
}

/// Whether a file is of the kind that Excel wrote until 2003, or that an encrypted workbook is.
pub(super) fn is_compound(bytes: &[u8]) -> bool {
    bytes.starts_with(COMPOUND)
}

/// What is said of a compound file: none is read.
pub(super) fn of_compound(bytes: &[u8]) -> &'static str {
    // The name of what is encrypted, as such files write names.
    let name: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    match bytes.windows(name.len()).any(|part| part == name) {
        true => "The workbook is protected by a password: save it without one, or as “CSV UTF-8”.",
        false => "This is a workbook of an older Excel (.xls): save it as .xlsx or as “CSV UTF-8”.",
    }
}

/// The rows of the first worksheet that is shown, of those that are not blank, each with its number.
///
/// # Errors
///
/// It is no workbook, or it is damaged, protected, or larger than what is imported at once.
pub(crate) fn rows(bytes: &[u8]) -> Result<Vec<Row>, Problem> {
    let mut package = Package::open(bytes)?;
    let workbook = parts::workbook(&mut package)?;
    let strings = match &workbook.strings {
        Some(path) => parts::strings(&package.part(path)?)?,
        None => Vec::new(),
    };
    let dates = match &workbook.styles {
        Some(path) => parts::date_styles(&package.part(path)?)?,
        None => Vec::new(),
    };
    let values = worksheet::Values {
        strings: &strings,
        dates: &dates,
        counts_from_1904: workbook.counts_from_1904,
    };
    worksheet::rows(&package.part(&workbook.worksheet)?, &values)
}
