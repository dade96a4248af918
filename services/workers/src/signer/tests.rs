//! The signer on real databases: what it signs, and what it refuses, wherever it was stopped.

mod crashes;
mod refusals;
mod restoring;
mod rotation;
mod standby;

use std::fs;
use std::path::PathBuf;

use evidence::{Checkpoint, ExportHeader, VerifierKey};
use host::secret;
use ledger::test_database::TestDatabase;
use ledger::{ClubId, FoundClub, Hash, Ledger, Role, SignUp, UserId, Write};

use super::*;
use crate::config::{LogKeyFiles, SignerPlace};

/// A database with clubs, and a signer's folder.
pub(super) struct Scene {
    pub(super) database: TestDatabase,
    pub(super) ledger: Ledger,
    owner: UserId,
    pub(super) folder: PathBuf,
}

async fn sign_up(ledger: &Ledger, email: &str) -> UserId {
    let new = SignUp {
        email: email.to_owned(),
        password_hash: "$argon2id$".to_owned(),
        display_name: "East".to_owned(),
    };
    ledger.sign_up(new).await.unwrap().id
}

impl Scene {
    pub(super) async fn new() -> Scene {
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        let owner = sign_up(&ledger, "east@club.example").await;
        let folder = std::env::temp_dir().join(format!("faan-signer-{owner}"));
        fs::create_dir(&folder).unwrap();
        let scene = Scene {
            database,
            ledger,
            owner,
            folder,
        };
        scene.make_key("key");
        scene
    }

    pub(super) fn make_key(&self, name: &str) {
        let key = crate::signer::new_key("faan.test").unwrap();
        secret::write(&self.folder.join(name), &key).unwrap();
    }

    pub(super) async fn found_club(&self, key: &str) -> ClubId {
        self.found_club_of(self.owner, key).await
    }

    async fn found_club_of(&self, owner: UserId, key: &str) -> ClubId {
        let new = FoundClub {
            actor: owner,
            route: "clubs",
            key: key.to_owned(),
            fingerprint: Hash::of(key.as_bytes()).0,
            name: key.to_owned(),
            time_zone: "Asia/Hong_Kong".to_owned(),
        };
        self.ledger.found_club(new).await.unwrap().value.id
    }

    /// Appends so many entries.
    pub(super) async fn grow(&self, club: ClubId, entries: usize) {
        for _ in 0..entries {
            let size = self.ledger.tree_head(club).await.unwrap().size;
            let key = format!("{club} after {size}");
            let write = Write {
                club,
                actor: self.owner,
                role: Role::Owner,
                api_key: None,
                session: None,
                route: "players",
                fingerprint: Hash::of(key.as_bytes()).0,
                key,
            };
            self.ledger
                .enrol_player(write, size.to_string())
                .await
                .unwrap();
        }
    }

    /// The same people on another database, with a folder of its own.
    pub(super) async fn on(&self, database: TestDatabase) -> Scene {
        Scene {
            ledger: database.ledger().await,
            database,
            owner: self.owner,
            folder: self.folder.join("elsewhere"),
        }
    }

    /// A copy of the database, and of the key and the record.
    pub(super) async fn fork(&self) -> Scene {
        let database = self.database.backup().await;
        let folder = self.folder.join("fork");
        fs::create_dir(&folder).unwrap();
        fs::copy(self.folder.join("key"), folder.join("key")).unwrap();
        let record = self.folder.join("record");
        fs::create_dir_all(folder.join("record/clubs")).unwrap();
        fs::copy(record.join("directory"), folder.join("record/directory")).unwrap();
        for club in fs::read_dir(record.join("clubs")).unwrap() {
            let club = club.unwrap();
            let copy = folder.join("record/clubs").join(club.file_name());
            fs::copy(club.path(), copy).unwrap();
        }
        Scene {
            ledger: database.ledger().await,
            database,
            owner: self.owner,
            folder,
        }
    }

    /// The database, and a record in the folder.
    pub(super) fn place(&self, record: &str) -> SignerPlace {
        SignerPlace {
            signer_database_url: self.database.signer_url(),
            signer_record: self.folder.join(record),
        }
    }

    pub(super) fn log_key_files(&self) -> LogKeyFiles {
        LogKeyFiles {
            log_key: Some(self.folder.join("key")),
            log_key_before: None,
        }
    }

    /// A signer with the record in the folder, on this database or another.
    pub(super) async fn signer_on(&self, database: &TestDatabase) -> Signer {
        let keys = Keys::read(&self.folder.join("key"), None).unwrap();
        let record = Record::open(&self.folder.join("record"), keys.service()).unwrap();
        let ledger = SignerLedger::connect(&database.signer_url()).await.unwrap();
        Signer::new(ledger, keys, record).await.unwrap()
    }

