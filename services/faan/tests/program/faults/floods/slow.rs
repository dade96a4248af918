//! Connections that send a byte a second, and begin anew whenever they are hung up on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::{FLAT, Honest, allow_many_files, match_of, percentile, whole_share};
use crate::bench::{extent, is_full, keep, promise};
use crate::client::PATIENCE;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::{Site, after};
use crate::running::eventually;

/// What is sent slowly.
#[derive(Clone, Copy)]
enum Slow {
    /// The head of the first request.
    Head,
    /// That of the second, after one that was well.
    SecondHead,
    /// A body.
    Body,
}

const ALL: [Slow; 3] = [Slow::Head, Slow::SecondHead, Slow::Body];

/// The longest that one connection can be held, in whatever way: what README tells, and some more for a busy machine.
const HELD: Duration = Duration::from_secs(36 + 9);

#[derive(Default)]
struct Told {
    hung_up: AtomicU64,
    longest: AtomicU64,
}

/// Thousands of connections.
struct Loris {
    stop: Arc<AtomicBool>,
    told: Arc<Told>,
    connections: JoinSet<()>,
}

impl Loris {
    fn start(address: SocketAddr, count: usize) -> Loris {
        let (stop, told) = (Arc::<AtomicBool>::default(), Arc::<Told>::default());
        let mut connections = JoinSet::new();
        for slow in ALL.into_iter().cycle().take(count) {
            connections.spawn(dribble(address, slow, stop.clone(), told.clone()));
        }
        Loris {
            stop,
            told,
            connections,
        }
    }

    async fn end(self) -> Arc<Told> {
        self.stop.store(true, Ordering::Relaxed);
        self.connections.join_all().await;
        self.told
    }
}

async fn dribble(address: SocketAddr, slow: Slow, stop: Arc<AtomicBool>, told: Arc<Told>) {
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut connection) = TcpStream::connect(address).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let begun = Instant::now();
        let ended = hold(&mut connection, slow, &stop).await;
        if ended {
            told.hung_up.fetch_add(1, Ordering::Relaxed);
        }
        let held = u64::try_from(begun.elapsed().as_millis()).unwrap();
        told.longest.fetch_max(held, Ordering::Relaxed);
    }
}

/// Holds a connection as long as it can. Returns whether it was hung up on.
async fn hold(connection: &mut TcpStream, slow: Slow, stop: &AtomicBool) -> bool {
    const GET: &str = "GET /livez HTTP/1.1\r\nHost: faan\r\n\r\n";
    let begin = match slow {
        Slow::Head => "GET /livez HTTP/1.1\r\nHost: faan\r\nX-Slow: ".to_owned(),
        Slow::SecondHead => format!("{GET}GET /livez HTTP/1.1\r\nHost: faan\r\nX-Slow: "),
        Slow::Body => "POST /v1/score HTTP/1.1\r\nHost: faan\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{".to_owned(),
    };
    if connection.write_all(begin.as_bytes()).await.is_err() {
        return true;
    }
    let (mut read, mut write) = connection.split();
    let mut answer = vec![0; 1024];
    while !stop.load(Ordering::Relaxed) {
        let waited = tokio::time::timeout(Duration::from_secs(1), read.read(&mut answer)).await;
        match waited {
            // The answer to the first request, or that the second took too long: the end comes next.
            Ok(Ok(1..)) => {}
            Ok(Ok(0) | Err(_)) => return true,
            Err(_) => {
                if write.write_all(b" ").await.is_err() {
                    return true;
                }
            }
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_loris_does_not_slow_down_the_others() {
    allow_many_files();
    let count = extent(300, 2_000);
    // Fewer files than connections, unless the gateway sees to it.
    let site = Site::start_with(|gateway| after("ulimit -Sn 256", &whole_share(gateway)));
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let (rounds, each) = (extent(1, 5), Duration::from_secs(6));
    let (mut quiet, mut slow, mut memory) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hung_up, mut longest) = (0, Duration::ZERO);
    for _ in 0..rounds {
        let honest = Honest::start(&owner, &at);
        honest.go_on(30, each).await;
        quiet.push(percentile(&honest.times().await, 99));
        let loris = Loris::start(site.gateway.address, count);
        // Past the moment at which all of them come at once, and the first are hung up on.
        let is_hung_up_on = async || loris.told.hung_up.load(Ordering::Relaxed) > 0;
        eventually("somebody is hung up on", is_hung_up_on).await;
        tokio::time::sleep(extent(Duration::ZERO, each)).await;
        let honest = Honest::start(&owner, &at);
        honest.go_on(30, each).await;
        slow.push(percentile(&honest.times().await, 99));
        memory.push(site.gateway.memory());
        let told = loris.end().await;
        hung_up += told.hung_up.load(Ordering::Relaxed);
        longest = longest.max(Duration::from_millis(told.longest.load(Ordering::Relaxed)));
    }
    let most = memory.iter().max().unwrap();
    assert!(*most < memory[0] + FLAT, "{memory:?}");
    quiet.sort();
    slow.sort();
    let (quiet, slow) = (quiet[rounds / 2], slow[rounds / 2]);
    let ratio = slow.as_secs_f64() / quiet.as_secs_f64();
    if is_full() {
        assert!(hung_up as usize > count / 3 * rounds, "{hung_up}");
        assert!(ratio < 2.0, "{slow:.1?} instead of {quiet:.1?}");
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{count} connections that send a byte a second (a third each: head, second head, body), begun anew when hung up on; {rounds} runs of {each:?} with and without in turn"
    );
    let held = format!(
        "honest p99 {ratio:.2} times the baseline ({slow:.1?}, {quiet:.1?}; medians); {hung_up} hung up on; at most {} MiB of memory; {entries} entries verified",
        most >> 20
    );
    keep(
        "a_slow_loris_does_not_slow_down_the_others",
        &injected,
        &held,
    );
    promise("one connection", longest, HELD);
}

/// However it is gone about, no connection is held for long.
#[tokio::test(flavor = "multi_thread")]
async fn no_connection_is_held_by_sending_slowly() {
    let site = Site::start();
    let stop = AtomicBool::new(false);
    let hold = async |slow| {
        let mut connection = TcpStream::connect(site.gateway.address).await.unwrap();
        let begun = Instant::now();
        let longest = extent(PATIENCE, HELD);
        let held = tokio::time::timeout(longest, hold(&mut connection, slow, &stop)).await;
        assert_eq!(held, Ok(true), "it is still held");
        begun.elapsed()
    };
    if !is_full() {
        // With shorter deadlines the gateway's own tests try the others, too.
        hold(Slow::Head).await;
        return;
    }
    let (head, second, body) =
        tokio::join!(hold(Slow::Head), hold(Slow::SecondHead), hold(Slow::Body));
    let held = format!(
        "hung up on after {head:.0?} of a first head, {second:.0?} of a second, {body:.0?} of a body"
    );
    keep(
        "no_connection_is_held_by_sending_slowly",
        "a byte a second of everything that can be sent",
        &held,
    );
}
