//! The signer as a process: killed, doubled, led to another past; and what it signs, in the hands of somebody offline.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ledger::evidence::{Checkpoint, Frontier, Head, club_origin, directory_origin, leaf_hash};
use ledger::test_database::{TestDatabase, all_entries};
use ledger::{ClubId, FoundClub, Hash, Ledger, Role, SignUp, UserId, Write};
use rustix::process::Signal;

use crate::running::{Folder, Running, eventually, faan, stderr};

const SERVICE: &str = "faan.test";

/// A club to which entries are appended.
#[derive(Clone)]
struct Writer {
    ledger: Ledger,
    owner: UserId,
    club: ClubId,
}

impl Writer {
    async fn new(ledger: &Ledger, name: &str) -> Writer {
        let new = SignUp {
            email: format!("{name}@club.example"),
            password_hash: "$argon2id$".to_owned(),
            display_name: name.to_owned(),
        };
        let owner = ledger.sign_up(new).await.unwrap().id;
        let new = FoundClub {
            actor: owner,
            route: "clubs",
            key: name.to_owned(),
            fingerprint: [0; 32],
            name: name.to_owned(),
            time_zone: "Asia/Hong_Kong".to_owned(),
        };
        let club = ledger.found_club(new).await.unwrap().value.id;
        let ledger = ledger.clone();
        Writer {
            ledger,
            owner,
            club,
        }
    }

    async fn append(&self, key: String) {
        let write = Write {
            club: self.club,
            actor: self.owner,
            role: Role::Owner,
            api_key: None,
            session: None,
            route: "players",
            key: key.clone(),
            fingerprint: [0; 32],
        };
        self.ledger.enrol_player(write, key).await.unwrap();
    }
}

fn make_key(path: &Path) {
    let made = faan()
        .arg("keygen")
        .arg(path)
        .args(["--log-name", SERVICE])
        .status();
    assert!(made.unwrap().success());
}

fn signer(database: &TestDatabase, folder: &Path) -> Command {
    let mut command = faan();
    command
        .args(["signer", "--sign-every", "1", "--log-key"])
        .arg(folder.join("key"))
        .arg("--signer-record")
        .arg(folder.join("record"))
        .env("FAAN_SIGNER_DATABASE_URL", database.signer_url())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Every root that was ever seen of a log at a size, in the database or in the record.
#[derive(Default)]
struct Seen(BTreeMap<(String, u64), Hash>);

impl Seen {
    fn take(&mut self, checkpoint: &str) {
        // A note, or only its text.
        let text = checkpoint.split("\n\n").next().unwrap().trim_end();
        let checkpoint: Checkpoint = format!("{text}\n").parse().unwrap();
        let Checkpoint { origin, size, root } = checkpoint;
        let before = self.0.insert((origin.clone(), size), root);
        assert!(
            before.is_none_or(|before| before == root),
            "two roots of {origin} at {size}"
        );
    }

    async fn look(&mut self, admin: &tokio_postgres::Client, record: &Path) {
        let notes = "SELECT note FROM checkpoints UNION ALL SELECT note FROM directory_checkpoints";
        for row in admin.query(notes, &[]).await.unwrap() {
            self.take(row.get(0));
        }
        let mut files = vec![record.join("directory")];
        files.extend(
            fs::read_dir(record.join("clubs"))
                .into_iter()
                .flatten()
                .map(|file| file.unwrap().path()),
        );
        for path in files
            .iter()
            .filter(|path| path.exists() && path.extension().is_none())
        {
            self.take(&fs::read_to_string(path).unwrap());
        }
        for checkpoint in fs::read_to_string(record.join("round"))
            .unwrap_or_default()
            .split("\n\n")
        {
            if !checkpoint.is_empty() {
                self.take(checkpoint);
            }
        }
    }

    /// All of them, of which there are those of the clubs and those of the directory.
    async fn check_all(&self, ledger: &Ledger, writers: &[Writer]) -> (usize, usize) {
        let mut found = 0;
        for writer in writers {
            let entries = all_entries(ledger, writer.club, 0).await;
            let leaves: Vec<Hash> = entries.iter().map(|entry| entry.leaf_hash).collect();
            found += self.check(&club_origin(SERVICE, writer.club), &leaves);
        }
        let heads = ledger.heads(0, u32::MAX).await.unwrap();
        for head in &heads {
            Head::parse(&head.leaf).unwrap();
        }
        let leaves: Vec<Hash> = heads.iter().map(|head| leaf_hash(&head.leaf)).collect();
        let of_directory = self.check(&directory_origin(SERVICE), &leaves);
        assert_eq!(found + of_directory, self.0.len(), "none is of another log");
        (found, of_directory)
    }

    /// All of a log, each held against the log's leaves.
    fn check(&self, origin: &str, leaves: &[Hash]) -> usize {
        let mut tree = Frontier::EMPTY;
        let mut found = 0;
        for (size, leaf) in (1..).zip(leaves) {
            tree.push(*leaf);
            if let Some(root) = self.0.get(&(origin.to_owned(), size)) {
                assert_eq!(*root, tree.root(), "{origin} at {size}");
                found += 1;
            }
        }
        found
    }
}

async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}