    pub(super) async fn signer(&self) -> Signer {
        self.signer_on(&self.database).await
    }

    pub(super) fn key(&self) -> VerifierKey {
        let keys = Keys::read(&self.folder.join("key"), None).unwrap();
        keys.public().remove(0)
    }

    pub(super) async fn record(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join("record").join(file)).unwrap()
    }

    /// The sizes at which a club was signed, every checkpoint checked to be what it should be: its signature, its place in
    /// the directory, and the receipt of its last entry.
    pub(super) async fn signed(&self, club: ClubId) -> Vec<u64> {
        let head = self.ledger.tree_head(club).await.unwrap();
        let mut sizes = Vec::new();
        for size in 1..=head.size {
            let Some(signed) = self.ledger.checkpoint(club, Some(size)).await.unwrap() else {
                continue;
            };
            let checkpoint = Checkpoint::open(&signed.note, &self.key().for_club(club)).unwrap();
            assert_eq!((checkpoint.size, checkpoint.root), (size, signed.root));
            let header = ExportHeader {
                club,
                checkpoint: signed.note,
                directory: Some(self.ledger.in_directory(signed.head_index).await.unwrap()),
            };
            header.check(&self.key()).unwrap();
            let receipt = self.ledger.receipt(club, size).await.unwrap().unwrap();
            let checked = receipt.check(&self.key(), club).unwrap();
            assert_eq!((checked.seq, checked.size), (size, size));
            sizes.push(size);
        }
        sizes
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_grown_is_signed_and_nothing_else() {
    let scene = Scene::new().await;
    let (one, two) = (scene.found_club("one").await, scene.found_club("two").await);
    let mut signer = scene.signer().await;
    assert_eq!(
        scene.ledger.signer_state().await.unwrap().last_round_at,
        None
    );
    signer.round(true).await.unwrap();
    signer.round(true).await.unwrap();
    scene.grow(one, 2).await;
    signer.round(false).await.unwrap();
    scene.grow(one, 1).await;
    scene.grow(two, 300).await;
    assert!(scene.ledger.receipt(two, 2).await.unwrap().is_none());
    signer.round(false).await.unwrap();
    assert_eq!(scene.signed(one).await, [1, 3, 4]);
    assert_eq!(scene.signed(two).await, [1, 301]);
    let heads = scene.ledger.heads(0, 100).await.unwrap();
    assert_eq!(heads.len(), 5);
    let receipt = scene.ledger.receipt(two, 2).await.unwrap().unwrap();
    assert_eq!(receipt.check(&scene.key(), two).unwrap().size, 301);
    let state = scene.ledger.signer_state().await.unwrap();
    assert!(state.last_round_at.is_some() && state.refusals.is_empty());
}

/// Whatever has a club signed at once, it does so a number of times; then the club waits for the next round of all clubs.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_was_signed_often_is_signed_with_all_others() {
    let scene = Scene::new().await;
    let (often, seldom) = (scene.found_club("a").await, scene.found_club("b").await);
    let mut signer = scene.signer().await;
    for _ in 0..25 {
        signer.round(false).await.unwrap();
        scene.grow(often, 1).await;
    }
    let at_once: Vec<u64> = (1..=20).collect();
    assert_eq!(scene.signed(often).await, at_once);
    scene.grow(seldom, 1).await;
    signer.round(false).await.unwrap();
    assert_eq!(scene.signed(seldom).await, [1, 2]);
    assert_eq!(scene.signed(often).await, at_once);
    signer.round(true).await.unwrap();
    assert_eq!(scene.signed(often).await, [&at_once[..], &[26]].concat());
    // Ten minutes later it is signed at once again.
    let later = "ALTER TABLE checkpoints DISABLE TRIGGER checkpoints_are_final;
        UPDATE checkpoints SET signed_at = signed_at - interval '11 minutes'";
    let admin = crashes::connect(&scene.database.admin_url()).await;
    admin.batch_execute(later).await.unwrap();
    scene.grow(often, 1).await;
    signer.round(false).await.unwrap();
    assert_eq!(scene.signed(often).await.last(), Some(&27));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_clubs_are_signed_in_several_rounds_of_the_directory() {
    let scene = Scene::new().await;
    let mut clubs = Vec::new();
    // An account owns a hundred at most.
    for account in 0..3 {
        let owner = sign_up(&scene.ledger, &format!("{account}@club.example")).await;
        for number in 0..86 {
            clubs.push(scene.found_club_of(owner, &number.to_string()).await);
        }
    }
    scene.signer().await.round(true).await.unwrap();
    for club in clubs {
        assert_eq!(scene.signed(club).await, [1]);
    }
    let directory = scene.ledger.directory_checkpoint().await.unwrap().unwrap();
    assert_eq!(directory.tree.size(), 258);
}
