//! Shares of connections, and of requests through a trusted proxy.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use ::tls::Certificate;
use futures_util::{StreamExt as _, stream};
use ledger::test_database::TestDatabase;
use reqwest::{Method, Response};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::{Caller, app_with};
use crate::app::{LONG, Person, wait_for, wait_until};
use crate::certificates::{authority, identity};
use crate::connections::told_until_the_end;
use crate::operations::stoppable;
use crate::tls::HOST;

const GET: &str = "GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 67);

async fn connect(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Whether a connection is served. One that is not is over.
async fn is_served(connection: &mut TcpStream) -> bool {
    let mut begun = [0; 13];
    let asked = async {
        connection.write_all(GET.as_bytes()).await?;
        connection.read_exact(&mut begun).await
    };
    let asked = timeout(LONG, asked).await.unwrap();
    let served = asked.is_ok() && &begun == b"HTTP/1.1 200 ";
    if !served {
        told_until_the_end(connection).await;
    }
    served
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_every_connection() {
    let (_database, address, _stop, _running) = stoppable(|config| {
        config.workers = 2;
        config.connections = 8;
        config.connections_per_address = 3;
        // Those that hold places lose them to no deadline, for which the others would wait.
        config.head_deadline = 2 * LONG;
        config.keep_alive = 2 * LONG;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut connection = connect(GREEDY, address).await;
        assert!(is_served(&mut connection).await);
        held.push(connection);
    }
    // More than all that there are: none of them holds a place.
    for _ in 0..40 {
        let mut refused = connect(GREEDY, address).await;
        let told = String::from_utf8(told_until_the_end(&mut refused).await).unwrap();
        assert!(told.starts_with("HTTP/1.1 429 "), "{told}");
        assert!(told.contains("\r\nRetry-After: 5\r\n"), "{told}");
        let (_, body) = told.split_once("\r\n\r\n").unwrap();
        let problem: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(problem["code"], "too_many_connections");
    }
    let mut neighbour = connect(NEIGHBOUR, address).await;
    assert!(is_served(&mut neighbour).await);
    // A connection that ends makes room for another.
    held.pop();
    let is_free = async || is_served(&mut connect(GREEDY, address).await).await;
    wait_until("the place is free", is_free).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_count_before_they_agree_on_tls() {
    let authority = authority();
    let (certificate, key) = identity(&authority, HOST);
    let (_database, address, _stop, _running): (TestDatabase, _, _, _) = stoppable(|config| {
        config.certificate = Some(Certificate::new(&certificate, &key).unwrap());
        config.workers = 1;
        config.connections = 6;
        config.connections_per_address = 3;
        config.handshake_deadline = 2 * LONG;
    })
    .await;
    let silent = [(); 3].map(|()| connect(GREEDY, address));
    let silent = futures_util::future::join_all(silent).await;
    for _ in 0..10 {
        let mut refused = connect(GREEDY, address).await;
        let told = told_until_the_end(&mut refused).await;
        assert!(told.is_empty(), "{told:?}");
    }
    let connector = Arc::new(crate::tls::trusting(&authority));
    let connector = tokio_rustls::TlsConnector::from(connector);
    let host = rustls::pki_types::ServerName::try_from(HOST).unwrap();
    let agreed = connector.connect(host, connect(NEIGHBOUR, address).await);
    timeout(LONG, agreed).await.unwrap().unwrap();
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_requests_under_way_count() {
    let app = app_with(|config| {
        config.connections_per_address = 2;
    })
    .await;
    // From other addresses than those below.
    let club = {
        let mei = Caller::through_proxy(&app, "203.0.113.1");
        let new = json!({"email": "mei@example.org", "password": crate::app::PASSWORD, "display_name": "Mei"});
        mei.post("/v1/users", &new).await.expect(201);
        let session = mei.signs_in("mei@example.org").await.expect(201);
        let token = session["access_token"].as_str().unwrap().to_owned();
        let new = json!({"name": "Club", "time_zone": "Asia/Hong_Kong"});
        let founding = Caller {
            token: Some(token.clone()),
            ..mei
        };
        let founding = founding.stating("Idempotency-Key", "founding");
        let club = founding.post("/v1/clubs", &new).await.expect(201);
        (club["id"].as_str().unwrap().to_owned(), token)
    };
    let (club, token) = club;
    let path = format!("/v1/clubs/{club}/events");
    let caller = |stated: &str| Caller {
        token: Some(token.clone()),
        ..Caller::through_proxy(&app, stated)
    };
    let greedy = caller("198.51.100.7");
    let mut streams = Vec::new();
    for _ in 0..2 {
        let stream = greedy.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    let refused = greedy.get("/livez").await;
    assert_eq!(refused.header("retry-after"), "5");
    refused.refused(429, "too_many_connections");
    // One who writes more in front of their own address is the same.
    let varied = caller("192.0.2.9, 198.51.100.7").get("/livez").await;
    varied.refused(429, "too_many_connections");
    caller("198.51.100.8").get("/livez").await.expect(200);
    drop(streams.pop());
    let is_free = async || greedy.get("/livez").await.status == 200;
    wait_until("the place is free", is_free).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_does_not_take_every_scoreboard() {
    let app = app_with(|_| ()).await;
    let clubs = [app.club().await, {
        let bo = app.sign_up("bo").await;
        bo.found_club("Mong Kok").await
    }];
    let second = clubs[0].owner.found_club("Wan Chai").await;
    let path = |club: &str| format!("{club}/events");
    let own = [path(&clubs[0].path), path(&second.path)];
    let boards = boards(&clubs[0].owner, &own, "Your account").await;
    assert_eq!(boards.len(), 384);
    let others = clubs[1].owner.request(Method::GET, &path(&clubs[1].path));
    assert_eq!(others.response().await.status(), 200);
}

/// The boards that somebody gets who asks for 400, of these paths in turn, until the refusal says that they have their share. A database that
/// is late puts off.
async fn boards(person: &Person<'_>, paths: &[String], refusal: &str) -> Vec<Response> {
    let board = async |number: usize| {
        wait_for("a board or a refusal", async || {
            let request = person.request(Method::GET, &paths[number % paths.len()]);
            let answer = request.response().await;
            if answer.status() == 200 {
                return Some(Some(answer));
            }
            assert_eq!(answer.status(), 503);
            let told = answer.text().await.unwrap();
            told.contains(refusal).then_some(None)
        })
        .await
    };
    let boards = stream::iter(0..400).map(board).buffer_unordered(8);
    boards.filter_map(async |board| board).collect().await
}

/// Somebody photographs the code of a match: whoever made it follows clubs as before, and so do those with other links.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_a_link_takes_no_scoreboards_of_its_maker() {
    let app = app_with(|_| ()).await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{at}/events");
    let (photographer, _) = club.linked_to(&at, "player").await;
    let boards = boards(&photographer, std::slice::from_ref(&path), "this API key").await;
    assert_eq!(boards.len(), 192);
    let second = club.owner.found_club("Wan Chai").await;
    let (guest, _) = club.linked_to(&at, "player").await;
    let own = format!("{}/events", second.path);
    for (person, path) in [(&club.owner, &path), (&club.owner, &own), (&guest, &path)] {
        let answer = person.request(Method::GET, path).response().await;
        assert_eq!(answer.status(), 200);
    }
}
