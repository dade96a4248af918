//! What verifying an export costs: `cargo bench -p audit --bench verify`, or `make bench` for all there is.
//!
//! Time is measured against hashing and reading the same entries, in turn within one run; memory is the most that a process
//! of its own had for exports of 10,000 and 100,000 hands (`resident FILE`).

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a benchmark fails by panicking"
)]

// The exports are those of the tests.
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/doubts/verify/bundle.rs"]
mod bundle;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/doubts/honest.rs"]
mod honest;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/doubts/verify/many.rs"]
mod many;

use audit::{Against, Report, SeekableExport, Verdict};
use bundle::{Bundle, key, trusted};
use evidence::{Entry, leaf_hash};
use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const RUNS: usize = 11;
/// A match of the tests has so many hands, and more that is none.
const HANDS: u128 = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().position(|argument| argument == "resident") {
        Some(at) => println!("{}", resident(Path::new(&arguments[at + 1]))),
        None => measure(),
    }
}

fn measure() {
    let file = export(10_000);
    let mut runs: Vec<(Duration, Duration)> = (0..RUNS)
        .map(|_| (timed(|| read(&file)), timed(|| drop(verified(&file)))))
        .collect();
    let ratio = |(read, verify): &(Duration, Duration)| read.as_secs_f64() / verify.as_secs_f64();
    runs.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    let (read, verify) = runs[RUNS / 2];
    println!(
        "A1, hashing and reading against verifying, 10,000 hands, median of {RUNS} (least–most): {:.2}× ({:.2}–{:.2}), \
         {read:.2?} against {verify:.2?}",
        ratio(&runs[RUNS / 2]),
        ratio(&runs[0]),
        ratio(&runs[RUNS - 1]),
    );
    for hands in [10_000, 100_000] {
        let file = export(hands);
        let bytes = file.metadata().unwrap().len() >> 20;
        let output = Command::new(std::env::current_exe().unwrap())
            .arg("resident")
            .arg(&file)
            .output()
            .unwrap();
        let most = String::from_utf8(output.stdout).unwrap();
        println!(
            "A2, {hands} hands, {bytes} MiB: at most {} resident",
            most.trim()
        );
    }
}

/// The file of an export with so many hands, which stays where it was built.
fn export(hands: u128) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{hands}.ndjson"));
    if !file.exists() {
        let entries = many::matches(hands / HANDS, false);
        std::fs::write(&file, Bundle::of(&entries).export()).unwrap();
    }
    file
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Hashes and reads every entry.
fn read(file: &Path) {
    let source = BufReader::new(File::open(file).unwrap());
    let (_, leaves) = evidence::read_export(source).unwrap();
    for leaf in leaves {
        let (_, leaf) = leaf.unwrap();
        black_box((leaf_hash(&leaf), Entry::parse(&leaf).unwrap()));
    }
}

fn verified(file: &Path) -> Report {
    let open = || BufReader::new(File::open(file).unwrap());
    let against = Against {
        keys: vec![trusted(&key())],
        archive: Some(Box::new(SeekableExport::new(open()))),
        ..Against::default()
    };
    let report = audit::verify(open(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.doubts);
    report
}

/// The most memory that this process had in verifying an export, as Linux tells it.
fn resident(file: &Path) -> String {
    verified(file);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.unwrap().trim().to_owned()
}
