//! A disk that is full: a small file system in memory, which only root may mount.

use std::fs::{self, DirBuilder, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::bench::{extent, keep};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::{Site, after};
use crate::faults::writers::{Manners, TABLES, Writers};
use crate::running::{Folder, eventually};

/// It holds an empty database, its log of 16 MiB twice or thrice, and some thousand hands.
const SIZE: &str = "size=192m,mode=755";

/// A mounted file system, until it is dropped.
struct Disk(PathBuf);

impl Disk {
    /// None where it may not be mounted.
    fn mount(at: &Path) -> Option<Disk> {
        DirBuilder::new().mode(0o755).create(at).unwrap();
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(at);
        let mounted = mount.status().is_ok_and(|status| status.success());
        mounted.then(|| Disk(at.to_owned()))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Writes until nothing more fits.
    fn fill(&self) {
        let mut filler = File::options()
            .create(true)
            .append(true)
            .open(self.filler())
            .unwrap();
        for size in [1 << 20, 1 << 12, 1] {
            let piece = vec![1; size];
            let full = loop {
                if let Err(error) = filler.write_all(&piece) {
                    break error.kind();
                }
            };
            assert_eq!(full, ErrorKind::StorageFull);
        }
    }

    fn make_room(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Whoever still works there is being killed.
        let unmounted = Command::new("umount").arg("--lazy").arg(&self.0).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
        // Whoever was to remove the folder around it could not.
        let folder = self.0.parent().unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_writes_alone_and_room_resumes_them() {
    let folder = Folder::new();
    let Some(disk) = Disk::mount(&folder.0.join("data")) else {
        println!("left out: mounting a tmpfs takes root");
        return;
    };
    // It ends before the disk does.
    let site = Site::in_folder(folder, None, |gateway| gateway);
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    let (times, pids) = (extent(1, 5), (site.gateway.pid(), site.postmaster()));
    let mut longest = Duration::ZERO;
    for _ in 0..times {
        writers.go_on(64).await;
        disk.fill();
        until_nothing_is_recorded(&writers).await;
        for club in &writers.clubs {
            for path in [
                club.clone(),
                format!("{club}/matches"),
                format!("{club}/players"),
                format!("{club}/ledger/entries"),
            ] {
                owner.read(&path).await;
            }
        }
        disk.make_room();
        longest = longest.max(writers.go_on(32).await);
    }
    assert_eq!(
        (site.gateway.pid(), site.postmaster()),
        pids,
        "something was started again"
    );
    let (tally, entries) = quiesce::conclude(&site, &owner, writers, Kept::default()).await;
    tally.promise_none_was_cut();
    let injected = format!(
        "{times} times a full disk under the database (a tmpfs of 192 MiB), under sixteen writers"
    );
    let held = format!(
        "writes 503 with Retry-After, reads 200, recording again {longest:.1?} after there was room, nothing started again; {}; {entries} entries verified",
        tally.told()
    );
    keep(
        "a_full_disk_stops_writes_alone_and_room_resumes_them",
        &injected,
        &held,
    );
}

/// Where the log goes there is no room either.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_written_keeps_nobody_from_anything() {
    let site = Site::start_with(|mut gateway| {
        gateway.args(["--log", "debug"]);
        after("exec 2>/dev/full", &gateway)
    });
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    writers.go_on(extent(32, 1_000)).await;
    let (tally, entries) = quiesce::conclude(&site, &owner, writers, Kept::default()).await;
    tally.promise_none_was_cut();
    let held = format!(
        "every request answered as ever; {}; {entries} entries verified",
        tally.told()
    );
    keep(
        "a_log_that_cannot_be_written_keeps_nobody_from_anything",
        "every line of the gateway's log at the level debug",
        &held,
    );
}

/// The database may have room in its files for some hands more.
async fn until_nothing_is_recorded(writers: &Writers) {
    let tally = &writers.tally;
    let nothing_is = async || {
        let (recorded, put_off) = (tally.acknowledged(), tally.put_off());
        let all_asked = async || tally.put_off() >= put_off + 2 * TABLES;
        eventually("all are put off", all_asked).await;
        tally.acknowledged() == recorded
    };
    eventually("nothing is recorded", nothing_is).await;
}
