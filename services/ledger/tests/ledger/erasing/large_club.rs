//! Somebody who played a lot is erased from a club that wrote a lot.

use crate::scene::{Scene, open_match};
use crate::table::agreed;
use ledger::{OpenMatch, PlayerId};

use super::{column, enrol, erase};

/// How many matches the player sat down in, how many of them one request opened, and how many requests the club has answered.
const MATCHES: usize = 1200;
const TOGETHER: usize = 100;
const REQUESTS: i64 = 100_000;

/// Sits a player down in matches that came from sheets.
async fn sits_down(scene: &Scene, player: PlayerId) {
    let [_, b, c, d] = scene.players;
    let opened = OpenMatch {
        players: [player, b, c, d],
        ..open_match(scene.players)
    };
    let outcomes = [agreed([2, -2, 0, 0])];
    let matches = (MATCHES, TOGETHER);
    scene.import_copies(opened, &outcomes, matches).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_many_matches_is_erased_from_a_club_of_many_requests() {
    let scene = Scene::new().await;
    let player = enrol(&scene, "enrol", "Lau Siu-ming").await;
    sits_down(&scene, player).await;
    let admin = scene.admin().await;
    let many = format!(
        "INSERT INTO idempotency_keys (club_id, actor, route, key, fingerprint, first_seq, seq)
            SELECT club_id, actor, 'other', 'other ' || number, sha256(number::text::bytea), 2, 2
            FROM (SELECT club_id, actor FROM idempotency_keys LIMIT 1) AS one, generate_series(1, {REQUESTS}) AS number"
    );
    admin.batch_execute(&many).await.unwrap();
    let fingerprints = "SELECT encode(fingerprint, 'hex') FROM idempotency_keys
        WHERE route = 'import' OR key = 'enrol' ORDER BY route, key";
    let others = "SELECT encode(sha256(string_agg(fingerprint, '' ORDER BY route, key)), 'hex') FROM idempotency_keys
        WHERE route IN ('other', 'players', 'clubs') AND key <> 'enrol'";
    let (named, unnamed) = (
        column(&scene, fingerprints).await,
        column(&scene, others).await,
    );
    assert_eq!(named.len(), 1 + MATCHES / TOGETHER);

    erase(&scene, "1", player).await.unwrap();
    let now = column(&scene, fingerprints).await;
    assert!(named.iter().all(|gone| !now.contains(gone)));
    assert_eq!(column(&scene, others).await, unnamed);
}
