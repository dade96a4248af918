//! The longest match there may be, corrected often, read in every way.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::bench::{extent, keep, promise};
use crate::client::ask;
use crate::faults::floods::{Honest, match_of, percentile};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;
use crate::running::{EMAIL, PASSWORD};

/// How much more memory the gateway may take while everything is read.
const MEMORY: u64 = 256 * 1024 * 1024;
/// The longest that a neighbour may wait, on a machine that does other things.
const NEIGHBOUR: Duration = Duration::from_secs(5);
/// How many outcomes a batch records.
const BATCH: usize = 100;

/// A match, and how much there is of it.
struct Long {
    club: String,
    at: String,
    hands: usize,
    corrections: usize,
}

/// A win with all its tiles, after which the dealer stays: so a match can go on.
pub(super) fn win() -> Value {
    json!({ "kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{ "chair": 1, "hand": {
        "concealed": "88s WW", "winning_tile": "8s", "bonus_tiles": "1f", "melds": [
            { "kind": "pung", "tiles": "222s" }, { "kind": "pung", "tiles": "444s" }, { "kind": "pung", "tiles": "666s" }
        ]
    } }] })
}

impl Long {
    async fn play(owner: &mut Owner, hands: usize, corrections: usize) -> Long {
        let (club, mut players) = owner.found_club().await;
        let at = owner.open_match(&club, &players, json!({})).await;
        for first in (1..=hands).step_by(BATCH) {
            let batch = json!({ "number": first, "outcomes": vec![win(); BATCH] });
            owner.write(&format!("{at}/hands:batch"), batch).await;
        }
        let path = format!("{at}/corrections");
        let mut made = 0;
        for correction in 0..corrections {
            // On a busy machine, all corrections together take longer than one access token is valid.
            if correction % 10 == 9 {
                owner.token = Owner::signs_in(&owner.url, EMAIL, PASSWORD).await.token;
            }
            // Every hand is somebody else's then.
            players.swap(0, 1 + correction % 3);
            let change =
                json!({ "kind": "reseat", "players": players, "outcomes": "stay_with_chairs" });
            let body = json!({ "changes": [change], "reason": "看".repeat(500) });
            let request = owner.request(Method::POST, &path);
            let (status, text) = ask(request.header("If-Match", "*").json(&body)).await;
            // All of them together have as many bytes as they may.
            if text.contains("too_many_corrections") {
                break;
            }
            assert_eq!(status, 201, "{text}");
            made += 1;
        }
        owner.token = Owner::signs_in(&owner.url, EMAIL, PASSWORD).await.token;
        Long {
            club,
            at,
            hands,
            corrections: made,
        }
    }

    /// Reads everything there is of the match, and answers how long the slowest took.
    async fn read(&self, owner: &Owner) -> Vec<(&'static str, Duration)> {
        let mut took = Vec::new();
        let mut begun = Instant::now();
        let mut lap = |what| {
            took.push((what, begun.elapsed()));
            begun = Instant::now();
        };
        let hands = owner.list(&format!("{}/hands", self.at), "hands").await;
        assert_eq!(hands.len(), self.hands);
        lap("all pages of hands");
        let path = format!("{}/corrections", self.at);
        let corrections = owner.list(&path, "corrections").await;
        assert_eq!(corrections.len(), self.corrections);
        lap("all pages of corrections");
        let taken = json!({ "number": self.hands, "outcome": { "kind": "goulash" } });
        let path = format!("{}/hands?dry_run=true", self.at);
        let (status, text) = owner.ask(Method::POST, &path, Some(taken)).await;
        assert_eq!(status, 409, "{text}");
        lap("a number that is taken");
        for (rest, what) in [
            ("/rounds", "the sheet"),
            ("/rounds.csv", "the sheet as CSV"),
        ] {
            owner.read(&format!("{}{rest}", self.at)).await;
            lap(what);
        }
        owner.read(&format!("{}/exports/hands", self.club)).await;
        lap("the export of hands");
        took
    }
}

/// Reads with a neighbour who asks meanwhile; answers what took how long, how long the neighbour waited, and the most memory
/// that the gateway had.
async fn read_beside(
    site: &Site,
    owner: &Owner,
    long: &Long,
    neighbour: &str,
) -> (Vec<(&'static str, Duration)>, Vec<Duration>, u64) {
    let honest = Honest::start(owner, neighbour);
    let (took, most) = site.gateway.most_memory(long.read(owner)).await;
    honest.go_on(10, Duration::ZERO).await;
    (took, honest.times().await, most)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_match_is_read_in_bounded_memory() {
    let site = Site::start();
    let mut owner = site.owner().await;
    let (hands, corrections) = (extent(100, 2_000), extent(4, 40));
    let long = Long::play(&mut owner, hands, corrections).await;
    let (club, neighbour) = match_of(&owner).await;
    let honest = Honest::start(&owner, &neighbour);
    honest.go_on(20, Duration::from_secs(5)).await;
    let alone = honest.times().await;
    // Once before, so that caches and pools are filled.
    owner.read(&neighbour).await;
    let before = site.gateway.memory();
    let (took, beside, most) = read_beside(&site, &owner, &long, &neighbour).await;
    assert!(most < before + MEMORY, "{} of {}", most >> 20, before >> 20);
    let slowest = percentile(&beside, 99);
    promise("a neighbour", slowest, NEIGHBOUR);
    let clubs = [long.club.clone(), club];
    let entries = quiesce::check(&site, &owner, &clubs, Kept::default()).await;
    let injected = format!(
        "a match of {hands} wins with their tiles, corrected {} times, each time every hand",
        long.corrections
    );
    let each = took.iter().map(|(what, took)| format!("{what} {took:.1?}"));
    let held = format!(
        "{}; the gateway had {} MiB at most, {} MiB before; a neighbour's p50 {:.0?} and p99 {slowest:.0?}, without it {:.0?} and {:.0?}; {entries} entries verified",
        each.collect::<Vec<_>>().join(", "),
        most >> 20,
        before >> 20,
        percentile(&beside, 50),
        percentile(&alone, 50),
        percentile(&alone, 99),
    );
    keep(
        "the_longest_match_is_read_in_bounded_memory",
        &injected,
        &held,
    );
}
