//! Reads of whole matches and of all that is open of a club's, which take long, leave connections to the database to everybody else. Those that
//! read a tournament or a settlement to change it, or all variants of a club, wait for the same turns.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::{join, join_all};
use futures_util::stream::FuturesUnordered;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::app::{Answer, Club, Person, TestApp, admin, blocked_at, fresh_key, wait_until};

const CONNECTIONS: usize = 4;

/// A gateway with so many connections to the database.
pub(crate) async fn start_with(connections: usize) -> TestApp {
    TestApp::set_to(|config| config.pool_size = connections).await
}

/// The same behind a proxy, which states the addresses of those who ask.
async fn start_behind_proxy() -> TestApp {
    TestApp::set_to(|config| {
        config.pool_size = CONNECTIONS;
        config.trusted_proxies.networks = vec![IpAddr::from(Ipv4Addr::LOCALHOST).into()];
    })
    .await
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

/// Five members read a whole match at once, each from an address, and so many keep a connection. All are answered in the end.
async fn check_members(addresses: [&str; 5], expected: i64) {
    let app = start_behind_proxy().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut members = Vec::new();
    for (name, address) in ["a", "b", "c", "d", "e"].into_iter().zip(addresses) {
        members.push((club.member(name, "player").await, address));
    }
    let admin = admin(&app).await;
    let rounds = format!("{at}/rounds");
    let asking = async || {
        join_all(members.iter().map(|(member, address)| {
            let request = member.request(Method::GET, &rounds);
            request.header("X-Forwarded-For", address).send_once()
        }))
        .await
    };
    let answers = answers_meanwhile(&admin, (&club, &club.owner), expected, asking).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_read_whole_matches_leave_half_of_the_connections() {
    let addresses = [1, 2, 3, 4, 5].map(|number| format!("192.0.2.{number}"));
    check_members(addresses.each_ref().map(String::as_str), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_accounts_of_one_address_read_they_have_half_of_the_turns() {
    check_members(["192.0.2.1"; 5], 1).await;
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

/// Everything that reads a tournament or a settlement whole to change it or to show it, and what is sent there.
fn reads_of_others(club: &Club<'_>) -> Vec<(Method, String, Option<Value>)> {
    let none = "00000000-0000-4000-8000-000000000001";
    let (one, other) = (&club.players[0], &club.players[1]);
    let tournament = |below: &str, body| {
        let path = format!("{}/tournaments/{none}{below}", club.path);
        (Method::POST, path, body)
    };
    let settlement = |below: &str, body| {
        let path = format!("{}/settlements/{none}/payments{below}", club.path);
        (Method::POST, path, Some(body))
    };
    let reason = json!({"reason": "it was late"});
    let terms = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let penalty = json!({"player": one, "points": 1, "reason": "it was late"});
    let payment = json!({"from": one, "to": other, "amount_cents": 1});
    vec![
        tournament("/entrants", Some(json!({"checked_in": [one]}))),
        tournament("/rounds/1/matches", Some(terms)),
        tournament("/rounds/1:replay", None),
        tournament("/rounds/1/clock", Some(json!({"running": true}))),
        tournament("/penalties", Some(penalty)),
        tournament("/penalties/1:withdraw", Some(reason.clone())),
        tournament(":close", None),
        settlement("", payment),
        settlement(&format!("/{none}:reverse"), reason),
        (Method::GET, format!("{}/screen", club.path), None),
        (Method::GET, format!("{}/variants", club.path), None),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reads_a_tournament_or_a_settlement_whole_waits_for_their_turn() {
    let app = start_with(CONNECTIONS).await;
    let (club, hand, reads) = reads(&app).await;
    let admin = admin(&app).await;
    lock(&admin, &club).await;
    let asking = async |(method, path, body): (Method, String, Option<Value>)| {
        let mut request = club.owner.request(method.clone(), &path);
        if method == Method::POST {
            request = request.key(&fresh_key());
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        (path, request.send_once().await)
    };
    let others = async {
        let waiting = blocked_at(&["match_entries", "balances"]);
        until(&admin, &format!("SELECT ({waiting}) >= 1")).await;
        let answers = join_all(reads_of_others(&club).into_iter().map(asking)).await;
        admin.batch_execute("ROLLBACK").await.unwrap();
        answers
    };
    // One has the turn of the account while nobody can read a match.
    let (_, answers) = join(ask(&club.owner, &reads[2], &hand), others).await;
    for (path, answer) in answers {
        assert_eq!(answer.json["code"], "busy", "{path}: {}", answer.text);
    }
}
