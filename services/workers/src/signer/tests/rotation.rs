//! A new key takes over: for a while both sign, then the old one is retired.

use evidence::Checkpoint;
use ledger::SignerLedger;

use super::Scene;
use crate::signer::{Keys, Record, Signer};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_signs_beside_the_old_one_and_then_alone() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    scene.signer().await.round(true).await.unwrap();
    scene.make_key("new");
    let path = |name: &str| scene.folder.join(name);
    let start = async |key: &str, before: Option<&str>| {
        let before = before.map(path);
        let keys = Keys::read(&path(key), before.as_deref()).unwrap();
        let record = Record::open(&path("record"), keys.service()).unwrap();
        let ledger = SignerLedger::connect(&scene.database.signer_url()).await;
        let mut signer = Signer::new(ledger.unwrap(), keys, record).await.unwrap();
        scene.grow(club, 1).await;
        signer.round(true).await.unwrap();
    };
    start("new", Some("key")).await;
    start("new", None).await;

    let new = Keys::read(&path("new"), None).unwrap().public().remove(0);
    let signed_by = async |size| {
        let note = scene.ledger.checkpoint(club, Some(size)).await.unwrap();
        let note = note.unwrap().note;
        [scene.key(), new.clone()].map(|key| Checkpoint::open(&note, &key.for_club(club)).is_ok())
    };
    assert_eq!(signed_by(1).await, [true, false]);
    assert_eq!(signed_by(2).await, [true, true]);
    assert_eq!(signed_by(3).await, [false, true]);
    let keys = scene.ledger.log_keys().await.unwrap();
    let keys: Vec<_> = keys
        .iter()
        .map(|key| (&key.key, key.retired_at.is_some()))
        .collect();
    assert_eq!(keys, [(&new, false), (&scene.key(), true)]);
}

#[test]
fn keys_of_two_services_are_not_one_signer_s() {
    let folder = std::env::temp_dir().join(format!("faan-keys-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["one.example", "two.example"] {
        let path = folder.join(name);
        std::fs::remove_file(&path).ok();
        host::secret::write(&path, &crate::signer::new_key(name).unwrap()).unwrap();
    }
    let keys = |one: &str, two: &str| Keys::read(&folder.join(one), Some(&folder.join(two)));
    assert!(keys("one.example", "one.example").is_ok());
    let refused = keys("one.example", "two.example")
        .err()
        .unwrap()
        .to_string();
    assert!(
        refused.contains("two services, one.example and two.example"),
        "{refused}"
    );
    let refused = keys("one.example", "none").err().unwrap().to_string();
    assert!(refused.contains("cannot read"), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}
