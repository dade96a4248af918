//! What `proto/README.md` shows: its tables of reasons are made from their declarations, and the rest is held to what the engine answers.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use rules::RefusalCode;
use rules::variant::DocumentCode;
use tonic::Code;
use wire::{Rejection, RequestReason};

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto/README.md")
}

fn readme() -> String {
    fs::read_to_string(path()).unwrap()
}

/// The patch that the guide derives a document by.
pub(crate) fn patch() -> String {
    let readme = readme();
    let (_, patch) = readme.split_once("patch='").unwrap();
    patch.split_once('\'').unwrap().0.to_owned()
}

#[test]
fn the_generated_tables_of_reasons_are_current() {
    let (of_steps, of_form): (Vec<_>, Vec<_>) = RequestReason::ALL
        .iter()
        .partition(|reason| **reason == RequestReason::TooManySteps);
    let request = |one: &RequestReason| {
        let status = status(one.code());
        row(&[one.name(), &status, one.meaning(), one.advice()])
    };
    let rejection = |one: &Rejection| {
        let status = status(one.code());
        row(&[one.name(), &status, one.meaning(), one.advice()])
    };
    let refusal = |one: &RefusalCode| {
        let name = one.as_str().to_ascii_uppercase();
        row(&[&name, "INVALID_ARGUMENT", one.meaning(), one.advice()])
    };
    let document = |one: &DocumentCode| {
        let name = one.as_str().to_ascii_uppercase();
        row(&[&name, one.meaning(), one.advice()])
    };
    let tables = [
        (
            "Malformed requests",
            of_form.into_iter().map(request).collect(),
        ),
        (
            "Requests that take too many steps",
            of_steps.into_iter().map(request).collect(),
        ),
        ("Refusals", RefusalCode::ALL.iter().map(refusal).collect()),
        (
            "Rejected calls",
            Rejection::ALL.iter().map(rejection).collect(),
        ),
        (
            "Problems of a document",
            DocumentCode::ALL.iter().map(document).collect(),
        ),
    ];
    let made = tables
        .into_iter()
        .fold(readme(), |page, (heading, rows)| with(&page, heading, rows));
    expect_file![path()].assert_eq(&made);
}

/// The page with these rows in the table under a heading.
fn with(page: &str, heading: &str, rows: Vec<String>) -> String {
    let (before, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let (section, after) = section.split_once("\n## ").unwrap();
    let (introduction, _) = section.split_once("| --- |\n").unwrap();
    format!(
        "{before}\n## {heading}\n{introduction}| --- |\n{}\n## {after}",
        rows.concat()
    )
}

fn row(cells: &[&str]) -> String {
    let (name, rest) = cells.split_first().unwrap();
    format!("| `{name}` | {} |\n", rest.join(" | "))
}

/// A status as the documentation of gRPC writes it.
fn status(code: Code) -> String {
    let words = format!("{code:?}");
    let mut written = String::new();
    for letter in words.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.push(letter.to_ascii_uppercase());
    }
    written
}
