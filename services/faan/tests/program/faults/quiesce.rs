//! What must hold after every fault: the export verifies, also against every checkpoint that was ever seen; the server's own audit finds
//! every table to be what the entries come to; no process has panicked. That everybody finds what they recorded, writers check themselves.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};

use crate::faults::site::Site;
use crate::faults::writers::{Tally, Writers};
use crate::owner::{Owner, is_sound};
use crate::running::{eventually, faan, stderr};

/// What runs, to those who check it.
pub(crate) trait Deployment {
    /// A folder for files.
    fn folder(&self) -> &Path;
    /// The key that the service signs with, as those who check have it.
    fn log_key(&self) -> String;
    /// What all processes have logged.
    fn logs(&self) -> String;
}

impl Deployment for Site {
    fn folder(&self) -> &Path {
        &self.folder.0
    }

    fn log_key(&self) -> String {
        self.log_key()
    }

    fn logs(&self) -> String {
        self.logs()
    }
}

/// Checkpoints that somebody keeps.
#[derive(Default)]
pub(crate) struct Kept {
    notes: Vec<(String, String)>,
}

impl Kept {
    /// Asks for a checkpoint of each club, and keeps it. None is of less than one before.
    pub(crate) async fn take(&mut self, owner: &Owner, clubs: &[String]) {
        for club in clubs {
            let path = format!("{club}/ledger/checkpoint");
            let (status, note) = owner.ask(Method::POST, &path, None).await;
            // One that is asked for while there is no database or signer is simply not had.
            if status == 200 {
                let before = self.notes.iter().rev().find(|(of, _)| of == club);
                assert!(before.is_none_or(|(_, before)| size(before) <= size(&note)));
                self.notes.push((club.clone(), note));
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.notes.len()
    }
}

/// How many entries a checkpoint is of.
fn size(note: &str) -> u64 {
    note.lines().nth(1).unwrap().parse().unwrap()
}

/// Has all writers finish, and checks it all of what they recorded. Returns what they met, and how many entries there are.
pub(crate) async fn conclude(
    site: &impl Deployment,
    owner: &Owner,
    writers: Writers,
    kept: Kept,
) -> (Arc<Tally>, u64) {
    let (clubs, tally) = writers.conclude(owner).await;
    (tally, check(site, owner, &clubs, kept).await)
}

/// Checks it all of these clubs. Returns how many entries they have.
pub(crate) async fn check(
    site: &impl Deployment,
    owner: &Owner,
    clubs: &[String],
    mut kept: Kept,
) -> u64 {
    let mut entries = 0;
    signed(owner, clubs).await;
    kept.take(owner, clubs).await;
    for club in clubs {
        entries += verify(site, owner, club, &kept).await;
        is_sound(&owner.audited(club, json!({})).await);
    }
    let logs = site.logs();
    for bad in ["panicked", "internal problem"] {
        let said = logs.lines().find(|line| line.contains(bad));
        assert_eq!(said, None, "a process says that it is broken");
    }
    entries
}

/// Has everything signed, which after a fault takes the signer a moment.
async fn signed(owner: &Owner, clubs: &[String]) {
    for club in clubs {
        let is_signed = async || {
            let (status, _) = owner
                .ask(Method::POST, &format!("{club}/ledger/checkpoint"), None)
                .await;
            status == 200
        };
        eventually("the signer signs", is_signed).await;
    }
}

/// Exports a club, and has `faan audit verify` look at it without any service.
async fn verify(site: &impl Deployment, owner: &Owner, club: &str, kept: &Kept) -> u64 {
    let export = owner.read(&format!("{club}/ledger/export")).await;
    let file = site.folder().join("export.ndjson");
    fs::write(&file, export).unwrap();
    let mut command = faan();
    command.args(["audit", "verify", "--json", "--key", &site.log_key()]);
    let of_club = kept.notes.iter().filter(|(of, _)| of == club);
    for (number, (_, note)) in of_club.enumerate() {
        let kept = site.folder().join(format!("kept-{number}"));
        fs::write(&kept, note).unwrap();
        command.arg("--checkpoint").arg(kept);
    }
    let output = command.arg(&file).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{report} {}",
        stderr(&output)
    );
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["verdict"], "sound", "{report:#}");
    report["entries"].as_u64().unwrap()
}
