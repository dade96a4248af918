//! An engine that does not answer in time.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::bench::{extent, is_full, keep, promise};
use crate::faults::proxy::Proxy;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::faults::writers::{Manners, TABLES, Writers};
use crate::running::{Folder, eventually};

/// How long the gateway waits for the engine, and some more for a busy machine.
const DEADLINE: Duration = Duration::from_secs(5 + 4);

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_stalls_is_not_waited_for() {
    let (tell, to) = watch::channel(None);
    let proxy = Proxy::start(to).await;
    let site = Site::in_folder(Folder::new(), Some(proxy.address), |gateway| gateway);
    tell.send_replace(Some(site.engine.address));
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    let ready = async || {
        let answer = reqwest::get(format!("{}/readyz", owner.url)).await.unwrap();
        answer.status()
    };
    let is_ready = async || ready().await == StatusCode::OK;
    let is_not_ready = async || ready().await == StatusCode::SERVICE_UNAVAILABLE;
    writers.go_on(32).await;
    eventually("it is ready", is_ready).await;
    let stalls = extent(1, 10);
    for _ in 0..stalls {
        let stall = proxy.stall().await;
        let stalled = Instant::now();
        let (before, put_off) = (writers.tally.acknowledged(), writers.tally.put_off());
        eventually("it is not ready", is_not_ready).await;
        let are_put_off = async || writers.tally.put_off() >= put_off + TABLES;
        eventually("they are put off", are_put_off).await;
        if is_full() {
            sleep(Duration::from_secs(6).saturating_sub(stalled.elapsed())).await;
        }
        // What the engine had answered already may still be recorded: of each writer one hand.
        let recorded = writers.tally.acknowledged() - before;
        assert!(recorded <= TABLES, "{recorded} that nobody scored");
        drop(stall);
        writers.go_on(32).await;
        eventually("it is ready again", is_ready).await;
    }
    let (tally, entries) = quiesce::conclude(&site, &owner, writers, Kept::default()).await;
    promise("an answer without an engine", tally.slowest(), DEADLINE);
    let injected = format!(
        "{stalls} stalls of 6 s of everything between gateway and engine, under sixteen writers"
    );
    let held = format!(
        "every answer meanwhile 503 with Retry-After, after {:.1?} at most; nothing recorded without a score; {}; {entries} entries verified",
        tally.slowest(),
        tally.told()
    );
    keep("an_engine_that_stalls_is_not_waited_for", &injected, &held);
}
