//! THREATS.md names tests: each of them is there.
#![cfg(test)]

mod references;

#[test]
fn every_wall_has_a_test() {
    let found = references::look_up("THREATS.md", "wish");
    assert!(found > 30, "{found}");
}
