//! Files that settings name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The content of a file.
///
/// # Errors
/// The file cannot be read; the text names its path.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}

/// The content of a file, if a setting names one.
///
/// # Errors
/// As of [`read_file`].
pub fn read_optional_file(path: Option<&PathBuf>) -> Result<Option<Vec<u8>>, Failure> {
    path.map(|path| read_file(path)).transpose()
}
