//! What the dearest requests cost: every limit is driven to its maximum, and neighbours must hardly notice.

use std::iter;
use std::time::Duration;

use serde_json::{Value, json};

use super::floods::{Honest, percentile};
use crate::bench::promise;
use crate::owner::Owner;

mod busy_hall;
mod growth;
mod reading;
mod scoring;
mod season;
mod standings;

/// The longest that a neighbour waits for an answer, but for one of a hundred.
const NEIGHBOUR: Duration = Duration::from_millis(500);

/// Matches of one sheet, at most.
const SHEET: usize = 200;

/// A sheet of matches of one hand each, to be imported.
fn sheet_of(matches: impl Iterator<Item = String>) -> Value {
    let head = "match,played_on,east,south,west,north,winner,won_by,from,fan".to_owned();
    let lines: Vec<String> = iter::once(head).chain(matches).collect();
    json!({ "csv": lines.join("\n"), "terms": { "variant": { "id": "old-hong-kong" }, "stake_cents": 50, "currency": "HKD" } })
}

/// How long somebody at a match in another club waits for an answer, but for one of a hundred, while something is read over and over.
async fn neighbour_while_read(owner: &Owner, other: &str, (name, path): (&str, &str)) -> Duration {
    let read_on = async {
        loop {
            owner.read(path).await;
        }
    };
    let honest = Honest::start(owner, other);
    tokio::select! {
        () = honest.go_on(5, Duration::from_secs(5)) => {}
        () = read_on => {}
    }
    let p99 = percentile(&honest.times().await, 99);
    promise(name, p99, NEIGHBOUR);
    p99
}
