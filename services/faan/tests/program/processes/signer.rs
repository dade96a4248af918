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

use crate::bench::extent;
use crate::client::{self, PATIENCE};
use crate::running::{
    Folder, Running, answered, connect, eventually, faan, keygen, signal_to, stderr, up_on,
};

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
        let account = || SignUp {
            email: format!("{name}@club.example"),
            password_hash: "$argon2id$".to_owned(),
            display_name: name.to_owned(),
        };
        let owner = at_last(|| ledger.sign_up(account())).await.id;
        let club = || FoundClub {
            actor: owner,
            route: "clubs",
            key: name.to_owned(),
            fingerprint: [0; 32],
            name: name.to_owned(),
            time_zone: "Asia/Hong_Kong".to_owned(),
        };
        let club = at_last(|| ledger.found_club(club())).await;
        Writer {
            ledger: ledger.clone(),
            owner,
            club: club.value.id,
        }
    }

    async fn append(&self, key: String) {
        let write = || Write {
            club: self.club,
            actor: self.owner,
            role: Role::Owner,
            api_key: None,
            session: None,
            route: "players",
            key: key.clone(),
            fingerprint: [0; 32],
        };
        at_last(|| self.ledger.enrol_player(write(), key.clone())).await;
    }

    /// Whether all is signed, of so many entries.
    async fn is_signed(&self, size: u64) -> bool {
        at_last(|| self.ledger.wake_signer()).await;
        let latest = at_last(|| self.ledger.checkpoint(self.club, None)).await;
        latest.is_some_and(|latest| latest.size == size)
    }
}

/// What the ledger answers once it can: while the database stands still, whoever asks is put off.
async fn at_last<T, F>(ask: impl Fn() -> F) -> T
where
    F: Future<Output = Result<T, ledger::Error>>,
{
    let begun = Instant::now();
    loop {
        match ask().await {
            Err(ledger::Error::Unavailable { .. }) if begun.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            answered => return answered.unwrap(),
        }
    }
}

/// Waits until a signer has come to its work.
async fn works(ledger: &Ledger) {
    let works = async || {
        let state = at_last(|| ledger.signer_state()).await;
        state.last_round_at.is_some()
    };
    eventually("it works", works).await;
}

fn make_key(path: &Path) {
    keygen(path, &["--log-name", SERVICE]);
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

    /// How many there are of the directory.
    fn of_directory(&self) -> usize {
        let directory = directory_origin(SERVICE);
        let logs = self.0.keys().map(|(origin, _)| origin);
        logs.filter(|origin| **origin == directory).count()
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

/// Three clubs are written to all the time and signed as fast as can be, while the signer is killed, until it has come to its work often.
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
                at_last(|| ledger.wake_signer()).await;
                number += 1;
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
    });
    let record = folder.0.join("record");
    let mut seen = Seen::default();
    let started = Instant::now();
    let first = signer(&database, &folder.0).spawn().unwrap();
    works(&ledger).await;
    let to_work = started.elapsed();
    end(first);
    let mut kills = 0u32;
    while kills < extent(12, 60) || seen.of_directory() <= 10 {
        assert!(kills < 500, "it does not come to its work");
        let mut child = signer(&database, &folder.0).spawn().unwrap();
        // Not by chance, so that it can be done again: from the start of the process to well into its work, however long that
        // takes on this machine.
        tokio::time::sleep(to_work * (10 + kills * 7919 % 200) / 100).await;
        child.kill().unwrap();
        child.wait().unwrap();
        seen.look(&admin, &record).await;
        kills += 1;
    }
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    let last = signer(&database, &folder.0).spawn().unwrap();
    for writer in &writers {
        let is_signed = async || {
            let head = at_last(|| ledger.tree_head(writer.club)).await;
            writer.is_signed(head.size).await
        };
        eventually("everything is signed", is_signed).await;
    }
    end(last);
    seen.look(&admin, &record).await;

    let (found, of_directory) = seen.check_all(&ledger, &writers).await;
    println!(
        "{kills} kills in {:?}: {found} checkpoints of clubs and {of_directory} of the directory, one root each",
        started.elapsed()
    );
}

fn end(mut child: std::process::Child) -> String {
    signal_to(child.id(), Signal::TERM);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_record_is_made_anew_if_that_is_asked_for() {
    let folder = Folder::new();
    make_key(&folder.0.join("key"));
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let writer = Writer::new(&ledger, "club").await;
    let first = signer(&database, &folder.0).spawn().unwrap();
    eventually("it is signed", || writer.is_signed(1)).await;
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
        answered(&mut command)
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
    eventually("it goes on", || writer.is_signed(2)).await;
    end(next);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_raises_the_alarm() {
    let folder = Folder::new();
    let start = |database| Running::start_with(&mut up_on(database, &folder.0));
    // Until it says so: what stands still meanwhile is not ready.
    let says = async |service: &Running, path: &str, status: u16, word: &str| {
        let has_it = async || {
            let answer = reqwest::get(format!("{}{path}", service.url)).await;
            let answer = client::read(answer.unwrap()).await;
            println!("{answer:?}");
            answer.0 == status && answer.1.contains(word)
        };
        eventually(&format!("{path} says {word}"), has_it).await;
    };
    let database = TestDatabase::create().await;
    let ledger = database.ledger().await;
    let writer = Writer::new(&ledger, "club").await;
    let service = start(&database);
    eventually("it is signed", || writer.is_signed(1)).await;
    let of_signer = "/readyz?check=signer";
    says(&service, of_signer, 200, r#""state":"signing""#).await;
    service.end(Signal::TERM);
    let yesterday = database.backup().await;
    let service = start(&database);
    writer.append("today".to_owned()).await;
    eventually("today is signed", || writer.is_signed(2)).await;
    service.end(Signal::TERM);

    let service = start(&yesterday);
    says(&service, "/readyz", 200, r#""status":"degraded""#).await;
    says(&service, "/readyz", 200, r#""log":"directory""#).await;
    let reason = "The signer refuses directory: the database has 1 heads in it that are not the 2 that were signed.";
    says(&service, of_signer, 503, reason).await;
    assert_eq!(service.sign_up().await, 201, "people play on");
}
