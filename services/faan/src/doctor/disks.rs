//! The room that is left where this machine writes.

use std::path::Path;

use super::finding::{Finding, Status};
use crate::config::Doctor;

/// Below this, somebody should look.
const WARNING_BYTES: u64 = 2 << 30;
/// Below this, the next busy evening may end it.
const ERROR_BYTES: u64 = 200 << 20;

/// Each folder that is set.
pub(super) fn check(config: &Doctor) -> Vec<Finding> {
    let folders = [
        ("disk.signer_record", &config.signer_record),
        ("disk.data", &config.data_dir),
    ];
    let set = folders
        .into_iter()
        .filter_map(|(check, folder)| folder.as_deref().map(|folder| (check, folder)));
    set.map(|(check, folder)| check_folder(check, folder))
        .collect()
}

fn check_folder(check: &str, folder: &Path) -> Finding {
    let shown = folder.display();
    let free = match rustix::fs::statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let found = format!("{shown}: {error}");
            return Finding::of(Status::Error, check, found, "is the disk mounted?");
        }
    };
    let found = format!("{} MiB are free where {shown} is", free >> 20);
    let status = match free {
        ..ERROR_BYTES => Status::Error,
        ERROR_BYTES..WARNING_BYTES => Status::Warning,
        WARNING_BYTES.. => return Finding::ok(check, found),
    };
    Finding::of(status, check, found, "make room, or a larger disk")
}
