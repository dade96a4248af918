//! The figures, and where they were taken.

use std::fs;
use std::process::Command;

use crate::setting;

/// What is measured.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) id: &'static str,
    pub(crate) what: &'static str,
    /// For the ratio to the yardstick, or the figure itself; a dash if there is none.
    pub(crate) goal: &'static str,
}

/// The figures of some lines, in the order in which they came.
#[derive(Default)]
pub(crate) struct Report(Vec<Row>);

struct Row {
    line: Line,
    faan: Vec<f64>,
    /// Of the same rounds; empty if there is no yardstick.
    yardstick: Vec<f64>,
}

impl Report {
    /// Adds the figures of one round.
    pub(crate) fn add(&mut self, line: Line, faan: f64, yardstick: Option<f64>) {
        let is_its = |row: &Row| (row.line.id, row.line.what) == (line.id, line.what);
        let place = self.0.iter().position(is_its).unwrap_or_else(|| {
            self.0.push(Row {
                line,
                faan: Vec::new(),
                yardstick: Vec::new(),
            });
            self.0.len() - 1
        });
        let row = &mut self.0[place];
        row.faan.push(faan);
        row.yardstick.extend(yardstick);
    }

    /// Prints a row of the table for each line.
    pub(crate) fn print(&self) {
        for Row {
            line,
            faan,
            yardstick,
        } in &self.0
        {
            let ratios = faan.iter().zip(yardstick).map(|(faan, other)| faan / other);
            let of = |figures: Vec<f64>| spread(figures).unwrap_or_else(|| "–".to_owned());
            println!(
                "| {} | {} | {} | {} | {} | {} |",
                line.id,
                line.what,
                line.goal,
                of(faan.clone()),
                of(yardstick.clone()),
                of(ratios.collect()),
            );
        }
    }
}

/// The least, the median and the most.
fn spread(mut figures: Vec<f64>) -> Option<String> {
    figures.sort_by(f64::total_cmp);
    let (least, most) = (*figures.first()?, *figures.last()?);
    let median = figures[figures.len() / 2];
    let [least, median, most] = [least, median, most].map(short);
    Some(format!("{least} / {median} / {most}"))
}

/// With three digits that say something.
fn short(figure: f64) -> String {
    let decimals = match figure.abs() {
        100.0.. => 0,
        10.0..100.0 => 1,
        1.0..10.0 => 2,
        _ => 3,
    };
    format!("{figure:.decimals$}")
}

/// When, where, from what and how often, and the head of the table.
pub(crate) fn print_head(rounds: usize, seconds: u64) {
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    println!("date: {}", today());
    println!("machine: {model}, {cores} cores, load average {load} at the begin");
    println!("commit: {}", commit());
    if let Some(binary) = setting("FAAN_BENCH_BINARY") {
        println!("binary: {binary}, of whichever commit");
    }
    if cfg!(debug_assertions) {
        println!("profile: the echo server is not optimized, so that H1 and H2 compare nothing");
    }
    println!("rounds: {rounds}, Faan and the yardstick alternately, {seconds} s each\n");
    println!("Figures are minimum / median / maximum.\n");
    println!("| | what | goal | Faan | yardstick | ratio |");
    println!("| --- | --- | --- | --- | --- | --- |");
}

#[expect(clippy::disallowed_methods, reason = "the date of the figures")]
fn today() -> time::Date {
    time::OffsetDateTime::now_utc().date()
}

fn commit() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=12"])
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown".to_owned())
}
