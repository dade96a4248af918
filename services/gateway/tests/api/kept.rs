//! What is made by a test and kept in the repository.

use std::path::Path;

/// Holds what was made against the file, or rewrites that if told to.
#[expect(
    clippy::disallowed_methods,
    reason = "the switch that rewrites what is kept"
)]
pub(crate) fn check(path: &str, made: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == made,
        "{path} is out of date: run with UPDATE_EXPECT=1 and look at the difference"
    );
}
