//! Clients that send thousands of requests before they take an answer.

use std::net::Ipv4Addr;

use futures_util::future::join_all;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::untaken::{CONNECTIONS, MOST, ask, connect};
use super::{allow_many_files, match_of};
use crate::bench::{extent, keep};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// A request whose answer nobody takes, so that the others wait.
const LARGE: &str = "GET /openapi.json HTTP/1.1\r\nHost: faan\r\n\r\n";
/// The shortest that there is.
const SHORT: &str = "GET / HTTP/1.1\r\nHost:\r\n\r\n";
/// So many of them fill all that is read of a connection at once.
const MANY: usize = 128 * 1024 / SHORT.len();

/// The shortest part of a body.
const CHUNK: &str = "1\r\nx\r\n";
/// So many of them are as many bytes as are read of a body before anybody takes it.
const CHUNKS: usize = 3 * 128 * 1024 / CHUNK.len();

#[tokio::test(flavor = "multi_thread")]
async fn pipelined_requests_take_up_little_memory() {
    let site = Site::start();
    let owner = site.owner().await;
    let (club, _) = match_of(&owner).await;
    let address = site.gateway.address;
    let many = SHORT.repeat(MANY);
    let send = async |from: Ipv4Addr| {
        let mut connection = ask(from, address, LARGE).await;
        connection.write_all(many.as_bytes()).await.unwrap();
        connection
    };
    let what = format!("{MANY} requests on each of them before an answer is taken");
    let name = "pipelined_requests_take_up_little_memory";
    take_little(name, &what, (&site, &owner, &club), send).await;
}

/// Those who are asked wait for their turn, and take no body.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_nobody_reads_take_up_little_memory() {
    let site = Site::start();
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let address = site.gateway.address;
    let head = format!(
        "GET {at}/hands HTTP/1.1\r\nHost: faan\r\nAuthorization: Bearer {}\r\nTransfer-Encoding: chunked\r\n\r\n",
        owner.token
    );
    let all = head + &CHUNK.repeat(CHUNKS);
    let send = async |from: Ipv4Addr| {
        let mut connection = connect(from, address).await;
        // It may be hung up on.
        connection.write_all(all.as_bytes()).await.ok();
        connection
    };
    let what = format!("{CHUNKS} chunks of a byte on each of them, of a body that nobody reads");
    let name = "bodies_that_nobody_reads_take_up_little_memory";
    take_little(name, &what, (&site, &owner, &club), send).await;
}

/// What two addresses send on all their connections takes up little memory.
async fn take_little(
    name: &str,
    what: &str,
    (site, owner, club): (&Site, &Owner, &str),
    send: impl AsyncFn(Ipv4Addr) -> TcpStream,
) {
    allow_many_files();
    owner.ask(reqwest::Method::GET, "/openapi.json", None).await;
    let before = site.gateway.memory();
    let connections = extent(24, CONNECTIONS);
    let clients = [2, 3].map(|host| Ipv4Addr::new(127, 0, 0, host));
    let all = clients
        .into_iter()
        .flat_map(|from| vec![from; connections])
        .map(|from| send(from));
    let (held, most) = site.gateway.most_memory(join_all(all)).await;
    // Others are served meanwhile.
    for _ in 0..20 {
        owner.read("/v1/clubs").await;
    }
    let grown = most.max(site.gateway.memory()).saturating_sub(before);
    let allowed = MOST.min(2 * connections as u64 * 1024 * 1024);
    assert!(grown < allowed, "{} MiB", grown >> 20);
    drop(held);
    let entries = quiesce::check(site, owner, &[club.to_owned()], Kept::default()).await;
    let injected = format!("two addresses with {connections} connections each, with {what}");
    let held = format!(
        "the gateway grew by {} MiB; {entries} entries verified",
        grown >> 20
    );
    keep(name, &injected, &held);
}
