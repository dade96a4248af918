//! G1 and G2: what scoring costs on top of the transport. G3 and G4: what native calls cost where the engine speaks gRPC-Web too.
//!
//! An engine, an echo of the same messages over the same transport, and an engine with gRPC-Web, each a process of its own with one thread, are
//! asked in turn, so that both see the same machine; what counts is the ratio of their medians. `make bench` runs it.

mod caller;
mod echo;
mod hands;
mod report;
mod server;

use caller::Caller;
use report::{Goal, Report};
use server::Server;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// How often each of the two is asked in turn.
const RUNS: usize = 11;
/// Calls in one run, and how many of them are under way at once.
const CALLS: (usize, usize) = (20_000, 32);
/// Batches in one run, and the hands in one of them.
const BATCHES: (usize, usize) = (3_000, 64);

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some(server::SERVE) => server::serve(&arguments.next().unwrap_or_default()),
        _ => {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(measure())
        }
    }
}

async fn measure() -> Outcome<()> {
    let servers = [server::ENGINE, server::ECHO, server::WEB];
    let servers = servers.map(Server::start);
    let servers = servers.into_iter().collect::<Outcome<Vec<_>>>()?;
    let mut callers = Vec::new();
    for server in &servers {
        callers.push(Caller::connect(&server.address).await?);
    }
    let mut calls = Report::new(Goal {
        name: "G1 ScoreHand",
        unit: "µs of CPU a call",
        pair: ["engine", "echo"],
        at_least: "≤ 1.3×",
        aim: "≤ 1.1×",
    });
    let mut batches = Report::new(Goal {
        name: "G2 ScoreHands in batches of 64",
        unit: "thousand hands/s",
        pair: ["engine", "echo"],
        at_least: "≥ 0.6×",
        aim: "≥ 0.8×",
    });
    let mut web_calls = Report::new(Goal {
        name: "G3 ScoreHand, native, with gRPC-Web on",
        unit: "µs of CPU a call",
        pair: ["with", "without"],
        at_least: "≤ 1.03×",
        aim: "≤ 1.01×",
    });
    let mut web_batches = Report::new(Goal {
        name: "G4 ScoreHands in batches of 64, native, with gRPC-Web on",
        unit: "thousand hands/s",
        pair: ["with", "without"],
        at_least: "≥ 0.97×",
        aim: "≥ 0.99×",
    });
    // The first run warms up, and is not counted.
    for run in 0..=RUNS {
        for (which, (server, caller)) in servers.iter().zip(&callers).enumerate() {
            let before = server.cpu()?;
            caller.calls(CALLS.0, CALLS.1).await?;
            let spent = server.cpu()?.saturating_sub(before);
            let time = caller.batches(BATCHES.0, BATCHES.1).await?;
            if run > 0 {
                let call = spent.as_secs_f64() * 1e6 / CALLS.0 as f64;
                let hands = (BATCHES.0 * BATCHES.1) as f64 / time.as_secs_f64() / 1e3;
                // In each pair, what is measured comes first and what it is compared with second.
                let (pair, web_pair) = match which {
                    0 => (Some(0), Some(1)),
                    1 => (Some(1), None),
                    _ => (None, Some(0)),
                };
                calls.add(pair, call);
                batches.add(pair, hands);
                web_calls.add(web_pair, call);
                web_batches.add(web_pair, hands);
            }
        }
    }
    report::print_machine(RUNS);
    calls.print();
    batches.print();
    web_calls.print();
    web_batches.print();
    Ok(())
}
