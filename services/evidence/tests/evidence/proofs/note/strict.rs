//! Notes are read in one form only, and no signature holds for another text.

use super::{club, service, signed, witness};
use evidence::{
    BadKey, BadNote, Hash, MAX_SIGNATURES, SignedNote, SignerKey, VerifierKey, WitnessKey,
};
use proptest::prelude::*;

const LINE: &str = "— a AAAAAAA=\n";

fn parse(text: &str) -> Result<SignedNote, BadNote> {
    SignedNote::parse(text.as_bytes())
}

#[test]
fn what_is_no_note_is_refused() {
    assert!(parse(&format!("text\n\n{LINE}")).is_ok());
    for (text, expected) in [
        (String::new(), BadNote::NotText),
        (LINE.to_owned(), BadNote::Unsigned),
        (format!("text\n{LINE}"), BadNote::Unsigned),
        ("text\n\n".to_owned(), BadNote::Unsigned),
        ("text\n\n\n".to_owned(), BadNote::Unsigned),
        (format!("text\n\n{}", LINE.trim_end()), BadNote::NotText),
        (format!("text\r\n\n{LINE}"), BadNote::NotText),
        (format!("te\0xt\n\n{LINE}"), BadNote::NotText),
        ("text\n\n- a AAAAAAA=\n".to_owned(), BadNote::Signature(1)),
        (format!("text\n\n{LINE}x\n"), BadNote::Signature(2)),
        ("text\n\n— a AAAAAAA\n".to_owned(), BadNote::Signature(1)),
        ("text\n\n— a AAAAAAB=\n".to_owned(), BadNote::Signature(1)),
        ("text\n\n— a AAAAAAA= \n".to_owned(), BadNote::Signature(1)),
        ("text\n\n— a  AAAAAAA=\n".to_owned(), BadNote::Signature(1)),
        ("text\n\n— a AAAAAA==\n".to_owned(), BadNote::Signature(1)),
        ("text\n\n—  AAAAAAA=\n".to_owned(), BadNote::Signature(1)),
        ("text\n\n— a+b AAAAAAA=\n".to_owned(), BadNote::Signature(1)),
        (
            "text\n\n— a\u{a0}b AAAAAAA=\n".to_owned(),
            BadNote::Signature(1),
        ),
    ] {
        assert_eq!(parse(&text), Err(expected), "{text:?}");
    }
    assert!(matches!(
        parse(&format!("text\n\n{LINE}{LINE}")),
        Err(BadNote::Twice(_))
    ));
    assert_eq!(SignedNote::parse(b"te\xffxt\n"), Err(BadNote::NotText));
    assert_eq!(SignedNote::sign("text", &service()), Err(BadNote::NotText));
}

#[test]
fn a_note_has_its_limits() {
    let lines = |count: usize| {
        (0..count)
            .map(|n| format!("— a{n} AAAAAAA=\n"))
            .collect::<String>()
    };
    assert!(parse(&format!("text\n\n{}", lines(MAX_SIGNATURES))).is_ok());
    let many = parse(&format!("text\n\n{}", lines(MAX_SIGNATURES + 1)));
    assert_eq!(many, Err(BadNote::TooLong));
    let text = "x".repeat(evidence::MAX_NOTE);
    assert_eq!(parse(&format!("{text}\n\n{LINE}")), Err(BadNote::TooLong));
    let signed = SignedNote::sign(&format!("{text}\n"), &service());
    assert_eq!(signed, Err(BadNote::TooLong));
}

#[test]
fn a_key_is_refused_for_what_is_wrong_with_it() {
    let witness = witness(1);
    let key = |text: &str| text.parse::<VerifierKey>().unwrap_err();
    let secret = |name| SignerKey::new(name, &[1; 32]).unwrap_err();
    let wrong_type = BadKey::Type {
        expected: 1,
        found: 4,
    };
    assert_eq!(key(&witness.public().to_string()), wrong_type);
    assert_eq!(
        witness.to_secret_text().parse::<SignerKey>().unwrap_err(),
        wrong_type
    );
    assert_eq!(key("a"), BadKey::Form);
    for name in ["", "a b", "a+b", "a\nb", "a\u{3000}b"] {
        assert_eq!(secret(name), BadKey::Name);
        assert_eq!(VerifierKey::new(name, &[1; 32]), Err(BadKey::Name));
    }
    // The neutral element: every message has a signature that it verifies.
    let mut weak = [0; 32];
    weak[0] = 1;
    assert_eq!(VerifierKey::new("a", &weak), Err(BadKey::Key));
    let id = service().public().id();
    let text = service().public().to_string();
    let upper = text.replacen(&id.to_string(), &id.to_string().to_uppercase(), 1);
    assert_ne!(upper, text);
    assert_eq!(key(&upper), BadKey::Id(id));
    let renamed = text.replacen("faan.example", "haan.example", 1);
    assert!(matches!(key(&renamed), BadKey::Id(_)));
}

