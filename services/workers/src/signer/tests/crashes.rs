//! Stopped between any two steps, the signer goes on as if nothing had happened.

use std::fs;

use super::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_down_and_not_stored_is_signed_first() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let other = scene.found_club("other").await;
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    scene.grow(club, 4).await;

    // A database that takes no checkpoints is as good as a crash before they are stored.
    let admin = connect(&scene.database.admin_url()).await;
    let away = "ALTER TABLE directory_checkpoints ADD CONSTRAINT away CHECK (size < 3)";
    admin.batch_execute(away).await.unwrap();
    signer.round(false).await.unwrap_err();
    assert_eq!(scene.signed(club).await, [1]);
    drop(signer);
    let written = scene.record("directory").await;
    scene.grow(club, 3).await;
    scene.grow(other, 1).await;

    admin
        .batch_execute("ALTER TABLE directory_checkpoints DROP CONSTRAINT away")
        .await
        .unwrap();
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    assert_eq!(scene.signed(club).await, [1, 5, 8]);
    assert_eq!(scene.signed(other).await, [1, 2]);
    let notes = "SELECT note FROM directory_checkpoints WHERE size = 3";
    let note: String = admin.query_one(notes, &[]).await.unwrap().get(0);
    assert!(note.starts_with(&written), "{note} {written}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_stored_is_not_stored_again() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let mut signer = scene.signer().await;
    let round = scene.folder.join("record/round");
    signer.round(true).await.unwrap();
    assert!(!round.exists());

    // The crash came right after the commit: the round is still there.
    let (directory, of_club) = (
        scene.record("directory").await,
        scene.record(&format!("clubs/{club}")).await,
    );
    drop(signer);
    fs::write(&round, format!("{of_club}\n{directory}")).unwrap();
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    assert!(!round.exists());
    scene.grow(club, 1).await;
    signer.round(false).await.unwrap();
    assert_eq!(scene.signed(club).await, [1, 2]);
    assert_eq!(scene.ledger.heads(0, 10).await.unwrap().len(), 2);
}

pub(super) async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}
