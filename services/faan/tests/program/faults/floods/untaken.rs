//! Clients that ask for something on every connection that they may have, and take none of it.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use super::{allow_many_files, match_of};
use crate::bench::{is_full, keep};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// As many connections as an address may have: what README says.
pub(super) const CONNECTIONS: usize = 512;
/// By how much the gateway may grow, whatever is asked for.
pub(super) const MOST: u64 = 256 * 1024 * 1024;
/// How much a client takes at a time.
const WINDOW: u32 = 4096;
/// What everybody may read, and nobody reads in parts.
const LARGE: [&str; 3] = [
    "/openapi.json",
    "/docs/swagger-ui-bundle.js",
    "/web/table_modules.js",
];

/// Asks on one connection from an address of this machine, and waits until the answer begins.
pub(super) async fn ask(from: Ipv4Addr, to: SocketAddr, request: &str) -> TcpStream {
    let mut connection = connect(from, to).await;
    connection.write_all(request.as_bytes()).await.unwrap();
    connection.read_u8().await.unwrap();
    connection
}

/// A connection from an address.
pub(super) async fn connect(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(WINDOW).unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(to).await.unwrap()
}

/// The addresses of everything that this owner can read: those of the document whose variables are known.
pub(super) async fn readable(owner: &Owner, club: &str, at: &str) -> Vec<String> {
    let document: Value = owner.read_json("/openapi.json").await;
    let paths = document["paths"].as_object().unwrap().iter();
    let read = paths.filter(|(_, item)| item.get("get").is_some());
    let filled = read.map(|(path, _)| {
        let path = path.replace("/v1/clubs/{club}/matches/{match}", at);
        path.replace("/v1/clubs/{club}", club)
            .replace("{variant}", "old-hong-kong")
    });
    filled.filter(|path| !path.contains('{')).collect()
}

/// Two addresses, each on every connection it may have, for one thing after another.
#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_takes_take_up_little_memory() {
    allow_many_files();
    let site = Site::start();
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let hand = json!({ "kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{ "chair": 1, "hand": {
        "concealed": "88s WW", "winning_tile": "8s", "melds": [
            { "kind": "pung", "tiles": "222s" }, { "kind": "pung", "tiles": "444s" }, { "kind": "pung", "tiles": "666s" }
        ]
    } }] });
    let batch = json!({ "number": 1, "outcomes": vec![hand; 100] });
    owner.write(&format!("{at}/hands:batch"), batch).await;
    let mut paths: Vec<String> = LARGE.map(str::to_owned).into();
    paths.push(format!("{at}/hands"));
    if is_full() {
        paths.extend(readable(&owner, &club, &at).await);
    }
    // What is made once is made before.
    for path in &paths {
        owner.ask(reqwest::Method::GET, path, None).await;
    }
    let before = site.gateway.memory();
    let mut most = (0, String::new());
    for path in &paths {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: faan\r\nAuthorization: Bearer {}\r\n\r\n",
            owner.token
        );
        let clients = [2, 3].map(|host| Ipv4Addr::new(127, 0, 0, host));
        let asked = clients
            .iter()
            .flat_map(|from| (0..CONNECTIONS).map(|_| ask(*from, site.gateway.address, &request)));
        let held = join_all(asked).await;
        let grown = site.gateway.memory().saturating_sub(before);
        assert!(grown < MOST, "{path}: {} MiB", grown >> 20);
        most = most.max((grown, path.clone()));
        // Others are served meanwhile.
        owner.read("/v1/clubs").await;
        drop(held);
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{} addresses with {CONNECTIONS} connections each, with a window of {WINDOW} bytes, on {} things one after another",
        2,
        paths.len()
    );
    let held = format!(
        "the gateway grew by {} MiB at most ({}); {entries} entries verified",
        most.0 >> 20,
        most.1
    );
    keep(
        "answers_that_nobody_takes_take_up_little_memory",
        &injected,
        &held,
    );
}
