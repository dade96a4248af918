//! Another past than the one that was signed is not signed, and everybody can see that.

use evidence::club_hash;
use ledger::Ledger;

use super::Scene;
use super::crashes::connect;

/// What the service says of it: log and reason.
async fn refused(ledger: &Ledger) -> Vec<(String, String)> {
    let state = ledger.signer_state().await.unwrap();
    let words = |refusal: ledger::Refusal| (refusal.log, refusal.reason);
    state.refusals.into_iter().map(words).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn yesterdays_backup_is_refused_until_today_is_back() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    drop(signer);
    let yesterday = scene.database.backup().await;
    scene.grow(club, 3).await;
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    drop(signer);

    // Yesterday's database, in which people go on writing, until it is longer than today's.
    let restored = scene.on(yesterday).await;
    restored.grow(club, 7).await;
    let mut signer = scene.signer_on(&restored.database).await;
    for all in [true, false, true] {
        signer.round(all).await.unwrap();
    }
    let said = "the database has 1 heads in it that are not the 2 that were signed";
    let expected = [("directory".to_owned(), said.to_owned())];
    assert_eq!(refused(&restored.ledger).await, expected);
    let latest = restored.ledger.checkpoint(club, None).await.unwrap();
    assert_eq!(latest.unwrap().size, 1, "nothing was signed");
    drop(signer);

    scene.grow(club, 1).await;
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    assert_eq!(scene.signed(club).await, [1, 4, 5]);
    assert_eq!(refused(&scene.ledger).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_whose_past_was_changed_is_refused_and_the_others_are_signed() {
    let cases = [
        (
            // The last two entries are cut off, and everything is made to fit.
            "DELETE FROM checkpoints WHERE club_id = $1 AND size > 3;
             DELETE FROM entries WHERE club_id = $1 AND seq > 3;
             UPDATE clubs SET last_seq = 1, tree = (SELECT leaf_hash FROM entries WHERE club_id = $1 AND seq = 1) WHERE club_id = $1",
            "the database has 1 entries of it; 5 were signed",
        ),
        (
            // The club's head is another one.
            "UPDATE clubs SET tree = sha256('1') || sha256('2') WHERE club_id = $1",
            "its first 5 entries are not those that were signed: the proof leads to the root",
        ),
        (
            "DELETE FROM checkpoints WHERE club_id = $1; DELETE FROM entries WHERE club_id = $1; DELETE FROM clubs WHERE club_id = $1",
            "the database does not have it any more; 5 entries of it were signed",
        ),
        (
            // It goes on from entries that are no longer there.
            "DELETE FROM checkpoints WHERE club_id = $1; DELETE FROM entries WHERE club_id = $1 AND seq > 2;
             UPDATE clubs SET last_seq = 6, tree = sha256('1') || sha256('2') WHERE club_id = $1",
            "hashes are missing to prove that it only grew since 5 entries of it were signed",
        ),
    ];
    for (tampering, reason) in cases {
        let scene = Scene::new().await;
        let (club, other) = (
            scene.found_club("club").await,
            scene.found_club("other").await,
        );
        let mut signer = scene.signer().await;
        signer.round(true).await.unwrap();
        scene.grow(club, 4).await;
        signer.round(true).await.unwrap();
        let admin = connect(&scene.database.admin_url()).await;
        let tampering = tampering.replace("$1", &format!("'{club}'"));
        let unguarded = "SET session_replication_role = replica;
            ALTER TABLE entries DISABLE TRIGGER ALL; ALTER TABLE checkpoints DISABLE TRIGGER ALL";
        admin
            .batch_execute(&format!("{unguarded}; {tampering}"))
            .await
            .unwrap();
        scene.grow(other, 1).await;
        signer.round(true).await.unwrap();
        let [(log, said)]: [_; 1] = refused(&scene.ledger).await.try_into().unwrap();
        assert_eq!(log, format!("clubs/{}", club_hash(club)));
        assert!(said.starts_with(reason), "{said}");
        assert_eq!(scene.signed(other).await, [1, 2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_record_is_not_made_up() {
    let scene = Scene::new().await;
    let club = scene.found_club("club").await;
    let mut signer = scene.signer().await;
    signer.round(true).await.unwrap();
    drop(signer);
    std::fs::remove_dir_all(scene.folder.join("record")).unwrap();
    scene.grow(club, 1).await;
    scene.signer().await.round(true).await.unwrap();
    let said = "the database has 1 signed entries of it, and the record knows of none";
    let expected = [("directory".to_owned(), said.to_owned())];
    assert_eq!(refused(&scene.ledger).await, expected);
    assert_eq!(scene.signed(club).await, [1]);
}
