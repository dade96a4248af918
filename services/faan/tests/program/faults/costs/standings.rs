//! A player who met everybody whom a club may have: the standings follow in bounded memory, hand by hand and after a merge.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::reading::win;
use super::{SHEET, neighbour_while_read, sheet_of};
use crate::bench::{extent, keep};
use crate::faults::floods::match_of;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// So many matches, with three others in each: with the four players of another match, as many players as a club may have.
const MOST: usize = 3_331;
/// How much more memory the gateway may take while the standings follow.
const MEMORY: u64 = 256 * 1024 * 1024;

/// Matches of whoever met everybody, each with three others who played none before.
fn sheet(from: usize, until: usize) -> Value {
    sheet_of((from..until).map(|one| {
        let (day, other) = (1 + one % 28, one * 3);
        let others = [1, 2, 3].map(|next| format!("P{}", other + next));
        format!(
            "{one},2026-02-{day:02},P0,{},P0,self_draw,,4",
            others.join(",")
        )
    }))
}

/// What it took.
struct Followed {
    duration: Duration,
    /// The most memory that the gateway had.
    memory: u64,
}

/// Waits until the standings are those of the whole ledger.
async fn follow(site: &Site, owner: &Owner, club: &str) -> Followed {
    let (path, begun) = (format!("{club}/standings?from=2030-01-01"), Instant::now());
    let reads = async {
        loop {
            let found = owner.read_json(&path).await;
            if found["seq"] == found["head_seq"] {
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    };
    let ((), memory) = site.gateway.most_memory(reads).await;
    Followed {
        duration: begun.elapsed(),
        memory,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standings_of_who_met_everybody_follow_in_bounded_memory() {
    let site = Site::start();
    let mut owner = site.owner().await;
    let (club, _) = match_of(&owner).await;
    let (_, other) = match_of(&owner).await;
    let matches = extent(40, MOST);
    let mut signed_in = Instant::now();
    let names = (0..=matches * 3).map(|number| format!("P{number}"));
    let players = owner.enrol(&club, names).await;
    follow(&site, &owner, &club).await;
    let before = site.gateway.memory();
    for from in (0..matches).step_by(SHEET) {
        owner.stay_signed_in(&mut signed_in).await;
        let sheet = sheet(from, matches.min(from + SHEET));
        owner.write(&format!("{club}/matches:import"), sheet).await;
    }
    let all = follow(&site, &owner, &club).await;

    let seats = [&players[0], &players[1], &players[4], &players[7]].map(Value::clone);
    let at = owner
        .open_match(&club, &seats, json!({ "played_on": "2026-02-28" }))
        .await;
    let hand = json!({ "number": 1, "outcome": win() });
    owner.write(&format!("{at}/hands"), hand).await;
    let one = follow(&site, &owner, &club).await;

    // Somebody whom everybody met turns out to be somebody who met nobody.
    let double = owner.enrol(&club, ["another".to_owned()]).await;
    let merge = format!("{club}/players/{}:merge", players[0].as_str().unwrap());
    owner.write(&merge, json!({ "into": double[0] })).await;
    let merged = follow(&site, &owner, &club).await;

    let statistics = format!("{club}/players/{}/statistics", double[0].as_str().unwrap());
    let read = owner.ask(Method::GET, &statistics, None).await;
    assert_eq!(read.0, 200, "{}", read.1);
    let p99 = neighbour_while_read(&owner, &other, ("statistics", &statistics)).await;
    let most = [&all, &one, &merged]
        .map(|step| step.memory)
        .into_iter()
        .max()
        .unwrap();
    assert!(most < before + MEMORY, "{} of {}", most >> 20, before >> 20);
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let held = format!(
        "all of it {:.0?}, one hand more {:.0?}, a merge {:.0?}; {} MiB more memory; a neighbour's p99 beside reads {p99:.0?}; {entries} entries verified",
        all.duration,
        one.duration,
        merged.duration,
        (most - before.min(most)) >> 20,
    );
    keep(
        "standings_of_who_met_everybody_follow_in_bounded_memory",
        "a player meets 9,993 others in 3,331 matches, plays one hand more, and is merged",
        &held,
    );
}
