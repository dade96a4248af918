//! The archive that a workbook is.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use super::damage::damaged;
use crate::import::row::refused;
use crate::problem::Problem;

/// The most that all parts come to that are read, in bytes: a season of 2,000 lines has less than one MiB, and what a club keeps on other worksheets
/// is not read.
const MOST: u64 = 8 * 1024 * 1024;
/// The most entries. A workbook has some dozens.
pub(super) const MOST_ENTRIES: usize = 1_000;

/// The longest end of an archive: a record of 22 bytes with its comment, and before it a locator of 20.
const LONGEST_END: usize = 22 + 65_535 + 20;
/// How the record at the end begins.
const END: &[u8] = b"PK\x05\x06";
/// How a locator begins that only archives of more than 4 GiB need.
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";

/// An archive, and how much of it may still be decompressed.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Problem> {
        if has_unusual_end(bytes) {
            return Err(damaged());
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
        match archive.len() > MOST_ENTRIES {
            true => Err(refused(format!(
                "The file has more than {MOST_ENTRIES} parts: copy the season alone into a new workbook, or save it as “CSV UTF-8”."
            ))),
            false => Ok(Self {
                archive,
                left: MOST,
            }),
        }
    }

    /// The text of a part. Its bytes are counted as they come: what the archive says of its length may be wrong.
    pub(super) fn part(&mut self, path: &str) -> Result<String, Problem> {
        let entry = self.archive.by_name(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        let read = entry.take(self.left + 1).read_to_end(&mut bytes);
        let length = read.map_err(|_| damaged())? as u64;
        self.left = self.left.checked_sub(length).ok_or_else(too_large)?;
        let text = String::from_utf8(bytes).map_err(|_| damaged())?;
        Ok(text)
    }
}

/// Whether an archive has several ends, or one as for more than 4 GiB, which nothing as small as this needs: each end that is none sends the reader over
/// the file again.
fn has_unusual_end(bytes: &[u8]) -> bool {
    let tail = bytes.len().saturating_sub(LONGEST_END);
    let tail = bytes.get(tail..).unwrap_or_default();
    let count = |sign: &[u8]| {
        tail.windows(sign.len())
            .filter(|part| *part == sign)
            .count()
    };
    count(ZIP64_LOCATOR) > 0 || count(END) > 1
}

fn unreadable(error: ZipError) -> Problem {
    if matches!(error, ZipError::FileNotFound) {
        return refused(
            "The file is an archive, and no .xlsx workbook: save the sheet as .xlsx or as “CSV UTF-8”.",
        );
    }
    if matches!(error, ZipError::UnsupportedArchive(why) if why == ZipError::PASSWORD_REQUIRED) {
        return refused("The file is protected by a password: save it without one.");
    }
    damaged()
}

fn too_large() -> Problem {
    refused(format!(
        "The workbook has more than {} MiB once it is decompressed: copy the season alone into a new one, or save it as “CSV UTF-8”.",
        MOST / (1024 * 1024)
    ))
}
