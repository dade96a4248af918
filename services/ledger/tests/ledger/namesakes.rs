//! Names that are taken: who enrols or renames a player says whom they mean. What a ledger has stays as it is.

use crate::moving::taken_along;
use crate::scene::{Scene, assert_refused};
use ledger::test_database::TestDatabase;
use ledger::{Error, NewName, PeopleError, PlayerFilter};

fn namesake(name: &str) -> NewName {
    NewName {
        is_namesake: true,
        ..NewName::from(name)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_taken_by_who_is_there() {
    let scene = Scene::new().await;
    let [a, b, ..] = scene.players;
    let enrol = |key: &'static str, name: &'static str| {
        scene.enrol_player(scene.write("players", key), name)
    };
    for (key, name) in [
        ("1", "AH  YEE"),
        ("2", "Ah\u{3000}Yee"),
        ("3", "ah\u{a0}yee"),
    ] {
        let Err(Error::People(PeopleError::NameTaken { by })) = enrol(key, name).await else {
            panic!("{name:?}")
        };
        assert_eq!(by, [(a, "Ah Yee".to_owned())]);
    }
    let rename = scene.rename_player(scene.write("rename", "1"), b, "ah yee");
    assert_refused(rename.await, "People(NameTaken");
    // A request that was done is answered as before, whoever has the name now.
    let eng = enrol("4", "Eng").await.unwrap();
    let twin = scene.enrol_player(scene.write("players", "5"), namesake("ENG"));
    let twin = twin.await.unwrap().value;
    let again = enrol("4", "Eng").await.unwrap();
    assert_eq!((again.value, again.replayed), (eng.value, true));
    // One's own name is not that of another.
    let rename = scene.rename_player(scene.write("rename", "2"), a, "AH YEE");
    assert_eq!(rename.await.unwrap().value.name.as_deref(), Some("AH YEE"));
    // Who was erased has no name, and who was merged no name of their own.
    let erased = scene.erase_player(scene.write("erase", "1"), twin.id);
    erased.await.unwrap();
    let double = scene.enrol("Fong").await;
    let merged = scene.merge_player(scene.write("merge", "1"), double, b);
    merged.await.unwrap();
    enrol("6", "Fong").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_a_name_are_not_lost() {
    let scene = Scene::new().await;
    for new in [
        NewName::from("\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
        namesake("Ah \u{fffd}"),
    ] {
        let enrol = scene.enrol_player(scene.write("players", "1"), new.clone());
        assert_refused(enrol.await, "People(NameDamaged)");
        let rename = scene.rename_player(scene.write("rename", "1"), scene.players[0], new);
        assert_refused(rename.await, "People(NameDamaged)");
    }
}

/// Names are judged when they are given, not when a ledger is read: a club with namesakes goes to another service.
#[tokio::test(flavor = "multi_thread")]
async fn a_ledger_with_namesakes_is_right() {
    let scene = Scene::new().await;
    for key in ["1", "2"] {
        let enrol = scene.enrol_player(scene.write("players", key), namesake("ah yee"));
        enrol.await.unwrap();
    }
    let database = TestDatabase::create().await;
    let moved = database.ledger().await;
    let along = taken_along(&scene.ledger, scene.club).await;
    moved.import_ledger(along).await.unwrap();
    let all = PlayerFilter::default();
    assert_eq!(
        moved.players_and(scene.club, all).await.unwrap(),
        scene.players_and(scene.club, all).await.unwrap()
    );
}
