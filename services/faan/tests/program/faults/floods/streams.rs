//! Thousands of streams to the engine.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tonic::codegen::http;

use super::{FLAT, Honest, allow_many_files, match_of, percentile};
use crate::bench::{extent, keep};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::running::eventually;

/// How many one connection opens.
const EACH: usize = 250;
/// How many the engine serves at once: `proto/README.md` says so.
const SERVED: usize = 128;

/// Opens streams over one connection, sends nothing, and holds them. Counts how many are turned away.
async fn open(
    address: SocketAddr,
    mut holds: watch::Receiver<bool>,
    turned_away: Arc<AtomicUsize>,
) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut calls, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let (mut answers, mut held) = (JoinSet::new(), Vec::new());
    for _ in 0..EACH {
        calls = calls.ready().await.unwrap();
        let request = http::Request::post(format!(
            "http://{address}/faan.engine.v1.EngineService/ScoreHands"
        ))
        .header("content-type", "application/grpc")
        .header("te", "trailers");
        let (answer, unfinished) = calls
            .send_request(request.body(()).unwrap(), false)
            .unwrap();
        held.push(unfinished);
        let (mut holds, turned_away) = (holds.clone(), turned_away.clone());
        answers.spawn(async move {
            let answer = tokio::select! {
                answer = answer => answer.unwrap(),
                // It is served: nothing is answered before something is asked.
                _ = holds.wait_for(|holds| !holds) => return,
            };
            let status = answer.headers().get("grpc-status");
            if status.is_some_and(|status| status == "14") {
                turned_away.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    answers.join_all().await;
    // The sender stays until then.
    drop(holds.wait_for(|holds| !holds).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_streams_harm_nobody() {
    allow_many_files();
    let site = Site::start();
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let (rounds, connections) = (extent(1, 3), extent(2, 40));
    let (mut memory, mut turned_away) = (Vec::new(), 0);
    let honest = Honest::start(&owner, &at);
    for _ in 0..rounds {
        let (hold, holds) = watch::channel(true);
        let (mut all, away) = (JoinSet::new(), Arc::<AtomicUsize>::default());
        for _ in 0..connections {
            all.spawn(open(site.engine.address, holds.clone(), away.clone()));
        }
        let expected = connections * EACH - SERVED;
        let are_away = async || away.load(Ordering::Relaxed) >= expected;
        eventually("the others are turned away", are_away).await;
        // If one more is turned away, that comes meanwhile.
        tokio::time::sleep(Duration::from_secs(extent(1, 5))).await;
        memory.push(site.engine.memory());
        hold.send_replace(false);
        all.join_all().await;
        assert_eq!(away.load(Ordering::Relaxed), expected);
        turned_away += expected;
        // Places are free again once the engine has seen that the connections are gone.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    honest.go_on(30, Duration::ZERO).await;
    let times = honest.times().await;
    let most = *memory.iter().max().unwrap();
    assert!(most < memory[0] + FLAT, "{memory:?}");
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{rounds} times {} streams at once over {connections} connections",
        connections * EACH
    );
    let held = format!(
        "{SERVED} served each time, {turned_away} turned away with UNAVAILABLE; {} honest requests that needed the engine meanwhile all answered, p99 {:.0?}; the engine's memory {} MiB the first time, {} MiB at most; {entries} entries verified",
        times.len(),
        percentile(&times, 99),
        memory[0] >> 20,
        most >> 20
    );
    keep("ten_thousand_streams_harm_nobody", &injected, &held);
}
