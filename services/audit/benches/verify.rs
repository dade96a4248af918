//! What verifying an export costs: `cargo bench -p audit --bench verify`, or `make bench` for all there is.
//!
//! Time is measured against hashing and reading the same entries, in turn within one run; memory is the most that a process
//! of its own had (`resident FILE`). The exports are of 10,000 and 100,000 hands that are made here; or one that is there
//! (`FILE`), as `make many` makes it. Beside each lies the key that signed it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a benchmark fails by panicking"
)]

// The exports are those of the tests.
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/audit/verify/bundle.rs"]
mod bundle;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/audit/honest.rs"]
mod honest;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/audit/verify/many.rs"]
mod many;

use audit::{Against, Report, SeekableExport, TrustedKey, Verdict};
use bundle::{Bundle, key};
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
    // Cargo adds a flag of its own.
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|one| !one.starts_with("--")).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["resident", file] => println!("{}", resident(Path::new(file))),
        [file] => {
            time(Path::new(file));
            memory(Path::new(file));
        }
        _ => {
            time(&export(10_000));
            memory(&export(10_000));
            memory(&export(100_000));
        }
    }
}

/// Hashing and reading against verifying; the larger the export, the fewer runs it takes to tell.
fn time(file: &Path) {
    let hands = verified(file).counts.hands;
    let count = if hands > 100_000 { 3 } else { RUNS };
    let mut runs: Vec<(Duration, Duration)> = (0..count)
        .map(|_| (timed(|| read(file)), timed(|| drop(verified(file)))))
        .collect();
    let ratio = |(read, verify): &(Duration, Duration)| read.as_secs_f64() / verify.as_secs_f64();
    runs.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    let (read, verify) = runs[count / 2];
    println!(
        "A1, hashing and reading against verifying, {hands} hands, median of {count} (least–most): {:.2}× ({:.2}–{:.2}), \
         {read:.2?} against {verify:.2?}",
        ratio(&runs[count / 2]),
        ratio(&runs[0]),
        ratio(&runs[count - 1]),
    );
}

fn memory(file: &Path) {
    let bytes = file.metadata().unwrap().len() >> 20;
    let resident = Command::new(std::env::current_exe().unwrap())
        .arg("resident")
        .arg(file)
        .output();
    let most = String::from_utf8(resident.unwrap().stdout).unwrap();
    println!(
        "A2, {} hands, {bytes} MiB: at most {} resident",
        verified(file).counts.hands,
        most.trim()
    );
}

/// The file of an export with so many hands, which stays where it was built.
fn export(hands: u128) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("made-{hands}.ndjson"));
    if !file.exists() {
        let entries = many::matches(hands / HANDS, false);
        std::fs::write(file.with_extension("key"), key().public().to_string()).unwrap();
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
    let signed_by = std::fs::read_to_string(file.with_extension("key")).unwrap();
    let against = Against {
        keys: vec![TrustedKey {
            key: signed_by.trim().parse().unwrap(),
            retired_at: None,
        }],
        archive: Some(Box::new(SeekableExport::new(open()))),
        ..Against::default()
    };
    let report = audit::verify(open(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.failures);
    report
}

/// The most memory that this process had in verifying an export, as Linux tells it.
fn resident(file: &Path) -> String {
    verified(file);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.unwrap().trim().to_owned()
}
