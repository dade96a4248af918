//! Row level security: a second wall between clubs.

use crate::scene::{Scene, club_tables, connect, found_club, sign_up, write};
use ledger::{ClubId, Error, Page};

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_names_no_club_fails() {
    let scene = Scene::new().await;
    let app = connect(&scene.database.url()).await;
    let tables = club_tables(&app).await;
    for table in &tables {
        assert!(
            app.query(&format!("SELECT * FROM {table}"), &[])
                .await
                .is_err(),
            "{table}"
        );
    }
    // Nor does it work on a connection that named one in an earlier transaction.
    app.batch_execute(&format!(
        "BEGIN; SET LOCAL faan.club = '{}'; COMMIT",
        scene.club
    ))
    .await
    .unwrap();
    for table in &tables {
        assert!(
            app.query(&format!("SELECT * FROM {table}"), &[])
                .await
                .is_err(),
            "{table}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clubs_rows_are_not_there() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [4, -4, 0, 0]).await;
    let app = connect(&scene.database.url()).await;
    let count = async |club: ClubId, table: &str| {
        app.batch_execute(&format!("SET faan.club = '{club}'"))
            .await
            .unwrap();
        let count = app
            .query_one(&format!("SELECT count(*) FROM {table}"), &[])
            .await
            .unwrap();
        count.get::<_, i64>(0)
    };
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    for table in club_tables(&app).await {
        let table = table.as_str();
        assert!(count(scene.club, table).await > 0, "{table}");
        let own = i64::from(["clubs", "members", "entries", "idempotency_keys"].contains(&table));
        assert_eq!(count(club, table).await, own, "{table}");
    }
    let forged = format!(
        "INSERT INTO members VALUES ('{}', '{other}', 'owner')",
        scene.club
    );
    app.batch_execute(&format!("SET faan.club = '{club}'"))
        .await
        .unwrap();
    assert!(
        app.batch_execute(&forged)
            .await
            .unwrap_err()
            .to_string()
            .contains("db error")
    );
    assert_eq!(
        scene.ledger.membership(other, scene.club).await.unwrap(),
        None
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_and_missing_look_alike() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hand = scene.play(&view, [4, -4, 0, 0]).await;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    let ledger = &scene.ledger;
    assert!(matches!(
        ledger.match_view(club, view.id).await,
        Err(Error::NotFound("match"))
    ));
    assert!(matches!(
        ledger.hand(club, view.id, hand.hand.hand).await,
        Err(Error::NotFound("hand"))
    ));
    assert!(matches!(
        ledger.settlement(club, view.id).await,
        Err(Error::NotFound("match"))
    ));
    assert!(matches!(
        ledger.variant_document(club, view.variant_hash).await,
        Err(Error::NotFound("variant"))
    ));
    let page = Page {
        before: None,
        limit: 10,
    };
    assert!(
        ledger
            .matches(club, Default::default(), page)
            .await
            .unwrap()
            .matches
            .is_empty()
    );
    assert!(ledger.players(club).await.unwrap().is_empty());
    // Another club's players cannot be seated.
    let new = crate::scene::open_match(scene.players);
    let refused = ledger
        .open_match(write(club, other, "matches", "m"), new)
        .await;
    assert!(matches!(refused, Err(Error::UnknownPlayer(_))));
}
