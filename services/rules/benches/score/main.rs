//! What scoring one hand costs: `cargo bench -p faan-rules --bench score`, or `make bench` for all there is.
//!
//! Without arguments it measures nanoseconds, in turn within one run, and, where there is valgrind, counts the
//! instructions of a run of so many hands (`count good|bad N`) against one of none.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a benchmark fails by panicking"
)]

mod hands;

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use rules::{TableOptions, Variant, Win, score};

/// How many different hands there are: more than a branch predictor learns by heart.
const HANDS: usize = 4096;
const RUNS: usize = 31;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .filter(|argument| argument != "--bench")
        .collect();
    match arguments.get(1..).unwrap_or_default() {
        [count, kind, times] if count == "count" => {
            let variant = Variant::built_in("old-hong-kong").unwrap();
            let (good, bad) = hands::hands(variant, HANDS);
            let hands = if kind == "bad" { bad } else { good };
            let counted = hands.iter().cycle().take(times.parse().unwrap());
            counted.for_each(|win| once(variant, win));
        }
        _ => {
            println!("S1 and S4, median of {RUNS} (least–most):");
            let variants = rules::variant::built_ins().iter();
            variants.for_each(|variant| measure(variant));
            let [good, bad] = ["good", "bad"].map(instructions);
            match good.zip(bad) {
                Some((good, bad)) => {
                    println!("S3, instructions a hand: score {good}, refuse {bad}");
                }
                None => println!("S3 is not measured: there is no valgrind"),
            }
        }
    }
}

/// Validates, reads, counts, itemises and pays one hand, or refuses it.
fn once(variant: &Variant, win: &Win) {
    let scored = score(variant, &TableOptions::default(), black_box(win));
    if let Ok(scored) = &scored {
        scored.score.counted(variant).for_each(|counted| {
            black_box(counted);
        });
    }
    black_box(&scored);
}

/// The instructions that one hand of a kind takes, counted by callgrind.
fn instructions(kind: &str) -> Option<u64> {
    const COUNTED: u64 = 20_000;
    let run = |times: u64| {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(std::env::current_exe().ok()?)
            .args(["count", kind, &times.to_string()])
            .output()
            .ok()?;
        let report = String::from_utf8(output.stderr).ok()?;
        let collected = report.split_once("Collected : ")?.1;
        collected.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some((run(COUNTED)? - run(0)?) / COUNTED)
}

fn measure(variant: &Variant) {
    let (good, bad) = hands::hands(variant, HANDS);
    let (mut scoring, mut refusing) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        scoring.push(nanoseconds(variant, &good));
        refusing.push(nanoseconds(variant, &bad));
    }
    let (scoring, refusing) = (Spread::of(scoring), Spread::of(refusing));
    println!(
        "{:28} score {scoring}   refuse {refusing}   ratio {:.2}",
        variant.id(),
        refusing.median / scoring.median
    );
}

fn nanoseconds(variant: &Variant, hands: &[Win]) -> f64 {
    let start = Instant::now();
    hands.iter().for_each(|win| once(variant, win));
    start.elapsed().as_nanos() as f64 / hands.len() as f64
}

struct Spread {
    least: f64,
    median: f64,
    most: f64,
}

impl Spread {
    fn of(mut runs: Vec<f64>) -> Spread {
        runs.sort_by(f64::total_cmp);
        Spread {
            least: runs[0],
            median: runs[runs.len() / 2],
            most: runs[runs.len() - 1],
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Spread {
            least,
            median,
            most,
        } = self;
        write!(f, "{median:.0} ns ({least:.0}–{most:.0})")
    }
}
