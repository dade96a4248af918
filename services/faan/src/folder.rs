//! Where `faan up` keeps what must survive it.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::{env, io};

use rustix::process::geteuid;

use crate::{Failure, postgres};

/// Opens the data folder, making it if need be; the answer is absolute.
pub(crate) fn open(setting: Option<&Path>) -> Result<PathBuf, Failure> {
    let folder = match setting {
        Some(folder) => folder.to_path_buf(),
        None => default()?,
    };
    make(&folder)
        .and_then(|()| fs::canonicalize(&folder))
        .map_err(|error| format!("cannot use {}: {error}", folder.display()).into())
}

/// Makes a folder nobody else may look into. Root's lets others pass: the database's own folder, inside, is another user's.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    DirBuilder::new().mode(mode).recursive(true).create(folder)
}

fn default() -> Result<PathBuf, Failure> {
    let here = env::current_dir()?;
    if !geteuid().is_root() || postgres::may_live_under(&here)? {
        return Ok(here.join(".faan"));
    }
    Ok(Path::new("/var/lib/faan").join(here.strip_prefix("/")?))
}
