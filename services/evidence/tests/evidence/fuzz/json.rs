//! The headers of exports, and the leaves below them.

use evidence::{DirectoryHeader, Entry, ExportHeader, Head};

use super::change::change_json;
use super::machine::{Target, fuzz};
use super::signed::{header, service};

const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9007199254740992",
    "0.5",
    "null",
    "\"\"",
    "\"faan.export\"",
    "\"faan.directory\"",
    "\"format\":\"faan.head\"",
    "\"version\":2",
    "\"directory\":null",
    "\"proof\":[]",
    "\"head_index\":0",
];

#[test]
fn export_header() {
    let header = header();
    let alone = ExportHeader {
        directory: None,
        ..header.clone()
    };
    let directory = DirectoryHeader {
        checkpoint: header.directory.as_ref().unwrap().checkpoint.clone(),
    };
    let lines = [header.to_line(), alone.to_line(), directory.to_line()];
    let target = Target {
        name: "export_header",
        inputs: 6_000,
        seeds: lines.map(Result::unwrap).to_vec(),
        words: WORDS,
        change: change_json,
    };
    let service = service().public();
    fuzz(target, |input| {
        if let Ok(read) = ExportHeader::parse(input) {
            assert_eq!(read.to_line().unwrap(), input);
            if let Ok(claims) = read.check(&service) {
                assert_eq!(claims, read.claims().unwrap());
                assert_eq!(read.checkpoint.text(), header.checkpoint.text());
            }
        }
        if let Ok(read) = DirectoryHeader::parse(input) {
            assert_eq!(read.to_line().unwrap(), input);
        }
    });
}

#[test]
fn leaves() {
    // The leaves that are kept as they are written.
    let golden = include_str!(
        "../leaves/snapshots/evidence__leaves__golden__leaves_are_written_as_ever.snap"
    );
    let leaves = golden.lines().filter(|line| line.starts_with('{'));
    let seeds: Vec<Vec<u8>> = leaves.map(Into::into).collect();
    assert!(seeds.len() > 20, "{} leaves", seeds.len());
    let target = Target {
        name: "leaves",
        inputs: 6_000,
        seeds,
        words: WORDS,
        change: change_json,
    };
    fuzz(target, |input| {
        if let Ok(entry) = Entry::parse(input) {
            assert_eq!(entry.to_bytes().unwrap(), input);
        }
        if let Ok(head) = Head::parse(input) {
            assert_eq!(head.to_bytes().unwrap(), input);
        }
    });
}
