//! G1 and G2: what scoring costs on top of the transport.
//!
//! An engine and an echo of the same messages over the same transport, each a process of its own with one thread, are
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
        Some(server::SERVE) => server::serve(arguments.next().as_deref() == Some(server::ECHO)),
        _ => {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(measure())
        }
    }
}

async fn measure() -> Outcome<()> {
    let servers = [Server::start("engine")?, Server::start(server::ECHO)?];
    let mut callers = Vec::new();
    for server in &servers {
        callers.push(Caller::connect(&server.address).await?);
    }
    let mut calls = Report::new(Goal {
        name: "G1 ScoreHand",
        unit: "µs of CPU a call",
        at_least: "≤ 1.3×",
        aim: "≤ 1.1×",
    });
    let mut batches = Report::new(Goal {
        name: "G2 ScoreHands in batches of 64",
        unit: "thousand hands/s",
        at_least: "≥ 0.6×",
        aim: "≥ 0.8×",
    });
    // The first run warms up, and is not counted.
    for run in 0..=RUNS {
        for (which, (server, caller)) in servers.iter().zip(&callers).enumerate() {
            let before = server.cpu()?;
            caller.calls(CALLS.0, CALLS.1).await?;
            let spent = server.cpu()?.saturating_sub(before);
            let time = caller.batches(BATCHES.0, BATCHES.1).await?;
            if run > 0 {
                calls.add(which, spent.as_secs_f64() * 1e6 / CALLS.0 as f64);
                let hands = (BATCHES.0 * BATCHES.1) as f64;
                batches.add(which, hands / time.as_secs_f64() / 1e3);
            }
        }
    }
    report::print_machine(RUNS);
    calls.print();
    batches.print();
    Ok(())
}
