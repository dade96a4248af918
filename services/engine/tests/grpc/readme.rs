//! The tables of reasons in `proto/README.md`, which the tests of errors hold to what the engine answers.

use std::fs;
use std::path::Path;

/// The reasons and statuses in the table under a heading.
pub(crate) fn reasons(heading: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto/README.md");
    let readme = fs::read_to_string(path).unwrap();
    let (_, section) = readme.split_once(&format!("## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |row: &str| {
        let mut cells = row
            .split('|')
            .map(|cell| cell.trim().trim_matches('`').to_owned());
        (cells.next().unwrap(), cells.next().unwrap())
    };
    rows.map(row).collect()
}
