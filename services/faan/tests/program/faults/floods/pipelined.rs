//! Clients that send thousands of requests before they take an answer.

use std::net::Ipv4Addr;

use futures_util::future::join_all;
use tokio::io::AsyncWriteExt as _;

use super::untaken::{CONNECTIONS, MOST, ask};
use super::{allow_many_files, match_of};
use crate::bench::{extent, keep};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;

/// A request whose answer nobody takes, so that the others wait.
const LARGE: &str = "GET /openapi.json HTTP/1.1\r\nHost: faan\r\n\r\n";
/// The shortest that there is.
const SHORT: &str = "GET / HTTP/1.1\r\nHost:\r\n\r\n";
/// So many of them fill all that is read of a connection at once.
const MANY: usize = 128 * 1024 / SHORT.len();

#[tokio::test(flavor = "multi_thread")]
async fn pipelined_requests_take_up_little_memory() {
    allow_many_files();
    let site = Site::start();
    let owner = site.owner().await;
    let (club, _) = match_of(&owner).await;
    owner.ask(reqwest::Method::GET, "/openapi.json", None).await;
    let before = site.gateway.memory();
    let many = SHORT.repeat(MANY);
    let (address, connections) = (site.gateway.address, extent(24, CONNECTIONS));
    let pipelined = async |from: Ipv4Addr| {
        let mut connection = ask(from, address, LARGE).await;
        connection.write_all(many.as_bytes()).await.unwrap();
        connection
    };
    let clients = [2, 3].map(|host| Ipv4Addr::new(127, 0, 0, host));
    let all = clients
        .into_iter()
        .flat_map(|from| vec![from; connections])
        .map(pipelined);
    let held = join_all(all).await;
    // Others are served meanwhile.
    for _ in 0..20 {
        owner.read("/v1/clubs").await;
    }
    let grown = site.gateway.memory().saturating_sub(before);
    assert!(grown < MOST, "{} MiB", grown >> 20);
    drop(held);
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "two addresses with {connections} connections each, with {MANY} requests on each of them before an answer is taken"
    );
    let held = format!(
        "the gateway grew by {} MiB; {entries} entries verified",
        grown >> 20
    );
    keep("pipelined_requests_take_up_little_memory", &injected, &held);
}
