//! Clients at once, each on its own connection, for a fixed time.

use std::process;
use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::http_client::{Connection, Request};
use crate::processes::cpu_of;

/// A client that sends one request after another.
pub(crate) trait Client {
    /// Sends the next request, and waits for the answer. Returns what it counts for, for example the number of recorded hands; zero for a
    /// request that only prepares others.
    async fn send_next(&mut self) -> u32;
}

/// What the clients did.
pub(crate) struct Load {
    pub(crate) time: Duration,
    pub(crate) count: f64,
    /// Of each request that counts, the shortest first.
    pub(crate) latencies: Vec<Duration>,
    /// The CPU time of this process.
    pub(crate) client_cpu: Duration,
}

impl Load {
    pub(crate) fn per_second(&self) -> f64 {
        self.count / self.time.as_secs_f64()
    }
}

/// Lets the clients send for so long.
pub(crate) async fn run<C: Client>(clients: &mut [C], time: Duration) -> Load {
    let (begin, cpu) = (Instant::now(), cpu_of(process::id()));
    let sent = clients.iter_mut().map(|client| async move {
        let (mut count, mut latencies) = (0.0, Vec::new());
        while begin.elapsed() < time {
            let sent = Instant::now();
            let counts = client.send_next().await;
            if counts > 0 {
                count += f64::from(counts);
                latencies.push(sent.elapsed());
            }
        }
        (count, latencies)
    });
    let sent = join_all(sent).await;
    let mut load = Load {
        time: begin.elapsed(),
        count: 0.0,
        latencies: Vec::new(),
        client_cpu: cpu_of(process::id()).saturating_sub(cpu),
    };
    for (count, latencies) in sent {
        load.count += count;
        load.latencies.extend(latencies);
    }
    load.latencies.sort_unstable();
    load
}

/// The latency that so many of a hundred requests do not exceed, in milliseconds.
pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    let latency = sorted.get(place);
    latency.map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
}

/// A client that repeats one request.
pub(crate) struct Repeat {
    connection: Connection,
    request: Request,
}

impl Repeat {
    pub(crate) async fn new(address: &str, request: Request) -> Repeat {
        let connection = Connection::open(address).await;
        Repeat {
            connection,
            request,
        }
    }
}

impl Client for Repeat {
    async fn send_next(&mut self) -> u32 {
        self.connection.send(&self.request).await;
        1
    }
}
