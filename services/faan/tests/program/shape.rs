//! The shape of the code, as CONTRIBUTING.md states it.

use std::fs;
use std::path::{Path, PathBuf};

const LONGEST_FILE: usize = 400;
/// What is written by a test, or from the contract.
const GENERATED: [&str; 2] = ["services/wire/src/gen", "services/ledger/src/schema.rs"];
const HOMELESS: [&str; 5] = ["util", "common", "helpers", "types", "prelude"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap()
        .to_path_buf()
}

/// Every `.rs` file written by hand.
pub(crate) fn sources() -> Vec<PathBuf> {
    let mut folders = vec![root().join("services")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if GENERATED.iter().any(|written| path.ends_with(written)) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(path);
            }
        }
    }
    assert!(sources.len() > 50, "only {} sources found", sources.len());
    sources
}

#[test]
fn no_file_is_longer_than_four_hundred_lines() {
    let lines = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<PathBuf> = sources()
        .into_iter()
        .filter(|path| lines(path) > LONGEST_FILE)
        .collect();
    assert!(long.is_empty(), "split these: {long:#?}");
}

#[test]
fn every_line_has_a_room_with_a_name() {
    let is_homeless = |path: &PathBuf| {
        path.components().any(|part| {
            HOMELESS
                .iter()
                .any(|name| Path::new(part.as_os_str()).with_extension("") == Path::new(name))
        })
    };
    let relative = sources()
        .into_iter()
        .map(|path| path.strip_prefix(root()).unwrap().to_path_buf());
    let homeless: Vec<PathBuf> = relative.filter(is_homeless).collect();
    assert!(
        homeless.is_empty(),
        "say what these are about: {homeless:#?}"
    );
}
