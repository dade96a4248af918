//! The file of an export, and the bar that shows how far it is read.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use indicatif::ProgressStyle;

pub fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} entries, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

pub fn open(file: &Path) -> Result<BufReader<File>, String> {
    let opened = File::open(file).and_then(|opened| match opened.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(opened),
    });
    opened
        .map(BufReader::new)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))
}