/// Three clubs are written to all the time and signed as fast as can be, while the signer is killed sixty times.
#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_it_signs_one_past() {
    let folder = Folder::new();
    make_key(&folder.0.join("key"));
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let admin = connect(&database.admin_url()).await;
    let mut writers = Vec::new();
    for name in ["one", "two", "three"] {
        writers.push(Writer::new(&ledger, name).await);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (writers, stop, ledger) = (writers.clone(), stop.clone(), ledger.clone());
        async move {
            let mut number = 0;
            while !stop.load(Ordering::Relaxed) {
                writers[number % 3].append(number.to_string()).await;
                ledger.wake_signer().await.unwrap();
                number += 1;
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
    });
    let record = folder.0.join("record");
    let mut seen = Seen::default();
    let started = Instant::now();
    let first = signer(&database, &folder.0).spawn().unwrap();
    let signs = async || ledger.signer_state().await.unwrap().last_round_at.is_some();
    eventually("the first one works", signs).await;
    let to_work = started.elapsed();
    end(first);
    for kill in 0..60u32 {
        let mut child = signer(&database, &folder.0).spawn().unwrap();
        // Not by chance, so that it can be done again: from the start of the process to well into its work, however long that
        // takes on this machine.
        tokio::time::sleep(to_work * (10 + kill * 7919 % 200) / 100).await;
        child.kill().unwrap();
        child.wait().unwrap();
        seen.look(&admin, &record).await;
    }
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    let last = signer(&database, &folder.0).spawn().unwrap();
    for writer in &writers {
        let signed = async || {
            let head = ledger.tree_head(writer.club).await.unwrap();
            let latest = ledger.checkpoint(writer.club, None).await.unwrap();
            latest.is_some_and(|latest| latest.size == head.size)
        };
        eventually("everything is signed", signed).await;
    }
    end(last);
    seen.look(&admin, &record).await;

    let (found, of_directory) = seen.check_all(&ledger, &writers).await;
    assert!(of_directory > 10, "it came to its work: {of_directory}");
    println!(
        "60 kills in {:?}: {found} checkpoints of clubs and {of_directory} of the directory, one root each",
        started.elapsed()
    );
}

