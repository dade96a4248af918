//! Files that are made from the rules; `UPDATE_EXPECT=1` rewrites those that differ.

use std::path::PathBuf;

use expect_test::expect_file;

/// A file of the repository, by its path from this package.
pub(crate) fn path(from_package: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(from_package)
}

/// The file says this.
pub(crate) fn check(from_package: &str, current: &str) {
    expect_file![path(from_package)].assert_eq(current);
}
