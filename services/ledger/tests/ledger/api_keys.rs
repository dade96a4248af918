//! API keys, as the commands see them.

use crate::scene::{FIRST_KEYS, Scene, assert_refused, key};
use ledger::test_database::all_entries;
use ledger::{ApiKeyStatus, MakeApiKey, Role, Write};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_with_a_key_that_is_revoked_writes_nothing() {
    let scene = Scene::new().await;
    let made = scene.make_key("m").await;
    let by_key = |key: &str| Write {
        api_key: Some(made.id),
        ..scene.write("players", key)
    };
    let enrol = |key: &'static str| scene.enrol_player(by_key(key), key.to_owned());
    enrol("before").await.unwrap();
    let write = scene.write("revoke_api_key", "r");
    let revoked = scene.revoke_api_key(write, made.id).await.unwrap();
    assert_eq!(revoked.status(), ApiKeyStatus::Revoked);
    // Whatever the gate saw: neither anew nor again.
    for key in ["after", "before"] {
        assert_refused(enrol(key).await, "ApiKeyEnded");
    }
    let entries = all_entries(&scene.ledger, scene.club, 0).await;
    let by_key = entries
        .iter()
        .filter(|entry| entry.api_key == Some(made.id));
    assert_eq!(by_key.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_key_owns_a_club_and_there_are_not_too_many() {
    let scene = Scene::new().await;
    let owning = MakeApiKey {
        role: Role::Owner,
        ..key("o")
    };
    let refused = scene.make_api_key(scene.write("k", "o"), owning);
    assert_refused(refused.await, "Contradiction");
    for number in 0..100 {
        scene.make_key(&number.to_string()).await;
    }
    let many = scene.make_api_key(scene.write("k", "one more"), key("x"));
    assert_refused(many.await, "TooManyApiKeys { most: 100 }");
    let (mut keys, mut page) = (Vec::new(), FIRST_KEYS);
    loop {
        let found = scene.api_keys(scene.club, page).await.unwrap();
        assert!(found.api_keys.len() <= 40);
        keys.extend(found.api_keys);
        match found.next {
            Some(_) => page.before = found.next,
            None => break,
        }
    }
    assert!(keys.is_sorted_by(|later, earlier| later.id.0 > earlier.id.0));
    assert_eq!(keys.len(), 100);
    let first = keys.pop().unwrap();
    let write = scene.write("revoke", "r");
    scene.revoke_api_key(write, first.id).await.unwrap();
    scene.make_key("one more").await;
}
