//! The lines of an export.

use super::{directory, head, header, header_in_directory};
use crate::proofs::tree::Log;
use evidence::{
    BadExport, DirectoryHeader, Frontier, Head, MAX_LINE, leaf_hash, read_directory, read_export,
};
use std::io::{self, BufRead, BufReader, Read};

/// An export of three leaves, which are those of [`Log`].
fn export() -> Vec<u8> {
    let header = header().to_line().unwrap();
    let leaves = (0..3_u64).map(|index| index.to_be_bytes().to_vec());
    let lines = [header].into_iter().chain(leaves);
    lines.flat_map(|line| [&line[..], b"\n"].concat()).collect()
}

/// The leaves, or what is wrong.
fn leaves(export: impl BufRead) -> Result<Vec<(u64, Vec<u8>)>, BadExport> {
    let (_, leaves) = read_export(export)?;
    leaves.collect()
}

#[test]
fn leaves_are_read_as_they_are() {
    let export = export();
    let (header, leaves) = read_export(&export[..]).unwrap();
    let mut frontier = Frontier::EMPTY;
    for (seq, leaf) in (1..).zip(leaves) {
        let (found, leaf) = leaf.unwrap();
        assert_eq!(found, seq);
        frontier.push(leaf_hash(&leaf));
    }
    let checkpoint = header.claims().unwrap().checkpoint;
    assert_eq!(
        (frontier.size(), frontier.root()),
        (checkpoint.size, checkpoint.root)
    );
}

#[test]
fn what_is_wrong_with_the_lines_is_said() {
    let whole = export();
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for end in 0..whole.len() {
        let error = leaves(&whole[..end]).unwrap_err();
        let line = whole[..end].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        let expected = match (end + 1).saturating_sub(first) {
            0 => matches!(error, BadExport::CutOff { line: 1 }),
            // Every leaf has eight bytes and a line feed.
            after if after % 9 == 1 => {
                matches!(error, BadExport::Missing { expected: 3, found } if found == line - 2)
            }
            _ => matches!(error, BadExport::CutOff { line: at } if at == line),
        };
        assert!(expected, "{end}: {error}");
    }
    for more in [&b"\n"[..], b"x", b"x\n"] {
        let error = leaves(&[&whole, more].concat()[..]).unwrap_err();
        assert!(matches!(error, BadExport::Extra { line: 5 }), "{error}");
    }
    assert!(matches!(leaves(&b"{}\n"[..]), Err(BadExport::Header(_))));
}

#[test]
fn after_what_is_wrong_there_is_nothing() {
    let export = export();
    let (_, mut leaves) = read_export(&export[..export.len() - 1]).unwrap();
    assert!(leaves.by_ref().take(2).all(|leaf| leaf.is_ok()));
    assert!(matches!(
        leaves.next(),
        Some(Err(BadExport::CutOff { line: 4 }))
    ));
    assert!(leaves.next().is_none());
}

#[test]
fn a_line_has_its_limit() {
    let header = [header().to_line().unwrap(), b"\n".to_vec()].concat();
    let line = |bytes: usize| io::repeat(b'x').take(bytes as u64).chain(&b"\ny\nz\n"[..]);
    let read = |bytes| leaves(BufReader::new(header.chain(line(bytes))));
    assert_eq!(read(MAX_LINE).unwrap()[0].1.len(), MAX_LINE);
    let error = read(MAX_LINE + 1).unwrap_err();
    assert!(matches!(error, BadExport::TooLong { line: 2 }), "{error}");
    // Without an end, it is not read to the end.
    let error = leaves(BufReader::new(io::repeat(b'x'))).unwrap_err();
    assert!(matches!(error, BadExport::TooLong { line: 1 }), "{error}");
}

#[test]
fn a_source_that_fails_is_no_short_export() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    for (end, line) in [(0, 1), (export().len() - 3, 4), (export().len(), 5)] {
        let export = export();
        let error = leaves(BufReader::new(export[..end].chain(Broken))).unwrap_err();
        let text = format!("line {line} cannot be read: unplugged");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn the_directory_is_exported_alike() {
    let mut log = Log::of(0);
    let heads = [head(&header()), head(&header_in_directory())];
    let mut export = Vec::new();
    for head in heads {
        log.push(head.leaf_hash().unwrap());
        export.extend([head.to_bytes().unwrap(), b"\n".to_vec()].concat());
    }
    let header = DirectoryHeader {
        checkpoint: directory(2, log.root()),
    };
    let header = [header.to_line().unwrap(), b"\n".to_vec()].concat();
    let export = [header, export].concat();
    let (_, leaves) = read_directory(&export[..]).unwrap();
    let found: Vec<Head> = leaves
        .map(|leaf| Head::parse(&leaf.unwrap().1).unwrap())
        .collect();
    assert_eq!(found, heads);
    assert!(read_export(&export[..]).is_err());
}
