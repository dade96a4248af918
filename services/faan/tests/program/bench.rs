//! How far the faults go, what chance draws, which times are judged, and where results are kept.

use std::fs;
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

pub(crate) use ledger::test_database::{are_faults_in_full as is_full, promise, setting};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

/// How many of a fault: few in every run of the tests, many in a run of the bench alone.
pub(crate) fn extent<T>(quick: T, full: T) -> T {
    if is_full() { full } else { quick }
}

/// Whether something goes on that a full run does for a while, and any other a few times.
pub(crate) fn goes_on(done: usize, few: usize, begun: Instant, lasts: Duration) -> bool {
    match is_full() {
        true => begun.elapsed() < lasts,
        false => done < few,
    }
}

/// What this run draws from; `FAAN_TEST_SEED` repeats one. Which request meets which fault is up to the machine all the same.
pub(crate) fn seed() -> u64 {
    static SEED: LazyLock<u64> = LazyLock::new(|| {
        let seed = setting("FAAN_TEST_SEED").map_or_else(any_seed, |seed| seed.parse().unwrap());
        println!("FAAN_TEST_SEED={seed} repeats this run");
        seed
    });
    *SEED
}

/// The chance of one of those who draw.
pub(crate) fn chance(of: u64) -> StdRng {
    let mut bytes = [0; 32];
    let parts = bytes.chunks_exact_mut(8);
    for (part, number) in parts.zip([seed(), of]) {
        part.copy_from_slice(&number.to_le_bytes());
    }
    StdRng::from_seed(bytes)
}

/// Prints a result, and after a full run keeps it in RELIABILITY.md: in the row that names the test.
pub(crate) fn keep(test: &str, injected: &str, held: &str) {
    println!("{test}: {injected}; {held}");
    if !is_full() {
        return;
    }
    static PAGE: Mutex<()> = Mutex::new(());
    let _alone = PAGE.lock().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../RELIABILITY.md");
    let page = fs::read_to_string(&path).unwrap();
    let (end, mut found) = (format!("::{test}`"), false);
    let lines = page.lines().map(|line| {
        if !line.starts_with("| ") || !line.contains(&end) {
            return line.to_owned();
        }
        found = true;
        let cells: Vec<&str> = line.split(" | ").collect();
        let (fault, tests) = (cells[0], cells[cells.len() - 1]);
        let injected = format!("{injected}; seed {}", seed());
        [fault, &injected, held, tests].join(" | ")
    });
    let lines: Vec<String> = lines.collect();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    assert!(found, "RELIABILITY.md has no row for {test}");
}

#[expect(clippy::disallowed_methods, reason = "a new run each time")]
fn any_seed() -> u64 {
    rand::random()
}
