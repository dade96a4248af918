//! Files that are made from the rules; `UPDATE_EXPECT=1` rewrites them.

use std::path::PathBuf;

/// A file of the repository, by its path from this package.
pub(crate) fn path(from_package: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(from_package)
}

/// Whether files are rewritten instead of compared.
pub(crate) fn are_rewritten() -> bool {
    #[expect(clippy::disallowed_methods, reason = "the switch of the tests")]
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// The file says this.
pub(crate) fn check(from_package: &str, current: &str) {
    let path = path(from_package);
    if are_rewritten() {
        std::fs::write(&path, current).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == current,
        "{} is out of date: run with UPDATE_EXPECT=1",
        path.display()
    );
}
