//! Witnesses who cosigned the directory.

use super::bundle::{Bundle, Heads, another_text};
use super::{found, verify_against};
use audit::{Against, Check, Report, Verdict, Witnesses};
use evidence::{WitnessKey, WitnessSigner};

const TIME: u64 = 1_800_000_000;

fn witness(number: u8) -> WitnessSigner {
    WitnessSigner::new(&format!("witness{number}.example"), &[number; 32]).unwrap()
}

/// An export whose directory is cosigned by these.
fn cosigned(by: &[u8]) -> Vec<u8> {
    let mut bundle = Bundle::honest();
    let mut directory = Heads(vec![bundle.head()]).has(0);
    for number in by {
        let note = directory.checkpoint.cosigned(&witness(*number), TIME);
        directory.checkpoint = note.unwrap();
    }
    bundle.directory = Some(directory);
    bundle.export()
}

/// What is found if at least so many of these should have cosigned.
#[track_caller]
fn asking(export: &[u8], numbers: &[u8], quorum: Option<usize>) -> Report {
    let keys: Vec<WitnessKey> = numbers.iter().map(|one| witness(*one).public()).collect();
    let against = Against {
        witnesses: Witnesses { keys, quorum },
        ..Against::default()
    };
    verify_against(export, against)
}

#[test]
fn whoever_cosigned_is_named() {
    let export = cosigned(&[1, 2, 3]);
    for (asked, quorum) in [
        (&[1, 2, 3][..], None),
        (&[2, 2], None),
        (&[3, 9], Some(1)),
        (&[3, 1, 9, 8], Some(2)),
    ] {
        let report = asking(&export, asked, quorum);
        assert_eq!(found(&report), (Verdict::Sound, None, vec![]), "{asked:?}");
        assert!(report.checked.contains(&Check::Witnesses));
        let by = report.witnessed_by.iter().map(|one| &one.witness);
        let by: Vec<_> = by.collect();
        let asked = [1, 2, 3].into_iter().filter(|one| asked.contains(one));
        let asked: Vec<_> = asked.map(|one| witness(one).public().signer()).collect();
        assert_eq!(by, asked.iter().collect::<Vec<_>>());
        assert!(report.witnessed_by.iter().all(|one| one.time == TIME));
    }
    let report = asking(&export, &[], None);
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!(report.witnessed_by, []);
    assert!(!report.checked.contains(&Check::Witnesses));
}

#[test]
fn too_few_show_too_little() {
    let (one, none) = (cosigned(&[1]), Bundle::honest().export());
    for (export, asked, quorum, by) in [
        (&one, &[1, 2][..], None, 1),
        (&one, &[1, 2, 3], Some(2), 1),
        (&one, &[2, 3], Some(1), 0),
        (&none, &[1], None, 0),
    ] {
        let report = asking(export, asked, quorum);
        let few = (Verdict::Incomplete, None, vec!["witnesses"]);
        assert_eq!(found(&report), few, "{asked:?}");
        assert_eq!(report.witnessed_by.len(), by);
    }
    let said = asking(&one, &[1, 2], None).failures[0].to_string();
    let other = witness(2).public().signer();
    let expected = format!(
        "1 witnesses cosigned the export's checkpoint of the directory, and 2 should have; these did not: {other}"
    );
    assert_eq!(said, expected);
}

#[test]
fn a_forged_cosignature_is_no_missing_one() {
    let mut bundle = Bundle::honest();
    let mut directory = Heads(vec![bundle.head()]).has(0);
    let other = bundle.first(7);
    let other = Heads(vec![other.head()]).note();
    let other = other.cosigned(&witness(1), TIME).unwrap();
    let line = other.signatures()[1].to_string();
    directory.checkpoint = directory.checkpoint.with_lines(line.as_bytes()).unwrap();
    bundle.directory = Some(directory);
    let export = bundle.export();
    let forged = (Verdict::Tampered, None, vec!["signature"]);
    assert_eq!(found(&asking(&export, &[1, 2], Some(1))), forged);
    // Whom nobody asked for takes nothing away.
    let few = (Verdict::Incomplete, None, vec!["witnesses"]);
    assert_eq!(found(&asking(&export, &[2], None)), few);
}

#[test]
fn witnesses_vouch_for_no_other_entries() {
    let mut bundle = Bundle::honest();
    let mut directory = Heads(vec![bundle.head()]).has(0);
    let note = directory.checkpoint.cosigned(&witness(1), TIME);
    directory.checkpoint = note.unwrap();
    bundle.directory = Some(directory);
    let header = bundle.header(&super::key());
    bundle.rewrite(4, another_text);
    let report = asking(&bundle.under(&header), &[1], None);
    assert_eq!(report.verdict(), Verdict::Tampered);
    assert_eq!(report.witnessed_by.len(), 1);
}
