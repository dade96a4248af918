//! `deploy/cluster/wal-fetch`, by which a server of a cluster gets its log from the archive.

use crate::standby_pair::WAL_FETCH;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const SEGMENT: &str = "000000010000000000000003";
const HISTORY: &str = "00000002.history";
/// Line 8 of `postmaster.pid` while a server starts and once it takes connections, as PostgreSQL writes it.
const STARTS: &str = "starting";
const RUNS: &str = "ready   ";

/// The folder of a server's data, and an archive beside it.
struct Server(PathBuf);

impl Server {
    fn new(name: &str) -> Self {
        let folder = format!("faan-wal-fetch-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        for part in ["data", "the archive"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        for file in [SEGMENT, HISTORY] {
            fs::write(folder.join("the archive").join(file), file).unwrap();
        }
        Self(folder)
    }

    /// The same server at this point.
    fn at(self, status: &str) -> Self {
        let pid_file = format!("12345\n/data\n1764200000\n5432\n/run\n\n  1 2\n{status}\n");
        fs::write(self.0.join("data/postmaster.pid"), pid_file).unwrap();
        self
    }

    /// Whether it gets a file of the archive.
    fn gets(&self, file: &str) -> bool {
        let (data, archive) = (self.0.join("data"), self.0.join("the archive"));
        let mut wal_fetch = Command::new("sh");
        wal_fetch.arg(WAL_FETCH).arg(archive);
        let status = wal_fetch.args([file, "got"]).current_dir(&data).status();
        let got = fs::read_to_string(data.join("got"));
        fs::remove_file(data.join("got")).ok();
        let succeeded = status.unwrap().success();
        assert_eq!(succeeded.then_some(file), got.as_deref().ok());
        succeeded
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn a_server_that_starts_gets_segments_and_no_history() {
    for server in [Server::new("starts").at(STARTS), Server::new("nothing")] {
        assert!(server.gets(SEGMENT));
        assert!(!server.gets(HISTORY));
    }
}

#[test]
fn a_server_that_runs_or_is_a_copy_gets_the_history() {
    let server = Server::new("runs").at(RUNS);
    assert!(server.gets(SEGMENT) && server.gets(HISTORY));
    let server = Server::new("copy").at(STARTS);
    fs::write(server.0.join("data/backup_label"), "").unwrap();
    assert!(server.gets(SEGMENT) && server.gets(HISTORY));
}

#[test]
fn what_is_not_in_the_archive_is_not_there() {
    let server = Server::new("lacks").at(RUNS);
    assert!(!server.gets("000000010000000000000004"));
    assert!(!server.gets("00000003.history"));
}
