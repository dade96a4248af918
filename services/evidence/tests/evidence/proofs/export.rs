//! Exports: the header, and what goes wrong with the lines.

mod lines;

use super::note::{club, service, signed};
use super::tree::Log;
use evidence::{
    BadCheckpoint, BadHeader, BadNote, BadProof, Checkpoint, ClubId, DirectoryHeader, ExportHeader,
    Head, InDirectory, SignedNote,
};
use uuid::Uuid;

pub(crate) fn header() -> ExportHeader {
    ExportHeader {
        club: club(),
        checkpoint: signed(3, Log::of(3).root()),
        directory: None,
    }
}

/// The same, and a directory in which the head is the third of five.
pub(crate) fn header_in_directory() -> ExportHeader {
    let header = header();
    let mut log = Log::of(2);
    log.push(head(&header).leaf_hash().unwrap());
    log.push_leaves(2);
    let directory = InDirectory {
        checkpoint: directory(5, log.root()),
        head_index: 2,
        proof: log.inclusion(2, 5),
    };
    ExportHeader {
        directory: Some(directory),
        ..header
    }
}

pub(crate) fn head(header: &ExportHeader) -> Head {
    Head::of(header.club, &header.checkpoint.text().parse().unwrap())
}

pub(crate) fn directory(size: u64, root: evidence::Hash) -> SignedNote {
    let key = service().for_directory();
    let origin = key.public().name().to_owned();
    Checkpoint { origin, size, root }.sign(&key).unwrap()
}

fn line(header: &ExportHeader) -> String {
    String::from_utf8(header.to_line().unwrap()).unwrap()
}

#[test]
fn a_header_survives_its_line() {
    for header in [header(), header_in_directory()] {
        let line = line(&header);
        let again = ExportHeader::parse(line.as_bytes()).unwrap();
        assert_eq!(again, header);
        let claims = again.check(&service().public()).unwrap();
        assert_eq!(claims, again.claims().unwrap());
        assert_eq!(claims.checkpoint.size, 3);
        assert_eq!(
            claims.directory.map(|it| it.size),
            header.directory.map(|_| 5)
        );
    }
    let header = DirectoryHeader {
        checkpoint: directory(5, Log::of(5).root()),
    };
    let line = header.to_line().unwrap();
    let again = DirectoryHeader::parse(&line).unwrap();
    assert_eq!(again, header);
    assert_eq!(again.check(&service().public()).unwrap().size, 5);
}

#[test]
fn a_header_begins_with_what_it_is() {
    let expected = r#"{"checkpoint":"faan.example/clubs/00000000-0000-0000-0000-000000000c1b\n3\n"#;
    let text = line(&header());
    assert!(text.starts_with(expected), "{text}");
    let expected =
        r#","club":"00000000-0000-0000-0000-000000000c1b","format":"faan.export","version":1}"#;
    assert!(text.ends_with(expected), "{text}");
    let text = line(&header_in_directory());
    let expected = r#""directory":{"checkpoint":"faan.example/directory\n5\n"#;
    assert!(text.contains(expected), "{text}");
    assert!(text.contains(r#""head_index":2,"proof":[""#), "{text}");
}

#[test]
fn any_other_header_is_refused() {
    let text = line(&header_in_directory());
    for (from, to, why) in [
        ("faan.export", "faan.exports", "the format is not"),
        (
            r#""version":1"#,
            r#""version":0"#,
            "version 0 of the format is unknown",
        ),
        (r#","version":1"#, "", "canonical"),
        (r#""version":1"#, r#""version":1,"x":1"#, "unknown field"),
        (r#""version":1"#, r#""version":1 "#, "canonical"),
        (
            r#""head_index":2"#,
            r#""head_index":1"#,
            "the directory's proof: the proof leads",
        ),
        (
            r#""head_index":2"#,
            r#""head_index":5"#,
            "none with the index 5",
        ),
        (
            r#""head_index":2"#,
            r#""head_index":2,"x":1"#,
            "unknown field",
        ),
        (r#""proof":["#, r#""proof":["x","#, "64 lower-case"),
        (r#""proof":["#, r#""proof":[],"prof":["#, "unknown field"),
        (r"\n3\n", r"\n4\n", "the directory's proof"),
        (
            r"\n3\n",
            r"\n0\n",
            "the checkpoint: a checkpoint is three lines",
        ),
        (
            r"directory\n5\n",
            r"directory\n05\n",
            "the directory's checkpoint: a checkpoint is",
        ),
        (
            r"directory\n5\n",
            r"directori\n5\n",
            "the log faan.example/directori does not belong",
        ),
        (r#""club":"0"#, r#""club":"1"#, "does not belong here"),
        (
            r#""checkpoint":"faan.example/clubs/"#,
            r#""checkpoint":"/clubs/"#,
            "does not belong here",
        ),
        (r"\n\n— ", r"\n— ", "signatures below it"),
    ] {
        assert!(text.contains(from), "{from}");
        let refusal = ExportHeader::parse(text.replacen(from, to, 1).as_bytes());
        let refusal = refusal.unwrap_err().to_string();
        assert!(refusal.contains(why), "{from} → {to}: {refusal}");
    }
    let directory = DirectoryHeader {
        checkpoint: header().checkpoint,
    };
    assert!(matches!(directory.to_line(), Err(BadHeader::Origin(_))));
}

#[test]
fn a_header_proves_nothing_of_another_log_or_service() {
    let nobody = |result| {
        matches!(
            result,
            Err(BadHeader::Checkpoint(BadCheckpoint::Note(
                BadNote::NobodyKnown
            )))
        )
    };
    let other = evidence::SignerKey::new("faan.example", &[8; 32])
        .unwrap()
        .public();
    assert!(nobody(header().check(&other)));
    let club = ClubId(Uuid::from_u128(2));
    let moved = ExportHeader { club, ..header() };
    assert!(nobody(moved.check(&service().public())));
    assert!(matches!(moved.to_line(), Err(BadHeader::Origin(_))));

    // A head of the club, but of another checkpoint.
    let checkpoint = signed(2, Log::of(2).root());
    let older = ExportHeader {
        checkpoint,
        ..header_in_directory()
    };
    for result in [older.claims(), older.check(&service().public())] {
        assert!(matches!(
            result,
            Err(BadHeader::Proof(BadProof::Root { .. }))
        ));
    }
}

#[test]
fn every_flipped_bit_of_a_header_shows() {
    for header in [header(), header_in_directory()] {
        let line = header.to_line().unwrap();
        for bit in 0..line.len() * 8 {
            let mut flipped = line.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let checked =
                ExportHeader::parse(&flipped).and_then(|it| it.check(&service().public()));
            assert!(checked.is_err(), "bit {bit}: {}", flipped.escape_ascii());
        }
    }
}
