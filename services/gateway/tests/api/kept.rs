//! What is made by a test and kept in the repository.

use std::path::Path;

use expect_test::expect_file;

/// Compares what was made with the file at this path of the repository. `UPDATE_EXPECT=1` rewrites a file that differs.
pub(crate) fn check(path: &str, made: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    expect_file![file.join(path)].assert_eq(made);
}
