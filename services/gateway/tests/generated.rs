//! What is made from the code and kept in the repository is what the code makes now. After a change:
//!
//! ```text
//! UPDATE_EXPECT=1 cargo test -p gateway --test generated
//! ```

use std::path::Path;

#[test]
fn the_openapi_document_is_current() {
    check("openapi/faan.v1.json", &gateway::openapi_json().unwrap());
}

#[test]
fn the_page_of_problems_is_current() {
    check("openapi/PROBLEMS.md", &gateway::problems_markdown());
}

#[expect(
    clippy::disallowed_methods,
    reason = "the switch that rewrites what is kept"
)]
fn check(path: &str, made: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == made,
        "{path} is out of date: run again with UPDATE_EXPECT=1 and look at the difference"
    );
}
