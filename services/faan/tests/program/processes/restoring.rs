//! A database that comes from a backup: everything in it is there, and goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ledger::test_database::TestDatabase;
use rustix::process::Signal;
use serde_json::json;

use crate::owner::{Owner, is_sound};
use crate::running::{EMAIL, Folder, PASSWORD, Running, answered, faan, stderr};

#[tokio::test]
async fn a_backup_of_today_is_restored_and_goes_on() {
    let mut site = Site::new().await;
    let service = site.start();
    let owner = Owner::of(&service).await;
    let (club, players) = owner.found_club().await;
    owner.open_match(&club, &players, json!({})).await;
    let note = site.folder.0.join("before.note");
    fs::write(&note, site.goes_on(&service, &[]).await).unwrap();
    service.end(Signal::TERM);

    let backup = site.folder.0.join("backup");
    let dumped = Command::new(program("pg_dump"))
        .args(["--format=custom", "--file"])
        .args([&backup, &PathBuf::from(site.database.admin_url())])
        .output();
    succeeds(&dumped.unwrap());
    site.database = TestDatabase::empty().await;
    succeeds(&answered(&mut site.faan("bootstrap")));
    let restored = Command::new(program("pg_restore"))
        .args(["--exit-on-error", "--single-transaction", "--dbname"])
        .args([&PathBuf::from(site.database.admin_url()), &backup])
        .output();
    succeeds(&restored.unwrap());

    let service = site.start();
    site.goes_on(&service, &[note]).await;
}

/// A service with a database elsewhere, and a folder with its keys and the signer's record.
struct Site {
    folder: Folder,
    database: TestDatabase,
}

impl Site {
    async fn new() -> Site {
        let site = Site {
            folder: Folder::new(),
            database: TestDatabase::empty().await,
        };
        for command in ["bootstrap", "migrate"] {
            succeeds(&answered(&mut site.faan(command)));
        }
        site
    }

    fn faan(&self, command: &str) -> Command {
        let mut faan = faan();
        faan.arg(command)
            .env("FAAN_DATABASE_URL", self.database.url())
            .env("FAAN_ADMIN_DATABASE_URL", self.database.admin_url())
            .env("FAAN_SIGNER_DATABASE_URL", self.database.signer_url())
            .env("FAAN_AUDITOR_DATABASE_URL", self.database.auditor_url());
        faan
    }

    fn start(&self) -> Running {
        let mut command = self.faan("up");
        command.arg("--data-dir").arg(self.folder.0.join("data"));
        Running::start_with(&mut command)
    }

    /// The owner signs in, reads, and records; what was there before is still so, and all of it is proved. The answer is the newest
    /// checkpoint.
    async fn goes_on(&self, service: &Running, notes: &[PathBuf]) -> String {
        let owner = Owner::signs_in(&service.url, EMAIL, PASSWORD).await;
        let read = async |path: &str| owner.read_json(path).await;
        let clubs = read("/v1/clubs").await;
        let at = format!(
            "/v1/clubs/{}",
            clubs["clubs"][0]["club"]["id"].as_str().unwrap()
        );
        let matches = read(&format!("{at}/matches")).await;
        let mut matches = matches["matches"].as_array().unwrap().iter();
        let open = matches.find(|one| one["ending"].is_null()).unwrap();
        let hands = format!("{at}/matches/{}/hands", open["id"].as_str().unwrap());
        let hand = json!({ "number": open["next_number"], "outcome": { "kind": "goulash" } });
        owner.write(&hands, hand).await;

        // A signer with a restored record waits for half a minute whether another one signs.
        let note = owner.checkpoint(&at).await;
        let export = self.folder.0.join("club.ndjson");
        fs::write(&export, owner.read(&format!("{at}/ledger/export")).await).unwrap();
        let keys = read("/.well-known/log-keys").await;
        let mut verify = faan();
        verify.args(["audit", "verify", "--key"]);
        verify.arg(keys["keys"][0]["verifier_key"].as_str().unwrap());
        verify.arg(&export);
        for note in notes {
            verify.arg("--checkpoint").arg(note);
        }
        succeeds(&verify.output().unwrap());
        is_sound(&owner.audited(&at, json!({})).await);
        note
    }
}

/// A program of PostgreSQL's, where the server's are.
pub(crate) fn program(name: &str) -> PathBuf {
    let find = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/postgres.sh");
    let found = Command::new(find).output().unwrap();
    let folder = String::from_utf8(found.stdout).unwrap();
    Path::new(folder.trim()).join(name)
}

#[track_caller]
pub(crate) fn succeeds(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", stderr(output));
}
