//! The table of metrics in deploy/README.md.

use std::collections::{BTreeMap, BTreeSet};

const README: &str = include_str!("../../../../../../deploy/README.md");

/// A metric: what the table says of it, or what is served.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Metric {
    pub(crate) kind: String,
    pub(crate) labels: BTreeSet<String>,
    pub(crate) meaning: String,
}

pub(crate) type Metrics = BTreeMap<String, Metric>;

pub(crate) fn documented() -> Metrics {
    let rows = README.lines().filter(|line| line.starts_with("| `faan_"));
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split(" | ");
        let cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
        let [name, kind, labels, unit, meaning] = cells.try_into().unwrap();
        let name = name.trim_matches('`').to_owned();
        assert_eq!(name.ends_with("_seconds"), unit == "seconds", "{name}");
        assert_eq!(name.ends_with("_total"), kind == "counter", "{name}");
        let labels = labels.split(", ").map(|label| label.trim_matches('`'));
        let labels = labels.filter(|label| !label.is_empty()).map(str::to_owned);
        let labels = labels.collect();
        let metric = Metric {
            kind,
            labels,
            meaning,
        };
        (name, metric)
    };
    rows.map(|row| cells(&row.replace("| |", "|  | ")))
        .collect()
}
