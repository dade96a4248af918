//! A record that was lost, made anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use evidence::{SignedNote, SignerKey};
use host::Failure;

use super::super::restore::restore;
use super::Scene;
use super::crashes::connect;
use crate::config::RestoreRecord;

impl Scene {
    async fn restore(&self, kept: &[&str]) -> Result<String, String> {
        let config = RestoreRecord {
            place: self.place("record"),
            files: self.log_key_files(),
            kept: kept.iter().map(|name| self.folder.join(name)).collect(),
        };
        let restored = restore(&config).await;
        restored.map_err(|error: Failure| error.to_string())
    }

    fn lose_record(&self) {
        fs::remove_dir_all(self.folder.join("record")).unwrap();
    }

    fn keep(&self, name: &str, note: impl ToString) {
        fs::write(self.folder.join(name), note.to_string()).unwrap();
    }

    async fn sign(&self) {
        self.signer().await.round(true).await.unwrap();
    }

    async fn has_no_refusals(&self) {
        let state = self.ledger.signer_state().await.unwrap();
        assert_eq!(state.refusals, []);
    }
}

/// The checkpoints in a record, by file.
fn files(record: &Path) -> BTreeMap<String, String> {
    let clubs = fs::read_dir(record.join("clubs")).unwrap();
    let paths = clubs.map(|file| file.unwrap().path());
    paths
        .chain([record.join("directory")])
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_record_is_restored_and_gone_on_from() {
    let scene = Scene::new().await;
    let (one, two) = (scene.found_club("one").await, scene.found_club("two").await);
    let nothing = scene.restore(&[]).await.unwrap_err();
    assert_eq!(nothing, "nothing was signed in this database");
    scene.sign().await;
    let of_one = scene.ledger.checkpoint(one, None).await.unwrap().unwrap();
    let directory = scene.ledger.directory_checkpoint().await.unwrap().unwrap();
    scene.keep("one", of_one.note);
    scene.keep("directory", directory.note);
    scene.grow(one, 4).await;
    scene.sign().await;
    scene.grow(two, 1).await;
    scene.grow(one, 1).await;
    scene.sign().await;
    let record = scene.folder.join("record");
    let before = files(&record);
    assert_eq!(before.len(), 3);
    let there = scene.restore(&[]).await.unwrap_err();
    assert!(there.starts_with("there is a record in "), "{there}");
    assert_eq!(files(&record), before);

    scene.lose_record();
    // As it is found out: the signer has made an empty one.
    scene.sign().await;
    let state = scene.ledger.signer_state().await.unwrap();
    assert_eq!(state.refusals.len(), 1);
    scene.grow(two, 1).await;
    let said = scene.restore(&["one", "directory"]).await.unwrap();
    assert!(
        said.contains(" goes on from faan.test/directory with 5 heads"),
        "{said}"
    );
    assert!(said.contains("each of 2 clubs"), "{said}");
    assert!(
        said.contains("directory: faan.test/directory with 2.\n"),
        "{said}"
    );
    assert_eq!(files(&record), before);
    scene.sign().await;
    scene.has_no_refusals().await;
    assert_eq!(scene.signed(one).await, [1, 5, 6]);
    assert_eq!(scene.signed(two).await, [1, 2, 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_kept_shows_that_the_database_went_back() {
    let today = Scene::new().await;
    let (club, other) = (
        today.found_club("club").await,
        today.found_club("other").await,
    );
    today.sign().await;
    let yesterday = today.fork().await;
    today.grow(club, 2).await;
    today.sign().await;
    let newest = today.ledger.checkpoint(club, None).await.unwrap().unwrap();
    let directory = today.ledger.directory_checkpoint().await.unwrap().unwrap();
    let others = today.ledger.checkpoint(other, None).await.unwrap().unwrap();
    yesterday.keep("club", newest.note);
    yesterday.keep("directory", directory.note);
    yesterday.keep("other", &others.note);
    yesterday.lose_record();

    let refused = async |kept: &[&str], said: &str| {
        let found = yesterday.restore(kept).await.unwrap_err();
        assert!(found.contains(said), "{kept:?}: {found}");
        let record = yesterday.folder.join("record");
        assert!(!record.join("directory").exists());
    };
    let back = format!(
        "faan.test/clubs/{club}: 3 entries of it were signed, and the database has signed 1: it went back"
    );
    refused(&["other", "club"], &back).await;
    let back = "faan.test/directory: 3 entries of it were signed, and the database has signed 2: it went back";
    refused(&["directory"], back).await;

    // Written on until it is longer, and signed by somebody who has the key.
    yesterday.grow(club, 3).await;
    yesterday.grow(other, 1).await;
    yesterday.restore(&["other"]).await.unwrap();
    yesterday.sign().await;
    yesterday.lose_record();
    refused(
        &["club"],
        "its first 3 entries are not those that were signed then: ",
    )
    .await;
    refused(
        &["directory"],
        "its first 3 entries are not those that were signed then",
    )
    .await;
    yesterday.keep("nonsense", "nonsense");
    refused(&["nonsense"], "nonsense is no checkpoint: ").await;
    let stranger = crate::signer::new_key("faan.test").unwrap();
    let stranger: SignerKey = stranger.trim_end().parse().unwrap();
    let note = SignedNote::sign(others.note.text(), &stranger.for_club(other)).unwrap();
    yesterday.keep("stranger", note);
    refused(&["stranger"], "none of the keys that are known signed it").await;
    yesterday.restore(&["other"]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_not_what_was_signed_is_no_record() {
    for (tampering, said) in [
        (
            "UPDATE heads SET leaf = convert_to(replace(convert_from(leaf, 'UTF8'), '\"size\":1', '\"size\":7'), 'UTF8'),
             leaf_hash = sha256('\\x00'::bytea || convert_to(replace(convert_from(leaf, 'UTF8'), '\"size\":1', '\"size\":7'), 'UTF8'))",
            "the heads in the database are not those that were signed",
        ),
        (
            "DELETE FROM checkpoints; DELETE FROM heads WHERE index = 1",
            "the heads in the database are not those that were signed",
        ),
        (
            "DELETE FROM checkpoints; DELETE FROM entries; DELETE FROM clubs",
            "and the database has no such club: it went back",
        ),
        (
            "UPDATE checkpoints SET root = sha256('another')",
            "has a checkpoint over 1 entries that the directory has not",
        ),
        (
            "UPDATE directory_checkpoints SET note = replace(note, 'faan.test/directory\n2', 'faan.test/directory\n3')",
            "the directory's checkpoint: the signature of ",
        ),
    ] {
        let scene = Scene::new().await;
        scene.found_club("one").await;
        scene.found_club("two").await;
        scene.sign().await;
        scene.lose_record();
        let admin = connect(&scene.database.admin_url()).await;
        let tables = ["entries", "checkpoints", "heads", "directory_checkpoints"];
        let unguarded = tables.map(|table| format!("ALTER TABLE {table} DISABLE TRIGGER ALL;"));
        // With the safeguards back, or it would not even connect.
        let guarded = tables.map(|table| {
            format!(
                "ALTER TABLE {table} ENABLE TRIGGER ALL; ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_are_final;"
            )
        });
        let (unguarded, guarded) = (unguarded.concat(), guarded.concat());
        let tampering =
            format!("SET session_replication_role = replica; {unguarded} {tampering}; {guarded}");
        admin.batch_execute(&tampering).await.unwrap();
        let found = scene.restore(&[]).await.unwrap_err();
        assert!(found.contains(said), "{found}");
        assert!(!scene.folder.join("record/directory").exists());
    }
}
