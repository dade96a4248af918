//! A sheet as it came: text in a JSON body, or a file.

use actix_web::web::Bytes;
use encoding_rs::Encoding;

use super::encoding::{WHAT_TO_DO, decoded, is_legacy};
use super::row::{MOST_TEXT, Row, refused};
use super::separated;

use super::workbook;
use crate::bodies::import::{ReadAs, SheetFormat};
use crate::problem::Problem;

/// A sheet as it came.
#[derive(Debug)]
pub(crate) enum Source {
    /// The text of a field.
    Text(String),
    /// A file as it is.
    File {
        bytes: Bytes,
        /// The encoding that its type states.
        charset: Option<&'static Encoding>,
    },
}

impl Source {
    /// The rows that are not blank, and what they were read as.
    pub(super) fn rows(&self) -> Result<(Vec<Row>, ReadAs), Problem> {
        match self {
            Self::Text(text) => {
                // Of a file that was not UTF-8, nothing else can be said: each name would be unknown.
                let undecoded = |why| refused(format!("The CSV cannot be read: {why}."));
                of_text(
                    host::utf8(text.as_bytes()).map_err(undecoded)?,
                    encoding_rs::UTF_8,
                )
            }
            Self::File { bytes, .. } if workbook::is_archive(bytes) => {
                Ok((workbook::rows(bytes)?, ReadAs::workbook()))
            }
            Self::File { bytes, .. } if workbook::is_compound(bytes) => {
                Err(refused(workbook::of_compound(bytes)))
            }
            Self::File { bytes, charset } => {
                let (text, encoding) = decoded(bytes, *charset)?;
                if text.len() > MOST_TEXT {
                    let most = MOST_TEXT / 1024;
                    return Err(refused(format!(
                        "The sheet has at most {most} KiB of text."
                    )));
                }
                let undecoded = |why| refused(format!("The file cannot be read: {why}."));
                of_text(host::utf8(text.as_bytes()).map_err(undecoded)?, encoding)
            }
        }
    }
}

fn of_text(text: &str, encoding: &'static Encoding) -> Result<(Vec<Row>, ReadAs), Problem> {
    let (rows, separator) = separated::rows(text)?;
    let read_as = ReadAs {
        format: SheetFormat::Csv,
        encoding: Some(encoding.name()),
        separator: Some(separator),
    };
    Ok((rows, read_as))
}

impl ReadAs {
    fn workbook() -> Self {
        Self {
            format: SheetFormat::Xlsx,
            encoding: None,
            separator: None,
        }
    }

    /// A sentence about an encoding in which letters may be others than were meant, after what they were refused for.
    pub(crate) fn caution(&self) -> Option<String> {
        let encoding = Encoding::for_label(self.encoding?.as_bytes())?;
        is_legacy(encoding).then(|| {
            format!(
                "The file was read as {}: if letters are wrong, it is not. {WHAT_TO_DO}",
                encoding.name()
            )
        })
    }
}
