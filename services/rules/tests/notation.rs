//! Tiles as text, one line a case.

use rules::notation::{bonus, parse, playing};

/// What a text means, in canonical form, or where it is wrong.
fn read(text: &str) -> String {
    match parse(text) {
        Ok(tiles) => format!("{} {}", playing(&tiles.playing), bonus(&tiles.bonus))
            .trim()
            .to_owned(),
        Err(error) => format!("error at {}", error.position),
    }
}

#[test]
fn notation_is_read() {
    for (text, expected) in [
        ("", ""),
        ("123m55p EEE CC", "123m 55p EEE CC"),
        ("3 2 1 m", "123m"),
        ("1z2z3z4z5z6z7z", "E S W N C F P"),
        ("5z", "P"),
        ("6z", "F"),
        ("7z", "C"),
        ("S1sP1p", "1p 1s S P"),
        ("4f1f2q", "14f 2q"),
        ("🀀🀁🀂🀃🀄🀅🀆", "E S W N C F P"),
        ("🀇🀏🀐🀘🀙🀡", "19m 19p 19s"),
        ("🀄\u{FE0F}", "C"),
        // Unicode has the bamboo flower before the chrysanthemum.
        ("🀢🀣", "12f"),
        ("🀤", "4f"),
        ("🀥", "3f"),
        ("🀦🀧🀨🀩", "1234q"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_notation_is_refused_at_its_place() {
    for (text, position) in [
        ("0m", 1),
        ("10m", 2),
        ("8z", 1),
        ("5f", 1),
        ("123", 1),
        ("12x", 3),
        ("m", 1),
        ("1m e", 4),
        ("1M", 2),
        ("🀪", 1),
        ("🀫", 1),
        ("1m\0", 3),
        ("１m", 1),
    ] {
        assert_eq!(read(text), format!("error at {position}"), "{text}");
    }
}
