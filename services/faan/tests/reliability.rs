//! RELIABILITY.md names tests: each of them is there.
#![cfg(test)]

mod references;

#[test]
fn every_fault_has_a_test() {
    let found = references::look_up("RELIABILITY.md", "fault");
    assert!(found > 40, "{found}");
}
