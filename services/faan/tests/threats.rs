//! THREATS.md names tests: each of them is there.
#![cfg(test)]

mod references;

#[test]
fn every_defence_has_a_test() {
    let found = references::look_up("THREATS.md", "attack");
    assert!(found > 30, "{found}");
}
