//! Several people at one table.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

use crate::app::{Answer, Club, TestApp, admin, declared, fresh_key};

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
            json!({"terms": {"variant": {"id": "old-hong-kong"}}, "players": club.players, "played_on": "2026-11-21"}),
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
    let players = club.get("/players").await.expect(200);
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
    let entries = club.get("/ledger/entries?limit=1000").await.expect(200);
    let seqs: Vec<u64> = entries["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["seq"].as_u64().unwrap())
        .collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_posts_of_one_key_are_one_entry() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (key, other) = (
        fresh_key(),
        json!({"number": 1, "outcome": {"kind": "goulash"}}),
    );
    let body = json!({"number": 1, "outcome": declared(3, "self_draw", None, 5)});
    let send = |body| {
        let request = club.owner.request(Method::POST, &format!("{at}/hands"));
        request.key(&key).json(body).send()
    };
    let before = entries(&club).await;
    let answers = join_all((0..100).map(|_| send(&body))).await;
    assert!(answers.iter().all(|answer| answer.status == 201));
    assert!(answers.iter().all(|answer| answer.text == answers[0].text));
    let etag = answers[0].header("etag");
    assert!(answers.iter().all(|answer| answer.header("etag") == etag));
    let replayed = |answer: &&Answer| answer.header("idempotency-replayed") == "true";
    assert_eq!(answers.iter().filter(replayed).count(), 99);
    assert_eq!(entries(&club).await, before + 1);
    send(&other).await.refused(422, "idempotency_key_reused");
    assert_eq!(entries(&club).await, before + 1);
}

