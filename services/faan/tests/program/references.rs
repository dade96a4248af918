//! Pages that name tests, each as `file.rs::name`: all of them are there.

use std::fs;
use std::path::Path;

/// Looks every test up that a page names, and wants one in every row of its tables. `heading` is the first word of a table's head.
/// Returns how many there are.
fn look_up(page: &str, heading: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(page)).unwrap();
    let named = text.split('`').filter(|text| text.contains(".rs::"));
    let mut missing = Vec::new();
    let mut found = 0;
    for test in named {
        let (file, name) = test.split_once("::").unwrap();
        let source = fs::read_to_string(root.join(file)).unwrap_or_default();
        let is_test = |line: &str| line.ends_with(&format!("fn {name}() {{"));
        match source.lines().any(is_test) {
            true => found += 1,
            false => missing.push(test),
        }
    }
    assert_eq!(missing, [] as [&str; 0]);
    // No row without one.
    let heading = format!("| {heading} ");
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter(|line| !line.starts_with(&heading) && !line.starts_with("| ---"));
    for row in rows {
        assert!(row.contains(".rs::"), "{row}");
    }
    found
}

#[test]
fn every_fault_has_a_test() {
    let found = look_up("RELIABILITY.md", "fault");
    assert!(found > 40, "{found}");
}

#[test]
fn every_defence_has_a_test() {
    let found = look_up("THREATS.md", "attack");
    assert!(found > 30, "{found}");
}