#[test]
fn every_flipped_bit_of_a_note_shows() {
    let note = signed(7, Hash::of(b"root"))
        .cosigned(&witness(1), 1_800_000_000)
        .unwrap();
    let keys = [service().for_club(club()).public()];
    let witnesses = [witness(1).public()];
    let expected = note.verify(&keys, &witnesses).unwrap();
    assert_eq!((expected.signed.len(), expected.witnessed.len()), (1, 1));
    let bytes = note.to_string().into_bytes();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let signers = SignedNote::parse(&flipped).and_then(|note| note.verify(&keys, &witnesses));
        // A signer's name may be spoiled: then it is nobody that is known.
        assert!(signers.is_err() || signers.is_ok_and(|signers| signers.unknown.len() == 1));
    }
}

#[test]
fn a_cosignature_is_the_witnesss_and_of_its_time() {
    let note = signed(7, Hash::of(b"root"))
        .cosigned(&witness(1), 1_800_000_000)
        .unwrap();
    let verify = |keys: &[WitnessKey]| note.verify(&[], keys);
    let witnessed = verify(&[witness(1).public(), witness(2).public()])
        .unwrap()
        .witnessed;
    assert_eq!(witnessed.len(), 1);
    assert_eq!(witnessed[0].time, 1_800_000_000);
    assert_eq!(witnessed[0].witness, witness(1).public().signer());
    assert_eq!(verify(&[witness(2).public()]), Err(BadNote::NobodyKnown));
    // Another key with the same name has another id, and is somebody else.
    let same_name = WitnessKey::new("witness1.example", &public_bytes(3)).unwrap();
    assert_eq!(verify(&[same_name]), Err(BadNote::NobodyKnown));
    let twice = note.clone().cosigned(&witness(1), 1_800_000_001);
    assert_eq!(twice, Err(BadNote::Twice(witness(1).public().signer())));
}

fn public_bytes(secret: u8) -> [u8; 32] {
    ed25519_dalek::SigningKey::from_bytes(&[secret; 32])
        .verifying_key()
        .to_bytes()
}

/// The message is put together here once more, and signed by hand.
#[test]
fn a_cosignature_is_made_as_c2sp_says() {
    use ed25519_dalek::Signer;
    let note = signed(7, Hash::of(b"root"));
    let message = format!("cosignature/v1\ntime 1679315147\n{}", note.text());
    let key = ed25519_dalek::SigningKey::from_bytes(&[1; 32]);
    let signature = key.sign(message.as_bytes()).to_bytes();
    let id = Hash::of_parts(&[b"witness1.example\n\x04", key.verifying_key().as_bytes()]);
    let bytes = [&id.0[..4], &1_679_315_147_u64.to_be_bytes(), &signature].concat();
    let line = format!("— witness1.example {}\n", base64(&bytes));
    let cosigned = note.clone().cosigned(&witness(1), 1_679_315_147).unwrap();
    assert_eq!(cosigned.to_string(), format!("{note}{line}"));
}

fn base64(bytes: &[u8]) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    BASE64_STANDARD.encode(bytes)
}

proptest! {
    #[test]
    fn any_text_survives_being_signed(lines in prop::collection::vec("[^\\x00-\\x1f]{0,20}", 1..5)) {
        let text = lines.join("\n") + "\n";
        let note = SignedNote::sign(&text, &service()).unwrap();
        let again = SignedNote::parse(note.to_string().as_bytes());
        prop_assert_eq!(again.as_ref(), Ok(&note));
        prop_assert!(note.verify(&[service().public()], &[]).is_ok());
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,40}\n\n— \\PC{0,40}\n") {
        for bytes in [bytes, text.into_bytes()] {
            if let Ok(note) = SignedNote::parse(&bytes) {
                prop_assert_eq!(note.to_string().into_bytes(), bytes);
            }
        }
    }
}
