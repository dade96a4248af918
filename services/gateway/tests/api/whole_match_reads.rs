//! Reads of whole matches and of all that is open of a club's, which take long, leave connections to the database to everybody else.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::{join, join_all};
use futures_util::stream::FuturesUnordered;
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::app::{Answer, Club, Person, TestApp, admin, blocked_at, fresh_key, wait_until};

const CONNECTIONS: usize = 4;

/// A gateway with so many connections to the database.
pub(crate) async fn start_with(connections: usize) -> TestApp {
    TestApp::set_to(|config| config.pool_size = connections).await
}

/// Waits until something is so.
async fn until(admin: &Client, question: &str) {
    let is_so = async || admin.query_one(question, &[]).await.unwrap().get(0);
    wait_until(question, is_so).await;
}

const ADDED_UP: &str = "
    SELECT coalesce(bool_and(coalesce(seq, 0) = last_seq), false)
    FROM clubs LEFT JOIN tally_heads USING (club_id)";

/// Keeps everybody from reading what happened in matches, and what they came to.
async fn lock(admin: &Client, club: &Club<'_>) {
    // The news of the club may be lost to whoever adds its standings up. Who reads them has them added up.
    let standings = format!("{}/standings", club.path);
    club.owner.get(&standings).await.expect(200);
    until(admin, ADDED_UP).await;
    let lock = "BEGIN; LOCK TABLE match_entries, balances IN ACCESS EXCLUSIVE MODE";
    admin.batch_execute(lock).await.unwrap();
}

/// While nobody can read a match and so many at least wait for that, a neighbour is answered. Returns how many keep a connection.
async fn check(admin: &Client, neighbour: &Person<'_>, expected: i64) -> i64 {
    let waiting = blocked_at(&["match_entries", "balances"]);
    until(admin, &format!("SELECT ({waiting}) >= {expected}")).await;
    // Time for whoever else would take a connection.
    sleep(Duration::from_millis(300)).await;
    neighbour.get("/v1/clubs").await.expect(200);
    let blocked: i64 = admin.query_one(&waiting, &[]).await.unwrap().get(0);
    admin.batch_execute("ROLLBACK").await.unwrap();
    blocked
}

/// What those are answered who ask while nobody can read a match, of whom so many keep a connection. If this takes seconds on a slow machine,
/// the database gives up on somebody, and it is done again.
async fn answers_meanwhile(
    admin: &Client,
    (club, neighbour): (&Club<'_>, &Person<'_>),
    expected: i64,
    ask: impl AsyncFn() -> Vec<Answer>,
) -> Vec<Answer> {
    for _ in 0..5 {
        lock(admin, club).await;
        let (answers, blocked) = join(ask(), check(admin, neighbour, expected)).await;
        let given_up = |answer: &Answer| answer.json["code"] == "database_unavailable";
        if !answers.iter().any(given_up) {
            assert_eq!(blocked, expected);
            return answers;
        }
    }
    panic!("the database gives up on somebody each time");
}

/// A match that was corrected: every address that reads the whole of it, and what is sent there.
async fn reads(app: &TestApp) -> (Club<'_>, String, Vec<(Method, String)>) {
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let hand = club.record(&at, 1, json!({"kind": "goulash"})).await;
    let hand = hand.expect(201)["id"].as_str().unwrap().to_owned();
    let changes = json!([{"kind": "insert", "before": hand, "outcome": {"kind": "goulash"}}]);
    let corrected = json!({"changes": changes, "reason": "one was forgotten"});
    let corrected = club
        .post_any(&format!("{at}/corrections"), corrected)
        .await
        .expect(201);
    let seq = &corrected["seq"];
    let reads = [
        (Method::GET, "hands".to_owned()),
        (Method::GET, format!("hands/{hand}")),
        (Method::GET, "rounds".to_owned()),
        (Method::GET, "rounds.csv".to_owned()),
        (Method::GET, "corrections".to_owned()),
        (Method::GET, format!("corrections/{seq}")),
        (Method::POST, "corrections?dry_run=true".to_owned()),
        (Method::POST, "hands".to_owned()),
    ];
    let mut reads: Vec<_> = reads
        .map(|(method, path)| (method, format!("{at}/{path}")))
        .into();
    reads.push((Method::GET, format!("{}/exports/hands", club.path)));
    let preview = format!("{}/settlements:preview?currency=XXX", club.path);
    reads.push((Method::GET, preview));
    reads.push((Method::GET, format!("{}/balances", club.path)));
    (club, hand, reads)
}

async fn ask(person: &Person<'_>, (method, path): &(Method, String), hand: &str) -> Answer {
    let request = person.request(method.clone(), path);
    if *method == Method::GET {
        return request.send_once().await;
    }
    // Refused with the hand that has the number, or not stored.
    let body = match path.ends_with("/hands") {
        true => json!({"number": 1, "outcome": {"kind": "goulash"}}),
        false => {
            let void = json!({"kind": "void", "outcome_id": hand});
            json!({"changes": [void], "reason": "it was not played"})
        }
    };
    request.key(&fresh_key()).json(&body).send_once().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_reads_whole_matches_at_once_keeps_nobody_else_waiting() {
    let app = start_with(CONNECTIONS).await;
    let (club, hand, reads) = reads(&app).await;
    let neighbour = app.sign_up("neighbour").await;
    let admin = admin(&app).await;
    for read in &reads {
        let asking = async || join_all((0..12).map(|_| ask(&club.owner, read, &hand))).await;
        let answers = answers_meanwhile(&admin, (&club, &neighbour), 1, asking).await;
        let expected = if read.1.ends_with("/hands") && read.0 == Method::POST {
            409
        } else {
            200
        };
        assert!(answers.iter().any(|answer| answer.status == expected));
        for answer in answers.iter().filter(|answer| answer.status != expected) {
            assert_eq!(answer.json["code"], "busy", "{}: {}", read.1, answer.text);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_read_whole_matches_leave_half_of_the_connections() {
    let app = start_with(CONNECTIONS).await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut members = Vec::new();
    for name in ["a", "b", "c", "d", "e"] {
        members.push(club.member(name, "player").await);
    }
    let admin = admin(&app).await;
    let rounds = (Method::GET, format!("{at}/rounds"));
    let asking = async || join_all(members.iter().map(|member| ask(member, &rounds, ""))).await;
    let answers = answers_meanwhile(&admin, (&club, &club.owner), 2, asking).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_would_wait_long_to_read_a_whole_match_is_put_off() {
    let app = start_with(CONNECTIONS).await;
    let (club, hand, reads) = reads(&app).await;
    let admin = admin(&app).await;
    lock(&admin, &club).await;
    // One waits for the database, which gives up on nobody here, and the others for their turn.
    let asked = (0..4).map(|_| ask(&club.owner, &reads[2], &hand));
    let mut answers: FuturesUnordered<_> = asked.collect();
    let first = answers.next().await.unwrap();
    assert_eq!(first.json["code"], "busy", "{}", first.text);
    assert_eq!((first.status, first.header("retry-after")), (503, "2"));
    admin.batch_execute("ROLLBACK").await.unwrap();
    assert!(answers.any(async |answer| answer.status == 200).await);
}