fn end(mut child: std::process::Child) -> String {
    crate::running::signal_to(child.id(), Signal::TERM);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_signer_of_one_record_does_not_start() {
    let folder = Folder::new();
    make_key(&folder.0.join("key"));
    let database = TestDatabase::create().await;
    let first = signer(&database, &folder.0).spawn().unwrap();
    let ledger = database.ledger().await;
    let signs = async || ledger.signer_state().await.unwrap().last_round_at.is_some();
    eventually("the first one works", signs).await;
    let second = signer(&database, &folder.0).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = stderr(&second);
    let pid = first.id().to_string();
    assert!(
        said.contains("already running here") && said.contains(&pid),
        "{said}"
    );
    end(first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_record_is_made_anew_if_that_is_asked_for() {
    let folder = Folder::new();
    make_key(&folder.0.join("key"));
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let writer = Writer::new(&ledger, "club").await;
    let is_signed = async |size| {
        let latest = ledger.checkpoint(writer.club, None).await.unwrap();
        latest.is_some_and(|latest| latest.size == size)
    };
    let first = signer(&database, &folder.0).spawn().unwrap();
    eventually("it is signed", || is_signed(1)).await;
    end(first);
    let record = folder.0.join("record");
    let directory = fs::read(record.join("directory")).unwrap();
    fs::remove_dir_all(&record).unwrap();
    let restore = || {
        let mut command = faan();
        command
            .args(["restore-record", "--log-key"])
            .arg(folder.0.join("key"))
            .arg("--signer-record")
            .arg(&record)
            .env("FAAN_SIGNER_DATABASE_URL", database.signer_url());
        command.output().unwrap()
    };
    let made = restore();
    assert!(made.status.success(), "{}", stderr(&made));
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(said.contains("faan.test/directory with 1 heads"), "{said}");
    assert_eq!(fs::read(record.join("directory")).unwrap(), directory);
    let again = restore();
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("it is left as it is"));
    writer.append("more".to_owned()).await;
    let next = signer(&database, &folder.0).spawn().unwrap();
    eventually("it goes on", || is_signed(2)).await;
    end(next);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_raises_the_alarm() {
    let folder = Folder::new();
    let start = |database: &TestDatabase| {
        let mut command = faan();
        command
            .env("FAAN_DATABASE_URL", database.url())
            .env("FAAN_ADMIN_DATABASE_URL", database.admin_url())
            .env("FAAN_SIGNER_DATABASE_URL", database.signer_url())
            .env("FAAN_DATA_DIR", &folder.0);
        Running::start_with(&mut command)
    };
    let ready = async |url: &str, path: &str| {
        let answer = reqwest::get(format!("{url}{path}")).await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json::<serde_json::Value>().await.unwrap())
    };
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let writer = Writer::new(&ledger, "club").await;
    let service = start(&database);
    let is_signed = async |ledger: &Ledger, club, size| {
        ledger.wake_signer().await.unwrap();
        ledger.checkpoint(club, Some(size)).await.unwrap().is_some()
    };
    eventually("it is signed", || is_signed(&ledger, writer.club, 1)).await;
    let says_so = async || {
        let (_, said) = ready(&service.url, "/readyz?check=signer").await;
        said["signer"]["state"] == "signing"
    };
    eventually("it says that it signs", says_so).await;
    service.end(Signal::TERM);
    let yesterday = database.backup().await;
    let service = start(&database);
    writer.append("today".to_owned()).await;
    eventually("today is signed", || is_signed(&ledger, writer.club, 2)).await;
    service.end(Signal::TERM);

    let service = start(&yesterday);
    let refuses = async || ready(&service.url, "/readyz").await.1["status"] == "degraded";
    eventually("it is noticed", refuses).await;
    let (status, said) = ready(&service.url, "/readyz").await;
    let refusal = &said["signer"]["refusals"][0];
    assert_eq!(
        (status, &refusal["log"]),
        (200, &"directory".into()),
        "{said}"
    );
    let (status, said) = ready(&service.url, "/readyz?check=signer").await;
    let reason = "The signer refuses directory: the database has 1 heads in it that are not the 2 that were signed.";
    assert_eq!((status, &said["detail"]), (503, &reason.into()), "{said}");
    assert_eq!(service.sign_up().await, 201, "people play on");
}
