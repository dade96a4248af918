//! One address that takes as many connections as it can, and a neighbour at another.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::{Honest, allow_many_files, match_of, percentile};
use crate::bench::{extent, goes_on, is_full, keep, promise};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::running::eventually;

/// Whose share it is.
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// Who is served meanwhile.
const NEIGHBOUR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// What one address may have: `deploy/README.md` says so. A small share is taken with fewer connections.
const SHARE: u64 = 512;
const SMALL_SHARE: u64 = 64;

#[derive(Default)]
struct Told {
    held: AtomicU64,
    most: AtomicU64,
    refused: AtomicU64,
}

async fn connect(from: Ipv4Addr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(to).await
}

/// Asks on a connection, and reads how that is answered.
async fn get(connection: &mut TcpStream) -> std::io::Result<String> {
    let request = b"GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";
    let mut answer = vec![0; 4096];
    connection.write_all(request).await?;
    let read = connection.read(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer[..read]).into_owned())
}

/// Holds a connection by asking on it again and again; when it is refused or hung up on, takes another.
async fn hold(address: SocketAddr, stop: Arc<AtomicBool>, told: Arc<Told>) {
    while !stop.load(Ordering::Relaxed) {
        let Ok(connection) = connect(GREEDY, address).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        keep_asking(connection, &stop, &told).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn keep_asking(mut connection: TcpStream, stop: &AtomicBool, told: &Told) {
    let mut is_held = false;
    while !stop.load(Ordering::Relaxed) {
        let answer = get(&mut connection).await.unwrap_or_default();
        if !answer.starts_with("HTTP/1.1 200 ") {
            told.refused.fetch_add(1, Ordering::Relaxed);
            break;
        }
        if !is_held {
            is_held = true;
            let held = told.held.fetch_add(1, Ordering::Relaxed) + 1;
            told.most.fetch_max(held, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    if is_held {
        told.held.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long a neighbour waits for a connection and an answer, over a new connection each time: for a while, or so often.
async fn neighbour(address: SocketAddr, lasts: Duration) -> Vec<Duration> {
    let (begun, mut times) = (Instant::now(), Vec::new());
    while goes_on(times.len(), 40, begun, lasts) {
        let asked = Instant::now();
        let mut connection = connect(NEIGHBOUR, address).await.unwrap();
        let answer = get(&mut connection).await.unwrap();
        if !is_full() && answer.starts_with("HTTP/1.1 408 ") {
            // This process stood still.
            continue;
        }
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        times.push(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times.sort();
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_every_connection() {
    allow_many_files();
    let share = extent(SMALL_SHARE, SHARE);
    let site = Site::start_with(move |mut gateway| {
        if !is_full() {
            gateway.args(["--connections-per-address", &share.to_string()]);
        }
        gateway
    });
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let address = site.gateway.address;
    let (count, lasts) = (extent(2 * SMALL_SHARE, 6_000), Duration::from_secs(20));
    let quiet = neighbour(address, lasts).await;
    let (stop, told) = (Arc::<AtomicBool>::default(), Arc::<Told>::default());
    let mut greedy = JoinSet::new();
    for _ in 0..count {
        greedy.spawn(hold(address, stop.clone(), told.clone()));
    }
    let has_its_share = async || {
        let (most, refused) = (&told.most, &told.refused);
        let others = count - share;
        most.load(Ordering::Relaxed) >= share && refused.load(Ordering::Relaxed) >= others
    };
    eventually("it has its share, and no more", has_its_share).await;
    let honest = Honest::start(&owner, &at);
    let crowded = neighbour(address, lasts).await;
    honest.go_on(20, Duration::ZERO).await;
    let honest = honest.times().await;
    let memory = site.gateway.memory();
    stop.store(true, Ordering::Relaxed);
    greedy.join_all().await;
    assert_eq!(told.most.load(Ordering::Relaxed), share);
    let refused = told.refused.load(Ordering::Relaxed);
    let [quiet, crowded] =
        [quiet, crowded].map(|times| [50, 99].map(|part| percentile(&times, part)));
    // Without shares the places were all taken, and a neighbour waited until one was given up.
    promise("a neighbour", crowded[1], Duration::from_secs(1));
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{count} connections at once from one address, each taken anew a tenth of a second after it was refused, for {lasts:?}"
    );
    let held = format!(
        "{share} served, {refused} refused; a neighbour, over a new connection each time: p50 {:.1?}, p99 {:.1?} (without: {:.1?}, {:.1?}); {} requests of members at a third address p99 {:.0?}; {} MiB of memory; {entries} entries verified",
        crowded[0],
        crowded[1],
        quiet[0],
        quiet[1],
        honest.len(),
        percentile(&honest, 99),
        memory >> 20
    );
    keep(
        "one_address_does_not_take_every_connection",
        &injected,
        &held,
    );
}
