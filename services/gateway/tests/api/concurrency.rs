//! Several people at one table.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, TestApp, declared, fresh_key};

#[tokio::test(flavor = "multi_thread")]
async fn one_number_is_recorded_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    for number in 1..=5 {
        let (mine, yours) = tokio::join!(
            club.record(&at, number, declared(2, "self_draw", None, 4)),
            club.record(&at, number, declared(3, "self_draw", None, 6)),
        );
        let (won, lost) = if mine.status == 201 {
            (mine, yours)
        } else {
            (yours, mine)
        };
        let won = won.expect(201);
        assert_eq!(lost.refused(409, "hand_number_taken")["hand"], won);
    }
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(hands["hands"].as_array().unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_done_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let key = fresh_key();
    let body = json!({"number": 1, "outcome": {"kind": "goulash"}});
    let send = || {
        let request = club.owner.request(Method::POST, &format!("{at}/hands"));
        request.key(&key).json(&body).send()
    };
    let (a, b, c, d) = tokio::join!(send(), send(), send(), send());
    let answers: [Answer; 4] = [a, b, c, d];
    assert!(
        answers.iter().all(|answer| answer.status == 201),
        "{answers:?}"
    );
    assert!(answers.iter().all(|answer| answer.text == answers[0].text));
    let replayed = answers
        .iter()
        .filter(|answer| answer.header("idempotency-replayed") == "true");
    assert_eq!(replayed.count(), 3);

    // The same for opening a match and enrolling somebody.
    for (path, body) in [
        ("players", json!({"name": "Fat Choi"})),
        (
            "matches",
            json!({"variant": {"id": "old-hong-kong"}, "players": club.players, "played_on": "2026-11-21"}),
        ),
    ] {
        let send = || {
            let request = club
                .owner
                .request(Method::POST, &format!("{}/{path}", club.path));
            request.key(&key).json(&body).send()
        };
        let (a, b) = tokio::join!(send(), send());
        assert_eq!((a.status, b.status, &a.text), (201, 201, &b.text));
    }
    let players = club
        .owner
        .get(&format!("{}/players", club.path))
        .await
        .expect(200);
    assert_eq!(players["players"].as_array().unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_of_one_club_record_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let club = &club;
    let table = || async move {
        let at = club.open_match("old-hong-kong").await;
        for number in 1..=6 {
            club.record(&at, number, declared(2, "self_draw", None, 4))
                .await
                .expect(201);
        }
    };
    tokio::join!(table(), table(), table(), table());
    let entries = club
        .owner
        .get(&format!("{}/ledger/entries?limit=1000", club.path))
        .await
        .expect(200);
    let seqs: Vec<u64> = entries["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["seq"].as_u64().unwrap())
        .collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
}
