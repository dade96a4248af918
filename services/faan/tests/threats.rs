//! THREATS.md names tests: each of them is there.

use std::fs;
use std::path::Path;

#[test]
fn every_wall_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let threats = fs::read_to_string(root.join("THREATS.md")).unwrap();
    let named = threats.split('`').filter(|text| text.contains(".rs::"));
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
    assert!(found > 30, "{found}");
    // No row without one.
    let rows = threats.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter(|line| !line.starts_with("| wish") && !line.starts_with("| ---"));
    for row in rows {
        assert!(row.contains(".rs::"), "{row}");
    }
}
