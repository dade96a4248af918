//! Exports are written while they are read, and one that breaks off is known by it.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use crate::app::{Club, LONG, TestApp, admin};

/// More than all the buffers on the way to a client that takes little at a time hold.
const MATCHES: usize = 20;

/// A match with a hundred penalties, each with as long a reason as there can be: over 150 kB of rows.
async fn wordy(club: &Club<'_>) {
    let at = club.open_match("old-hong-kong").await;
    let reason = "遲".repeat(500);
    let penalty =
        json!({"kind": "penalty", "chair": 1, "points": 1, "payee": "house", "reason": reason});
    let body = json!({"number": 1, "outcomes": vec![penalty; 100]});
    let posted = club.owner.post(&format!("{at}/hands:batch"), body).await;
    posted.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_read_than_is_taken() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for _ in 0..MATCHES {
        wordy(&club).await;
    }
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let address = app.url.strip_prefix("http://").unwrap();
    let mut client = socket.connect(address.parse().unwrap()).await.unwrap();
    let token = club.owner.token.as_ref().unwrap();
    let path = format!("{}/exports/hands?format=ndjson", club.path);
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: faan\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    client.write_all(head.as_bytes()).await.unwrap();
    let mut told = vec![0; 1024];
    client.read_exact(&mut told).await.unwrap();
    assert!(told.starts_with(b"HTTP/1.1 200 "));

    // While nothing more is taken: another match, which is not in it, and another name, which only those rows have that are not read yet.
    wordy(&club).await;
    let player = format!("{}/players/{}", club.path, club.players[0]);
    let renamed = club.owner.patch(&player, json!({"name": "Newcomer"}));
    renamed.await.expect(200);
    timeout(LONG, client.read_to_end(&mut told))
        .await
        .unwrap()
        .unwrap();
    let told = String::from_utf8_lossy(&told);
    assert!(
        told.ends_with("\r\n0\r\n\r\n"),
        "the end is chunked encoding's"
    );
    let rows: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("{\"kind\":\"outcome\""))
        .collect();
    assert!(rows[0].contains("Ah Ming"));
    assert!(
        rows.last().unwrap().contains("Newcomer"),
        "all of it was read ahead"
    );
    let end = json!({"kind": "end", "rows": MATCHES * 100}).to_string();
    assert!(told.contains(&end), "{}", &told[told.len() - 200..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_breaks_off_has_no_end() {
    let app = TestApp::start().await;
    let club = app.club().await;
    // The first opened is the last that is written.
    let damaged = club.open_match("old-hong-kong").await;
    for _ in 0..3 {
        let at = club.open_match("old-hong-kong").await;
        club.record(&at, 1, json!({"kind": "goulash"}))
            .await
            .expect(201);
    }
    let id = damaged.rsplit('/').next().unwrap();
    let lost = format!("DELETE FROM match_entries WHERE match_id = '{id}'");
    admin(&app).await.batch_execute(&lost).await.unwrap();
    for format in ["csv", "xlsx", "ndjson"] {
        let url = format!("{}{}/exports/hands?format={format}", app.url, club.path);
        let token = club.owner.token.as_ref().unwrap();
        let mut answer = app.http.get(url).bearer_auth(token).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let mut told = Vec::new();
        let broken = loop {
            match answer.chunk().await {
                Ok(Some(chunk)) => told.extend_from_slice(&chunk),
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        assert!(broken, "{format}");
        if format == "ndjson" {
            let told = String::from_utf8(told).unwrap();
            let mut lines = told
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            assert!(lines.all(|line| line["kind"] != "end"));
        }
    }
}
