//! A gateway that is told to stop, and clients that go away without a word.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::bench::{extent, is_full, keep};
use crate::client::{self, PATIENCE};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::faults::writers::{Manners, Writers};
use crate::owner::Owner;
use crate::running::eventually;

/// A request that has begun, and of which the rest of the body is yet to come.
struct Begun {
    connection: TcpStream,
    rest: String,
}

impl Begun {
    async fn hand(site: &Site, owner: &Owner, at: &str, number: u64) -> Begun {
        let body = json!({ "number": number, "outcome": { "kind": "goulash" } }).to_string();
        let (token, length) = (&owner.token, body.len());
        let head = format!(
            "POST {at}/hands HTTP/1.1\r\nHost: faan\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nIdempotency-Key: {at}-{number}\r\nExpect: 100-continue\r\n\r\n"
        );
        let mut connection = TcpStream::connect(site.gateway.address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        let mut goes_on = [0; 25];
        connection.read_exact(&mut goes_on).await.unwrap();
        assert_eq!(&goes_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        let (first, rest) = body.split_at(5);
        connection.write_all(first.as_bytes()).await.unwrap();
        let rest = rest.to_owned();
        Begun { connection, rest }
    }

    async fn finish(mut self) -> String {
        self.connection
            .write_all(self.rest.as_bytes())
            .await
            .unwrap();
        let mut answer = String::new();
        self.connection.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

/// Whether a gateway that stops is seen to serve and to say so. It is not by one who comes when it takes no new connections any more.
async fn is_seen_to_stop(url: &str) -> bool {
    let (http, begun) = (client::http(), Instant::now());
    let get = async |path| {
        let answer = http.get(format!("{url}{path}")).send().await.ok()?;
        Some((answer.status().as_u16(), answer.text().await.ok()?))
    };
    while let Some((status, said)) = get("/readyz").await {
        if status == 503 && said.contains("stopping") {
            let lives = get("/livez").await.map(|(status, _)| status);
            assert!(lives.is_none_or(|status| status == 200), "{lives:?}");
            return lives.is_some();
        }
        assert!(begun.elapsed() < PATIENCE, "{status} {said}");
        sleep(Duration::from_millis(50)).await;
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_says_so_first_and_finishes_what_was_begun() {
    let mut site = Site::start_with(|mut gateway| {
        gateway.args(["--drain", "3"]);
        gateway
    });
    let owner = site.owner().await;
    let (club, players) = owner.found_club().await;
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(owner.open_match(&club, &players, json!({})).await);
    }
    let mut tables = tables.into_iter().map(|at| (at, 0)).collect::<Vec<_>>();
    let (wanted, mut stops, mut seen) = (extent(1, 20), 0, 0);
    while seen < wanted {
        stops += 1;
        // On a machine that stands still the three seconds may pass unseen.
        assert!(
            stops <= wanted + extent(9, 0),
            "it does not say that it stops"
        );
        let is_ready = async || {
            let answer = reqwest::get(format!("{}/readyz", owner.url)).await;
            answer.is_ok_and(|answer| answer.status() == 200)
        };
        eventually("it is ready", is_ready).await;
        let mut begun = Vec::new();
        for (at, recorded) in &tables {
            begun.push(Begun::hand(&site, &owner, at, recorded + 1).await);
        }
        site.gateway.terminate();
        // It still serves, and says that it is better not asked.
        seen += u64::from(is_seen_to_stop(&owner.url).await);
        // Then it takes no new connections.
        let address = site.gateway.address;
        let is_closed = || async move { TcpStream::connect(address).await.is_err() };
        eventually("it takes no new connections", is_closed).await;
        for (begun, (_, recorded)) in begun.into_iter().zip(&mut tables) {
            let answer = begun.finish().await;
            // While this process stands still, the time for a body passes.
            let is_late = !is_full() && answer.starts_with("HTTP/1.1 408 ");
            assert!(is_late || answer.starts_with("HTTP/1.1 201 "), "{answer}");
            *recorded += u64::from(!is_late);
        }
        site.gateway.ends_well();
        site.gateway.restart();
    }
    for (at, recorded) in &tables {
        let hands = owner.list(&format!("{at}/hands"), "hands").await;
        assert_eq!(hands.len() as u64, *recorded);
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!("{stops} times SIGTERM with eight requests half sent");
    let held = format!(
        "/readyz 503 while other requests were served (`--drain 3`); then no new connections; every request that had begun was answered 201; exit status 0; {entries} entries verified"
    );
    keep(
        "told_to_stop_it_says_so_first_and_finishes_what_was_begun",
        &injected,
        &held,
    );
}

const OPEN: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'";

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_go_away_leave_no_transaction_open() {
    let site = Site::start();
    let owner = site.owner().await;
    // How long a hand takes here, while sixteen people record.
    let usual = Writers::start(&owner, Manners::default()).await;
    let each = usual.go_on(160).await / 160;
    usual.conclude(&owner).await;
    let manners = Manners {
        pause: Duration::from_millis(20),
        patience: Some(each * 16),
        gives_up: 0.5,
    };
    let writers = Writers::start(&owner, manners).await;
    let (gone, admin) = (extent(40, 2_000), site.admin().await);
    let (begun, longest) = (Instant::now(), extent(PATIENCE, Duration::from_secs(900)));
    while writers.tally.cut() < gone {
        assert!(begun.elapsed() < longest, "{}", writers.tally.told());
        sleep(Duration::from_millis(100)).await;
    }
    let (clubs, tally) = writers.conclude(&owner).await;
    let none_open = async || admin.query_one(OPEN, &[]).await.unwrap().get::<_, i64>(0) == 0;
    eventually("no transaction is open", none_open).await;
    let entries = quiesce::check(&site, &owner, &clubs, Kept::default()).await;
    let injected = format!("{} clients gone at any moment of a request", tally.cut());
    let held = format!(
        "0 transactions left open; {}; {entries} entries verified",
        tally.told()
    );
    keep(
        "clients_that_go_away_leave_no_transaction_open",
        &injected,
        &held,
    );
}