/// Whatever comes first, the other is worked out anew on top of it, or says that the match has changed.
#[tokio::test(flavor = "multi_thread")]
async fn a_correction_races_a_hand_and_another_correction() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let goulash = || json!({"kind": "goulash"});
    let first = club.record(&at, 1, goulash()).await.expect(201);
    let correct = async |fan: u32, if_match: &str| {
        let with = declared(2, "self_draw", None, fan);
        let change = json!({"kind": "replace", "outcome_id": first["id"], "outcome": with});
        let body = json!({"changes": [change], "reason": "somebody won"});
        let request = club
            .owner
            .request(Method::POST, &format!("{at}/corrections"));
        let request = request.key(&fresh_key()).header("If-Match", if_match);
        request.json(&body).send().await
    };
    for number in 2..=6 {
        let etag = club.owner.get(&at).await.header("etag").to_owned();
        let (hand, correction) =
            tokio::join!(club.record(&at, number, goulash()), correct(10, &etag));
        hand.expect(201);
        if correction.status != 201 {
            correction.refused(412, "match_stale");
        }
        let (one, other) = tokio::join!(correct(4, "*"), correct(5, "*"));
        let last = if version(&one) > version(&other) {
            4
        } else {
            5
        };
        one.expect(201);
        other.expect(201);
        let etag = club.owner.get(&at).await.header("etag").to_owned();
        let (one, other) = tokio::join!(correct(6, &etag), correct(7, &etag));
        let (won, lost) = if one.status == 201 {
            (one, other)
        } else {
            (other, one)
        };
        let before = &won.expect(201)["differences"][0]["before"]["outcome"]["winners"];
        assert_eq!(before[0]["declared"]["fan"], last);
        lost.refused(412, "match_stale");
    }
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let hands = hands["hands"].as_array().unwrap();
    let numbers: Vec<_> = hands.iter().map(|hand| hand["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6].map(Some));
    let (view, last) = (
        club.owner.get(&at).await.expect(200),
        &hands[5]["state_after"],
    );
    let totals = view["seats"].as_array().unwrap().iter();
    let totals: Vec<_> = totals.map(|seat| seat["total_points"].clone()).collect();
    assert_eq!(json!(totals), last["total_points"]);
    assert_eq!(view["deal"], last["deal"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_runs_write_nothing_at_all() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let first = club
        .record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let goulash = json!({"kind": "goulash"});
    let void = json!({"kind": "void", "outcome_id": first["id"]});
    let tries = [
        ("hands", json!({"number": 2, "outcome": goulash})),
        (
            "hands:batch",
            json!({"number": 2, "outcomes": [goulash, goulash]}),
        ),
        (
            "penalties",
            json!({"chair": 1, "points": 5, "payee": "house", "reason": "late"}),
        ),
        (
            "corrections",
            json!({"changes": [void], "reason": "never played"}),
        ),
    ];
    let before = entries(&club).await;
    take_no_writes(&app).await;
    again_if_cut(async || club.owner.get(&at).await)
        .await
        .expect(200);
    for (route, body) in tries {
        let path = format!("{at}/{route}?dry_run=true");
        let attempt = async || {
            let request = club.owner.request(Method::POST, &path);
            request.json(&body).send().await
        };
        again_if_cut(attempt).await.expect(200);
    }
    assert_eq!(entries(&club).await, before);
    let hand = json!({"number": 2, "outcome": goulash});
    let request = club.owner.request(Method::POST, &format!("{at}/hands"));
    let refused = request.key(&fresh_key()).json(&hand).send_unheld().await;
    assert!(refused.status >= 500, "{}", refused.text);
}

/// More than sit around a table: each is worked out anew on top of those before, and nobody is told to try again.
#[tokio::test(flavor = "multi_thread")]
async fn eight_write_in_one_match_at_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{at}/penalties");
    for _ in 0..3 {
        let penalty = |points| {
            let penalty = json!({"chair": 1, "points": points, "payee": "house", "reason": "late"});
            club.owner.post(&path, penalty)
        };
        let answers = join_all((1..=8).map(penalty)).await;
        let versions: BTreeSet<u64> = answers.iter().map(version).collect();
        assert_eq!(versions.len(), 8);
    }
    let house = &club.owner.get(&format!("{at}/rounds")).await.expect(200)["house_points"];
    assert_eq!(house, 3 * 36);
}

/// From now on every transaction of the database is one that only reads.
async fn take_no_writes(app: &TestApp) {
    let admin = admin(app).await;
    let name = admin.query_one("SELECT current_database()", &[]).await;
    let name: String = name.unwrap().get(0);
    let only_reads = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    admin.batch_execute(&only_reads).await.unwrap();
    let cut = "
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    admin.batch_execute(cut).await.unwrap();
}

/// A connection that was cut is noticed by whoever asks next, once for each connection; and those made just after that may be cut once more.
async fn again_if_cut(ask: impl AsyncFn() -> Answer) -> Answer {
    let mut attempts = 0;
    loop {
        let answer = ask().await;
        if answer.json["code"] != "database_unavailable" {
            return answer;
        }
        attempts += 1;
        assert!(attempts < 100, "nothing is read any more: {}", answer.text);
    }
}

/// How many entries the club's ledger has.
async fn entries(club: &Club<'_>) -> usize {
    let path = format!("{}/ledger/entries?limit=1000", club.path);
    let read = again_if_cut(async || club.owner.get(&path).await);
    let entries = read.await.expect(200);
    entries["entries"].as_array().unwrap().len()
}

fn version(answer: &Answer) -> u64 {
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.header("etag").trim_matches('"').parse().unwrap()
}

/// A sheet kept offline is sent, and the connection is cut after it was recorded and before anybody was told.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_is_given_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{at}/hands:batch");
    let hands = vec![json!({"kind": "goulash"}); 24];
    let (key, body) = (fresh_key(), json!({"number": 1, "outcomes": hands}));
    let before = entries(&club).await;

    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}{path}", proxy.local_addr().unwrap());
    let swallowed = tokio::spawn(swallow(proxy, app.url.replace("http://", "")));
    let request = app.http.post(url).header("Idempotency-Key", &key);
    let request = request.bearer_auth(club.owner.token.as_ref().unwrap());
    assert!(request.json(&body).send().await.is_err());
    assert!(swallowed.await.unwrap().starts_with("HTTP/1.1 201"));
    assert_eq!(entries(&club).await, before + 24);

    let again = club.owner.request(Method::POST, &path).key(&key);
    let again = again.json(&body).send().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    let again = again.expect(201);
    assert_eq!(entries(&club).await, before + 24);
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(again["outcomes"], listed["hands"]);
}

/// Passes one request on, keeps the beginning of the answer to itself, and hangs up.
async fn swallow(proxy: TcpListener, gateway: String) -> String {
    let (client, _) = proxy.accept().await.unwrap();
    let server = TcpStream::connect(gateway).await.unwrap();
    let (mut from_client, _to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let passing_on = tokio::spawn(async move {
        tokio::io::copy(&mut from_client, &mut to_server).await.ok();
    });
    let mut answer = vec![0; 64];
    from_server.read_exact(&mut answer).await.unwrap();
    passing_on.abort();
    String::from_utf8_lossy(&answer).into_owned()
}
