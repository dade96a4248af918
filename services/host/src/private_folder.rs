//! Folders that only their owner may read.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use rustix::process::geteuid;

/// Makes a folder nobody else may look into. Root's lets others pass: the database's own folder, inside, is another user's.
///
/// # Errors
/// The system refuses.
pub fn make(folder: &Path) -> io::Result<()> {
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    DirBuilder::new().mode(mode).recursive(true).create(folder)
}
