use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::{Doing as _, Error};

/// Only a name: nothing listens on a network port.
pub(crate) const PORT: u16 = 5432;

/// What a socket's address can hold: 107 bytes on Linux, 103 on macOS.
const LONGEST_PATH: usize = 103;

/// The socket's path within `folder`. PostgreSQL makes `.lock` beside it.
pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join(format!(".s.PGSQL.{PORT}"))
}

/// The folder for the socket of the cluster in `root`: in it, or, where that path is too long, under /tmp.
pub(crate) fn folder(root: &Path) -> PathBuf {
    let near = root.join("socket");
    if path(&near).as_os_str().len() <= LONGEST_PATH {
        return near;
    }
    let mut hasher = DefaultHasher::new();
    root.hash(&mut hasher);
    PathBuf::from(format!("/tmp/faan-{:016x}", hasher.finish()))
}

/// Makes `folder` for the account's eyes only; one that somebody else made in /tmp is refused.
pub(crate) fn prepare(folder: &Path, account: &Account) -> Result<(), Error> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.give(folder),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let found = fs::symlink_metadata(folder).doing("cannot look at", folder)?;
            if found.is_dir() && found.uid() == account.uid() && found.mode() & 0o777 == 0o700 {
                return Ok(());
            }
            Err(Error::BadSocketFolder {
                folder: folder.to_path_buf(),
                uid: account.uid(),
            })
        }
        Err(error) => Err(error).doing("cannot make", folder),
    }
}

/// `unix_socket_directories` is a list: quoted, so that whatever is in a path is only a part of it.
pub(crate) fn setting(folder: &Path) -> OsString {
    let mut setting = b"unix_socket_directories=\"".to_vec();
    for &byte in folder.as_os_str().as_bytes() {
        setting.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    setting.push(b'"');
    OsString::from_vec(setting)
}

/// A connection URL names a socket folder as a percent-encoded host.
pub(crate) fn url(folder: &Path, user: &str, password: &str, database: &str) -> String {
    let host: String = folder
        .as_os_str()
        .as_bytes()
        .iter()
        .copied()
        .map(percent_encode)
        .collect();
    format!("postgres://{user}:{password}@{host}:{PORT}/{database}")
}

fn percent_encode(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
