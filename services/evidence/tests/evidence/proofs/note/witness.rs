//! What a witness is asked, and what becomes of its answer.

use super::{service, signed, witness};
use evidence::{BadNote, CosignRequest, Hash, SignedNote};

/// The form of the example in c2sp.org/tlog-witness.
#[test]
fn a_request_is_lines_above_the_note() {
    let note = signed(7, Hash::of(b"root"));
    let mut request = CosignRequest {
        old_size: 0,
        proof: vec![],
        note: note.clone(),
    };
    assert_eq!(request.to_string(), format!("old 0\n\n{note}"));
    request.old_size = 20_852_014;
    request.proof = vec![Hash([0xff; 32]), Hash([0; 32])];
    let hashes = "//////////////////////////////////////////8=\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let expected = format!("old 20852014\n{hashes}\n\n{note}");
    assert_eq!(request.to_string(), expected);
}

#[test]
fn the_lines_of_an_answer_go_under_the_note_and_change_no_text() {
    let (one, two) = (witness(1), witness(2));
    let note = signed(7, Hash::of(b"root"));
    let cosigned = note
        .clone()
        .cosigned(&one, 5)
        .unwrap()
        .cosigned(&two, 6)
        .unwrap();
    let lines = cosigned.to_string();
    let lines = lines.strip_prefix(&note.to_string()).unwrap();
    let read = note.clone().with_lines(lines.as_bytes()).unwrap();
    assert_eq!(read, cosigned);
    let found = read.verify(&[], &[two.public()]).unwrap();
    assert_eq!(found.witnessed[0].time, 6);
    assert_eq!(found.unknown.len(), 2);

    let bad = |lines: &str| note.clone().with_lines(lines.as_bytes()).unwrap_err();
    assert_eq!(bad(""), BadNote::NotText);
    assert_eq!(bad(lines.trim_end()), BadNote::NotText);
    assert_eq!(bad(&format!("\n{lines}")), BadNote::Signature(1));
    assert_eq!(bad(&format!("{lines}\nold text\n")), BadNote::Signature(3));
    assert_eq!(
        note.clone().with_lines(b"\xff\n").unwrap_err(),
        BadNote::NotText
    );
    let own = note.to_string();
    let own = own.rsplit_once("\n\n").unwrap().1;
    assert!(matches!(bad(own), BadNote::Twice(_)));
    let many = (0..100).map(|n| format!("— a{n} AAAAAAA=\n"));
    assert_eq!(bad(&many.collect::<String>()), BadNote::TooLong);
    // Nobody checked what they are worth.
    let forged = SignedNote::sign("another text\n", &service()).unwrap();
    let forged = forged.cosigned(&one, 5).unwrap();
    let line = forged.signatures()[1].to_string();
    let read = note.with_lines(line.as_bytes()).unwrap();
    assert!(matches!(
        read.verify(&[], &[one.public()]),
        Err(BadNote::False(_))
    ));
}
