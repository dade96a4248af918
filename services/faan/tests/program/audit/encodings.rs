//! Files that an editor saved in another encoding.

use std::fs;

use super::{audit, folder, vkey};

const TEST: &str = "encodings";

#[test]
fn a_file_that_is_not_utf_8_says_what_it_seems_to_be() {
    let line = "{\"club\": \"麻雀\"}\n";
    let utf_16: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big5 = [b"{\"club\": \"", &[0xb3, 0xc2, 0xb3, 0xb6][..], b"\"}\n"].concat();
    let latin = [b"{\"club\": \"caf", &[0xe9][..], b"\"}\n"].concat();
    let key = vkey();
    for (name, bytes, clause) in [
        ("utf16", utf_16, "this seems to be UTF-16"),
        ("big5", big5, "this seems to be Big5 or GBK"),
        ("latin", latin, "this is not UTF-8 but an older encoding"),
    ] {
        fs::write(folder(TEST).join(name), bytes).unwrap();
        let key = ["--key", key.as_str()];
        for (what, arguments) in [
            ("verify", vec![name]),
            ("receipt", vec![name]),
            ("verify", vec!["-", "--checkpoint", name]),
            ("verify", vec!["-", "--directory", name]),
            ("verify", vec!["-", "--openings", name]),
        ] {
            let arguments = [&arguments[..], &key].concat();
            let (status, _, complained) = audit(TEST, what, &arguments, b"");
            assert_eq!(status, 3, "{arguments:?}: {complained}");
            let expected = format!("{name}: {clause}");
            assert!(
                complained.contains(&expected),
                "{arguments:?}: {complained}"
            );
        }
    }
}

#[test]
fn what_is_damaged_later_than_in_the_first_line_is_verified() {
    let bytes = [&b"{}\n"[..], &[0xe9, b'\n']].concat();
    fs::write(folder(TEST).join("damaged"), bytes).unwrap();
    let key = vkey();
    let (status, _, complained) = audit(TEST, "verify", &["damaged", "--key", &key], b"");
    assert!(status < 3, "{complained}");
}
