//! Keys and notes that others publish.

use evidence::{BadNote, NoteSignature, SignedNote, SignerKey, VerifierKey};

/// The key and notes of golang.org/x/mod/sumdb/note, its documentation and its tests.
const PETER: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PETER_SECRET: &str =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const ENOCH: &str = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";
const TEXT: &str = "If you think cryptography is the answer to your problem,\n\
    then you don't know what your problem is.\n";
const PETER_SIGNED: &str = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const ENOCH_SIGNED: &str = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n";

/// The example of c2sp.org/signed-note.
const EXAMPLE: &str = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const EXAMPLE_NOTE: &str = "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

fn key(text: &str) -> VerifierKey {
    text.parse().unwrap()
}

fn names(signatures: &[NoteSignature]) -> Vec<&str> {
    signatures
        .iter()
        .map(|signature| signature.signer().name.as_str())
        .collect()
}

#[test]
fn gos_key_signs_gos_note() {
    let secret: SignerKey = PETER_SECRET.parse().unwrap();
    assert_eq!(secret.to_secret_text(), PETER_SECRET);
    assert_eq!(secret.public().to_string(), PETER);
    assert!(!format!("{secret:?}").contains("AYEKFALVFGyNhPJEMzD1QIDr"));
    let note = SignedNote::sign(TEXT, &secret).unwrap();
    assert_eq!(note.to_string(), format!("{TEXT}\n{PETER_SIGNED}"));
}

#[test]
fn gos_note_of_two_signers_is_read() {
    let note =
        SignedNote::parse(format!("{TEXT}\n{PETER_SIGNED}{ENOCH_SIGNED}").as_bytes()).unwrap();
    assert_eq!(names(note.signatures()), ["PeterNeumann", "EnochRoot"]);
    let (peter, enoch) = (key(PETER), key(ENOCH));
    let signers = note.verify(std::slice::from_ref(&peter), &[]).unwrap();
    assert_eq!(signers.signed, [peter.signer()]);
    assert_eq!(signers.unknown, [enoch.signer()]);
    let signers = note.verify(&[enoch.clone(), peter.clone()], &[]).unwrap();
    assert_eq!(signers.signed, [peter.signer(), enoch.signer()]);
    assert_eq!(note.verify(&[key(EXAMPLE)], &[]), Err(BadNote::NobodyKnown));
    assert_eq!(note.verify(&[], &[]), Err(BadNote::NobodyKnown));
}

#[test]
fn the_example_of_c2sp_is_read() {
    let note = SignedNote::parse(EXAMPLE_NOTE.as_bytes()).unwrap();
    assert_eq!(note.text(), "This is an example message.\n");
    assert_eq!(note.to_string(), EXAMPLE_NOTE);
    assert_eq!(
        note.verify(&[key(EXAMPLE)], &[]).unwrap().signed,
        [key(EXAMPLE).signer()]
    );
}

/// As the tests of Go's package do: no piece of a key is one, nor a key with another sign in any place.
#[test]
fn a_mangled_key_is_none() {
    for start in 0..=PETER.len() {
        for end in start..=PETER.len() {
            let whole = start == 0 && end == PETER.len();
            assert_eq!(
                PETER[start..end].parse::<VerifierKey>().is_ok(),
                whole,
                "{start}–{end}"
            );
        }
    }
    for text in [PETER, PETER_SECRET] {
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] += 1;
            let mangled = String::from_utf8(bytes).unwrap();
            assert!(mangled.parse::<VerifierKey>().is_err(), "{mangled}");
            assert!(mangled.parse::<SignerKey>().is_err(), "{mangled}");
        }
    }
    for bad in [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ] {
        assert!(bad.parse::<VerifierKey>().is_err(), "{bad}");
    }
}
