//! Where `faan up` keeps what must survive it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use host::{Failure, make_private_folder};
use rustix::process::geteuid;

/// Opens the data folder, making it if need be; the answer is absolute.
pub(crate) fn open(setting: Option<&Path>) -> Result<PathBuf, Failure> {
    let folder = place(setting)?;
    make_private_folder(&folder)
        .and_then(|()| fs::canonicalize(&folder))
        .map_err(|error| format!("cannot use {}: {error}", folder.display()).into())
}

/// Finds the data folder of a `faan up`; the answer is absolute. It makes none.
pub(crate) fn find(setting: Option<&Path>) -> Result<PathBuf, Failure> {
    let folder = place(setting)?;
    fs::canonicalize(&folder)
        .map_err(|error| format!("no data folder at {}: {error}", folder.display()).into())
}

fn place(setting: Option<&Path>) -> Result<PathBuf, Failure> {
    match setting {
        Some(folder) => Ok(folder.to_path_buf()),
        None => default(),
    }
}

fn default() -> Result<PathBuf, Failure> {
    let here = env::current_dir()?;
    if !geteuid().is_root() || postgres::may_live_under(&here)? {
        return Ok(here.join(".faan"));
    }
    Ok(Path::new("/var/lib/faan").join(here.strip_prefix("/")?))
}
