//! The leaves that were released state rules that this program has.

use evidence::{Body, Entry};
use std::fs;
use std::path::Path;

#[test]
fn released_leaves_were_worked_out_with_the_first_released_semantics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../evidence/tests/fixtures/leaf-v1");
    for name in ["outcome_recorded.a_win.json", "match_corrected.json"] {
        let line = fs::read(folder.join(name)).unwrap();
        let entry = Entry::parse(line.strip_suffix(b"\n").unwrap()).unwrap();
        let semantics = if let Body::OutcomeRecorded(recorded) = entry.body {
            recorded.semantics
        } else if let Body::MatchCorrected(corrected) = entry.body {
            corrected.semantics
        } else {
            panic!("{name}")
        };
        assert_eq!(semantics, 1, "{name}");
        assert!(semantics <= rules::SEMANTICS);
    }
}
