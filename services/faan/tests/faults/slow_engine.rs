//! An engine that does not answer in time.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::bench::{extent, keep};
use crate::proxy::Proxy;
use crate::quiesce::{self, Kept};
use crate::running::{Folder, eventually};
use crate::site::Site;
use crate::writers::{Manners, Writers};

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
    writers.go_on(32).await;
    eventually("it is ready", is_ready).await;
    let stalls = extent(1, 10);
    for _ in 0..stalls {
        let stall = proxy.stall().await;
        let stalled = Instant::now();
        // What the engine had answered already may still be recorded, on a slow machine a while later.
        sleep(Duration::from_secs(4)).await;
        let before = writers.tally.acknowledged();
        assert_eq!(ready().await, StatusCode::SERVICE_UNAVAILABLE);
        sleep(Duration::from_secs(6).saturating_sub(stalled.elapsed())).await;
        assert_eq!(
            writers.tally.acknowledged(),
            before,
            "something was recorded that nobody scored"
        );
        drop(stall);
        writers.go_on(32).await;
        eventually("it is ready again", is_ready).await;
    }
    let (clubs, tally) = writers.conclude(&owner).await;
    let entries = quiesce::check(&site, &owner, &clubs, Kept::default()).await;
    let slowest = Duration::from_millis(tally.slowest.load(std::sync::atomic::Ordering::Relaxed));
    assert!(slowest < DEADLINE, "{slowest:?}");
    assert!(
        tally.put_off.load(std::sync::atomic::Ordering::Relaxed) > 0,
        "{}",
        tally.told()
    );
    let injected = format!(
        "{stalls} stalls of 6 s of everything between gateway and engine, under sixteen writers"
    );
    let held = format!(
        "every answer meanwhile 503 with Retry-After, after {slowest:.1?} at most; nothing recorded without a score; {}; {entries} entries verified",
        tally.told()
    );
    keep("an_engine_that_stalls_is_not_waited_for", &injected, &held);
}
