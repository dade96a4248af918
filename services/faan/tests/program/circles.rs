//! No two files of a crate import each other, directly or around.

mod imports;
pub(crate) mod tokens;

use imports::{Imports, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn services() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

/// The files that a file imports from, directly or around.
fn reached(imports: &Imports, file: &Path) -> BTreeSet<PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file.to_path_buf()];
    while let Some(file) = open.pop() {
        for used in imports.get(&file).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    reached
}

/// The circles of a crate: each is the files that import each other.
fn circles(imports: &Imports) -> Vec<BTreeSet<PathBuf>> {
    let all: BTreeMap<&PathBuf, BTreeSet<PathBuf>> = imports
        .keys()
        .map(|file| (file, reached(imports, file)))
        .collect();
    let mut circles = BTreeSet::new();
    for (file, files) in &all {
        let reaches = |other: &&PathBuf| all.get(other).is_some_and(|files| files.contains(*file));
        let others = files.iter().filter(reaches);
        circles.insert(BTreeSet::from_iter(others.cloned()));
    }
    circles.into_iter().filter(|one| one.len() > 1).collect()
}

/// What ties a circle: each import between two of its files.
fn ties(imports: &Imports, circle: &BTreeSet<PathBuf>) -> String {
    let mut ties = String::new();
    for file in circle {
        for used in imports[file].intersection(circle) {
            ties.push_str(&format!("  {} -> {}\n", file.display(), used.display()));
        }
    }
    ties
}

/// What to say about a crate that has circles.
fn complaint(room: &str, imports: &Imports) -> Option<String> {
    let circles = circles(imports);
    let ties: String = circles.iter().map(|one| ties(imports, one)).collect();
    (!circles.is_empty()).then(|| format!("{room}: files import each other\n{ties}"))
}

#[test]
fn no_two_files_import_each_other() {
    let folders = fs::read_dir(services()).unwrap();
    let folders: BTreeSet<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    let complaints = folders.iter().filter_map(|folder| {
        let room = folder.file_name().unwrap().to_str().unwrap();
        let imports = imports(&folder.join("src"));
        assert!(!imports.is_empty(), "{room} has no files");
        complaint(room, &imports)
    });
    let complaints: String = complaints.collect();
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn imports_are_followed_to_where_an_item_is_defined() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c; mod d; pub use c::*; use d::Own; fn f(_: Own) {} pub struct Root;",
        ),
        (
            "a.rs",
            "use crate::{B, b}; /* crate::d::X */ fn f(_: B) -> &'static str { b::g(); \"crate::d::X\" }",
        ),
        (
            "b.rs",
            "pub fn g() { crate::c::inner::deep() } #[cfg(test)] mod tests { use super::*; use crate::a::f; }",
        ),
        (
            "c.rs",
            "pub mod inner; pub use crate::b_items::B; pub(crate) use inner::Shown;",
        ),
        (
            "c/inner.rs",
            "pub fn deep() { let _ = 'x'; } pub struct Shown<'a>(&'a str); use super::super::d as other; fn h() { other::X; }",
        ),
        (
            "d.rs",
            "pub struct Own; pub const X: &str = r#\"crate::a::f\"#;",
        ),
    ];
    let folder = std::env::temp_dir().join(format!("faan-circles-{}", std::process::id()));
    fs::create_dir_all(folder.join("c")).unwrap();
    for (name, text) in files {
        let text = text.replace("mod d;", "mod d; mod b_items;");
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(
        folder.join("b_items.rs"),
        "use crate::Root; pub struct B(Root);",
    )
    .unwrap();
    let imports = imports(&folder);
    fs::remove_dir_all(&folder).unwrap();
    let lines: Vec<String> = imports
        .iter()
        .flat_map(|(file, used)| {
            used.iter()
                .map(move |used| format!("{} -> {}", file.display(), used.display()))
        })
        .collect();
    let expected = [
        "a.rs -> b.rs",
        "a.rs -> b_items.rs",
        "b.rs -> c/inner.rs",
        "b_items.rs -> lib.rs",
        "c/inner.rs -> d.rs",
        "lib.rs -> d.rs",
    ];
    assert_eq!(lines, expected);
    assert!(circles(&imports).is_empty());
}

#[test]
fn a_circle_is_found_directly_and_around() {
    let imports = |pairs: &[(&str, &str)]| {
        let mut imports = Imports::new();
        for (file, used) in pairs {
            imports.entry(file.into()).or_default().insert(used.into());
        }
        circles(&imports)
    };
    assert!(imports(&[("a", "b"), ("b", "c"), ("a", "c")]).is_empty());
    let found = imports(&[
        ("a", "b"),
        ("b", "c"),
        ("c", "a"),
        ("d", "a"),
        ("e", "f"),
        ("f", "e"),
    ]);
    let found: Vec<Vec<_>> = found
        .iter()
        .map(|one| Vec::from_iter(one.iter().map(|file| file.to_str().unwrap())))
        .collect();
    assert_eq!(found, [vec!["a", "b", "c"], vec!["e", "f"]]);
}
