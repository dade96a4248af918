//! What `proto/README.md` shows, which tests hold to what the engine answers.

use std::fs;
use std::path::Path;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto/README.md");
    fs::read_to_string(path).unwrap()
}

/// The patch that the guide derives a document by.
pub(crate) fn patch() -> String {
    let readme = readme();
    let (_, patch) = readme.split_once("patch='").unwrap();
    patch.split_once('\'').unwrap().0.to_owned()
}

/// The reasons and statuses in the table under a heading.
pub(crate) fn reasons(heading: &str) -> Vec<(String, String)> {
    let readme = readme();
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
