//! More at once than can be done.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::untaken::MOST;
use super::{allow_many_files, match_of, whole_share};
use crate::bench::{extent, is_full, keep, promise};
use crate::client::PATIENCE;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;

/// The longest that anybody waits for an answer: twice what a command waits for a connection, and some more for a busy machine.
const ANSWERED: Duration = Duration::from_secs(30);

/// Tries a hand out over a connection of its own. Returns the status, whether it says when to try again, and how long it took.
async fn ask(address: SocketAddr, request: String) -> (u16, bool, Duration) {
    let begun = Instant::now();
    let asked = async {
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let answer = tokio::time::timeout(PATIENCE, asked).await;
    let answer = answer.expect("no answer");
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (
        status,
        answer.contains("\r\nretry-after: "),
        begun.elapsed(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_is_put_off_and_not_kept_waiting() {
    allow_many_files();
    let site = Site::start_with(whole_share);
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let body = json!({ "number": 1, "outcome": { "kind": "goulash" } }).to_string();
    let (token, length) = (&owner.token, body.len());
    let request = format!(
        "POST {at}/hands?dry_run=true HTTP/1.1\r\nHost: faan\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let (rounds, crowd) = (extent(2, 5), extent(300, 2_000));
    let (mut done, mut put_off, mut longest) = (0, 0, Duration::ZERO);
    let (before, mut memory) = (site.gateway.memory(), Vec::new());
    for _ in 0..rounds {
        let mut all = JoinSet::new();
        for _ in 0..crowd {
            all.spawn(ask(site.gateway.address, request.clone()));
        }
        for (status, says_when, took) in all.join_all().await {
            match (status, says_when) {
                (200, _) => done += 1,
                (503, true) => put_off += 1,
                // This process stood still.
                (408, _) if !is_full() => {}
                other => panic!("{other:?}"),
            }
            longest = longest.max(took);
        }
        promise("an answer", longest, ANSWERED);
        // It is over as soon as it is over.
        let (mut status, _, took) = ask(site.gateway.address, request.clone()).await;
        while !is_full() && [408, 503].contains(&status) {
            (status, ..) = ask(site.gateway.address, request.clone()).await;
        }
        assert_eq!(status, 200);
        promise("an answer after the crowd", took, Duration::from_secs(2));
        memory.push(site.gateway.memory());
    }
    // What each thread keeps for its next requests differs from crowd to crowd.
    let most = *memory.iter().max().unwrap();
    assert!(most < before + MOST, "{before} {memory:?}");
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected =
        format!("{rounds} times {crowd} requests at once, each over a connection of its own");
    let held = format!(
        "{done} answered, {put_off} put off with 503 and Retry-After, none cut; the last after {longest:.1?}; the next one after each crowd answered; at most {} MiB of memory; {entries} entries verified",
        most >> 20
    );
    keep("a_crowd_is_put_off_and_not_kept_waiting", &injected, &held);
}
