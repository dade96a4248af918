//! What a log's tree adds to making an entry ready to be stored: `cargo bench -p evidence --bench tree`, or `make bench` for
//! all there is.
//!
//! Its bytes and hash are made, against: the frontier is read, grows by one leaf and is written. Both in turn within one run.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use evidence::{Entry, Frontier, leaf_hash};

const RUNS: usize = 31;
const TIMES: u32 = 2_000;
/// The frontier has ten roots, and the next leaf is joined with all of them: nothing below this size takes more.
const LEAVES: u64 = 1_023;
const LEAVES_KEPT: &str = include_str!(
    "../tests/evidence/leaves/snapshots/evidence__leaves__golden__leaves_are_written_as_ever.snap"
);

fn main() {
    let kept = LEAVES_KEPT.lines();
    let mut hands = kept.filter(|line| line.contains(r#""kind":"outcome_recorded""#));
    let entry = Entry::parse(hands.next().unwrap().as_bytes()).unwrap();
    let hash = leaf_hash(&entry.to_bytes().unwrap());
    let mut tree = Frontier::EMPTY;
    (0..LEAVES).for_each(|_| drop(tree.push(hash)));
    let (size, bytes) = (tree.size(), tree.to_bytes());

    let mut ratios: Vec<f64> = Vec::new();
    for _ in 0..RUNS {
        let seals = times(|| {
            black_box(leaf_hash(&black_box(&entry).to_bytes().unwrap()));
        });
        let grows = times(|| {
            let mut tree = Frontier::from_bytes(size, black_box(&bytes)).unwrap();
            black_box(tree.push(black_box(hash)));
            drop(black_box(tree.to_bytes()));
        });
        ratios.push(grows.as_secs_f64() / seals.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let [least, .., most] = *ratios else { return };
    let median = ratios.get(RUNS / 2).unwrap();
    println!("T1, median of {RUNS} (least–most): {median:.4} ({least:.4}–{most:.4})");
}

fn times(what: impl Fn()) -> Duration {
    let start = Instant::now();
    (0..TIMES).for_each(|_| what());
    start.elapsed()
}
