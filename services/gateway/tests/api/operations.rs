//! What those see who run the service.

use std::net::SocketAddr;
use std::time::Duration;

use gateway::Clock;
use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot::Sender;

use crate::app::{
    Answer, LONG, PASSWORD, Person, Request, TestApp, build, config, wait_for, wait_until,
};
use crate::connections::told_until_the_end;
use crate::unending_engine::{gateway_of, until_asked};

/// What `/readyz` says, once the database and the engine answer as soon as it wants them to.
pub(crate) async fn readiness(app: &TestApp, path: &str) -> Answer {
    let ask = async || {
        // For half a second an answer is given again.
        app.clock.advance(Duration::from_millis(500));
        app.nobody().request(Method::GET, path).send_once().await
    };
    until_in_time(ask, |answer| &answer.text).await
}

/// Asks for `/readyz` until its text does not say that a slow machine makes something slow.
pub(crate) async fn until_in_time<A>(ask: impl AsyncFn() -> A, text: impl Fn(&A) -> &str) -> A {
    let in_time = async || {
        let answer = ask().await;
        (!text(&answer).contains("takes too long to answer")).then_some(answer)
    };
    wait_for("an answer in time", in_time).await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_engine_nothing_is_scored_and_nothing_stored() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let opening = || {
        let body = json!({"terms": {"variant": {"id": "old-hong-kong"}}, "players": club.players, "played_on": "2026-11-21"});
        let request = club
            .owner
            .request(Method::POST, &format!("{}/matches", club.path));
        request.key("opened-once").json(&body)
    };
    let opened = opening().send().await.expect(201);
    readiness(&app, "/readyz").await.expect(200);
    app.kill_engine();
    // The connection notices at its own pace; no answer is wrong meanwhile.
    let is_away = async || readiness(&app, "/readyz").await.status == 503;
    wait_until("it is not ready", is_away).await;
    let recorded = goulash(&club.owner, &at).send_once().await;
    assert_eq!(recorded.header("retry-after"), "2");
    recorded.refused(503, "engine_unavailable");
    // What was done before is answered without it.
    let again = opening().send().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), opened);
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(hands["hands"], json!([]));
    app.nobody().get("/livez").await.expect(200);
}

/// A hand to be recorded, the same each time.
fn goulash<'a>(person: &Person<'a>, at: &str) -> Request<'a> {
    let request = person.request(Method::POST, &format!("{at}/hands"));
    let hand = json!({"number": 1, "outcome": {"kind": "goulash"}});
    request.key("recorded-once").json(&hand)
}

/// The engine takes the connection and the question, and nothing but the deadline ends the waiting.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_does_not_answer_in_time_is_away() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (slow, asked, _) = gateway_of(app.database.clone(), |config| {
        config.engine_deadline = Duration::from_millis(300);
    })
    .await;
    let impatient = Person {
        app: &slow,
        ..club.owner.clone()
    };
    until_asked(&asked, async || {
        let recorded = goulash(&impatient, &at).send_once().await;
        assert_eq!(recorded.header("retry-after"), "2");
        recorded.refused(503, "engine_unavailable");
    })
    .await;
    let ready = slow.nobody().request(Method::GET, "/readyz");
    let ready = ready.send_once().await;
    ready.refused(503, "engine_unavailable");
    let hands = impatient.get(&format!("{at}/hands")).await.expect(200);
    assert_eq!(hands["hands"], json!([]));
    // The key is free.
    let recorded = goulash(&club.owner, &at).send().await;
    assert_eq!(recorded.header("idempotency-replayed"), "");
    recorded.expect(201);
}

/// A gateway on an empty database, without an engine, and the switch that stops it.
pub(crate) async fn stoppable(
    set: impl FnOnce(&mut gateway::Config),
) -> (TestDatabase, SocketAddr, Sender<()>, Running) {
    let database = TestDatabase::create().await;
    let mut config = config(([127, 0, 0, 1], 9).into(), &database);
    set(&mut config);
    let gateway = build(config).await;
    let address = gateway.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(gateway.run(async {
        drop(stopped.await);
    }));
    (database, address, stop, running)
}

pub(crate) type Running = tokio::task::JoinHandle<Result<(), gateway::Error>>;

#[tokio::test(flavor = "multi_thread")]
async fn stopping_is_announced() {
    let (_database, address, stop, _running) = stoppable(|config| config.drain = LONG).await;
    let http = reqwest::Client::new();
    let get = |path: &str| http.get(format!("http://{address}{path}")).send();
    assert_eq!(get("/livez").await.unwrap().status(), 200);
    stop.send(()).unwrap();
    // Another task takes the stop up.
    wait_until("it says that it stops", async || {
        let ready = get("/readyz").await.unwrap();
        ready.status() == 503 && ready.text().await.unwrap().contains("stopping")
    })
    .await;
    // It still serves, but no longer wants to.
    assert_eq!(get("/livez").await.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_begun_is_finished() {
    let (_database, address, stop, running) = stoppable(|config| {
        config.drain = Duration::from_millis(100);
    })
    .await;
    let mut idle = TcpStream::connect(address).await.unwrap();
    let get = "GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";
    idle.write_all(get.as_bytes()).await.unwrap();
    idle.read_exact(&mut [0; 12]).await.unwrap();
    let body =
        format!(r#"{{"email":"mei@example.org","password":"{PASSWORD}","display_name":"Mei"}}"#);
    let (first, rest) = body.split_at(20);
    let mut connection = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head = format!(
        "POST /v1/users HTTP/1.1\r\nHost: faan\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // Only what was begun is finished: the server says that it has.
    let mut begun = [0; 25];
    connection.read_exact(&mut begun).await.unwrap();
    assert_eq!(&begun, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.write_all(first.as_bytes()).await.unwrap();
    stop.send(()).unwrap();
    let is_closed = async || TcpStream::connect(address).await.is_err();
    wait_until("no new connections", is_closed).await;
    // A connection on which nothing was begun does not hold it up: it ends before what was begun.
    told_until_the_end(&mut idle).await;
    connection.write_all(rest.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    running.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_database_the_answer_is_later() {
    let (database, address, _stop, _running) = stoppable(|_| ()).await;
    let http = reqwest::Client::new();
    let credentials = json!({"email": "mei@example.org", "password": PASSWORD});
    let sign_in = || {
        let request = http.post(format!("http://{address}/v1/sessions"));
        request.json(&credentials).send()
    };
    assert_eq!(sign_in().await.unwrap().status(), 401);
    // Dropping it cuts the connections.
    drop(database);
    for _ in 0..3 {
        let answer = sign_in().await.unwrap();
        assert_eq!(answer.status(), 503);
        assert!(answer.headers().contains_key("retry-after"));
        assert!(
            answer
                .text()
                .await
                .unwrap()
                .contains("\"database_unavailable\"")
        );
    }
    let ready = http
        .get(format!("http://{address}/readyz"))
        .send()
        .await
        .unwrap();
    assert_eq!(ready.status(), 503);
}
