//! The figures, and where they were taken.

use std::fs;
use std::process::Command;

/// What is measured, and what it should be: the ratio of the median of the first of a pair to that of the second.
pub(crate) struct Goal {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) pair: [&'static str; 2],
    pub(crate) at_least: &'static str,
    pub(crate) aim: &'static str,
}

/// The figures of both of a pair.
pub(crate) struct Report {
    goal: Goal,
    figures: [Vec<f64>; 2],
}

impl Report {
    pub(crate) fn new(goal: Goal) -> Report {
        let figures = [Vec::new(), Vec::new()];
        Report { goal, figures }
    }

    /// Adds a figure of the first (0) or of the second (1) of the pair, or of neither.
    pub(crate) fn add(&mut self, which: Option<usize>, figure: f64) {
        if let Some(figures) = which.and_then(|which| self.figures.get_mut(which)) {
            figures.push(figure);
        }
    }

    pub(crate) fn print(mut self) {
        let Goal {
            name,
            unit,
            pair,
            at_least,
            aim,
        } = self.goal;
        println!("\n{name}, {unit}: min / median / max");
        let mut medians = Vec::new();
        for (who, figures) in pair.into_iter().zip(&mut self.figures) {
            figures.sort_by(f64::total_cmp);
            let at = |place: usize| figures.get(place).copied().unwrap_or(f64::NAN);
            let median = at(figures.len() / 2);
            let (least, most) = (at(0), at(figures.len().saturating_sub(1)));
            println!("  {who:<8}{least:>9.2} /{median:>9.2} /{most:>9.2}");
            medians.push(median);
        }
        if let [first, second] = medians[..] {
            let ratio = first / second;
            println!("  ratio of the medians {ratio:.2}× (at least {at_least}, aim {aim})");
        }
    }
}

/// Where, from what, and how often.
pub(crate) fn print_machine(runs: usize) {
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("machine: {model}, {cores} cores");
    println!("commit: {}", commit());
    println!("runs: {runs}, all servers in turn");
}

fn commit() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=12"])
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown".to_owned())
}
