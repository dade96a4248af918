//! The file of an export, and the bar that shows how far it is read.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use indicatif::ProgressStyle;

pub fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} entries, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Opens a file of lines. One whose first line is not UTF-8 is refused; what is wrong in a later one is found where it is verified.
pub fn open(file: &Path) -> Result<BufReader<File>, String> {
    let opened = File::open(file).and_then(|opened| match opened.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(opened),
    });
    let unreadable = |error| format!("{} cannot be read: {error}", file.display());
    let mut source = BufReader::new(opened.map_err(unreadable)?);
    let head = source.fill_buf().map_err(unreadable)?;
    must_be_text(file, first_line(head))?;
    Ok(source)
}

/// Refuses what is not UTF-8, and says what it seems to be.
pub(super) fn must_be_text(file: &Path, bytes: &[u8]) -> Result<(), String> {
    // Letters that were lost before are of no concern here: what is signed says whether these are the bytes.
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    let why = if is_text {
        None
    } else {
        host::utf8(bytes).err()
    };
    match why {
        Some(why) => Err(format!("{}: {why}", file.display())),
        None => Ok(()),
    }
}

/// The first line of what was read so far, without a letter that is not complete.
fn first_line(head: &[u8]) -> &[u8] {
    let end = head.iter().position(|byte| *byte == b'\n');
    let cut = |error: std::str::Utf8Error| match error.error_len() {
        None => error.valid_up_to(),
        Some(_) => head.len(),
    };
    let end = end.unwrap_or_else(|| std::str::from_utf8(head).err().map_or(head.len(), cut));
    head.get(..end).unwrap_or(head)
}
