//! A private PostgreSQL cluster: found, created, started, kept alive and stopped by this process alone.
//!
//! It listens on a Unix socket only, belongs to one folder, and ends when this process ends, however that comes about.

mod account;
mod cluster;
mod error;
mod initdb;
mod leftovers;
pub mod parent_death;
mod programs;
mod server;
mod socket;
pub mod test_cluster;

use std::path::Path;
use std::{fs, io};

use account::Account;
pub use cluster::{Cluster, Kind};
use error::Doing as _;
pub use error::Error;

/// Whether the user that would run PostgreSQL may enter `folder`.
///
/// # Errors
/// There is no such user, or the system refuses.
pub fn may_live_under(folder: &Path) -> Result<bool, Error> {
    Account::for_new()?.may_enter(folder)
}

/// Where the cluster in `root` is reached while it runs.
pub fn url(root: &Path, user: &str, password: &str, database: &str) -> String {
    socket::url(&socket::folder(root), user, password, database)
}

/// Ends whatever still works in the throwaway cluster of `root`, and removes all of it. The caller holds the lock on `root`.
///
/// # Errors
/// A process cannot be ended, or a folder not be removed.
pub fn remove(root: &Path) -> Result<(), Error> {
    let data = root.join("postgres");
    leftovers::end_workers(&Account::of(&data)?, &data)?;
    for folder in [socket::folder(root), root.to_path_buf()] {
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).doing("cannot remove", &folder)?
            }
            Ok(()) | Err(_) => (),
        }
    }
    Ok(())
}
