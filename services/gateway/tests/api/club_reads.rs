//! Reads that go on in the transaction in which the caller was authorized.

use crate::whole_match_reads::start_with;

/// What a member reads of a club in one transaction: every address whose handler reads at once.
const READS: [&str; 17] = [
    "",
    "/players",
    "/matches",
    "/evenings",
    "/tournaments",
    "/seasons",
    "/settlements",
    "/standings",
    "/records",
    "/won-hands",
    "/ledger/entries",
    "/webhook-events",
    "/exports/standings",
    "/exports/payments",
    "/exports/hands",
    "/players?merged=true",
    "/matches?limit=1",
];

/// Whoever kept the transaction open while they wait for another connection would wait for themselves.
#[tokio::test(flavor = "multi_thread")]
async fn one_connection_is_enough_to_read() {
    let app = start_with(1).await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let player = &club.players[0];
    let mut paths = READS.map(|read| format!("{}{read}", club.path)).to_vec();
    paths.push(at.clone());
    paths.push(format!("{}/players/{player}/matches", club.path));
    paths.push(format!("{}/players/{player}/statistics", club.path));
    for path in &paths {
        club.owner.get(path).await.expect(200);
    }
}

/// A request that is refused after its caller was authorized keeps no connection.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_refused_keeps_no_connection() {
    let app = start_with(1).await;
    let club = app.club().await;
    let stranger = app.sign_up("stranger").await;
    for query in [
        "/matches?limit=many",
        "/matches?cursor=none",
        "/standings?from=once",
    ] {
        let path = format!("{}{query}", club.path);
        for _ in 0..3 {
            assert_eq!(club.owner.get(&path).await.status, 400, "{path}");
        }
    }
    stranger.get(&club.path).await.refused(404, "not_found");
    let nowhere = format!("{}/matches/{}", club.path, uuid::Uuid::nil());
    club.owner.get(&nowhere).await.refused(404, "not_found");
    club.owner.get(&club.path).await.expect(200);
}
