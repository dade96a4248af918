//! Texts of files that people bring.

/// The text of a file, without the byte order mark of UTF-8.
///
/// # Errors
/// The bytes are not UTF-8, or letters of it were lost before. The text is a clause that says what they seem to be, and how to save the
/// file as UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, &'static str> {
    let is_utf16 = [[0xff, 0xfe], [0xfe, 0xff]]
        .iter()
        .any(|mark| bytes.starts_with(mark));
    // UTF-16 has a NUL beside each comma, digit and line break: one in eight bytes where cells have three Chinese letters. A text that has
    // a few is something else.
    let nuls = bytes.iter().filter(|byte| **byte == 0).count();
    if is_utf16 || nuls * 16 > bytes.len() {
        return Err(UTF_16);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(match is_double_byte(bytes) {
            true => DOUBLE_BYTE,
            false => OTHER,
        });
    };
    match text.contains('\u{fffd}') {
        true => Err(LOST),
        false => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
    }
}

const UTF_16: &str = "this seems to be UTF-16 (“Unicode Text” in Excel), and not UTF-8: save it as “CSV UTF-8”, or choose the encoding UTF-8";
const DOUBLE_BYTE: &str = "this seems to be Big5 or GBK, and not UTF-8: save it as “CSV UTF-8” in Excel, or choose the encoding UTF-8";
const OTHER: &str = "this is not UTF-8 but an older encoding, such as Windows-1252: save it as “CSV UTF-8” in Excel, or choose the encoding UTF-8";
const LOST: &str = "this has “\u{fffd}” in place of letters, so it was not UTF-8 (but Big5 or GBK, for example) when it was read: save the file again as “CSV UTF-8” in Excel, or choose the encoding UTF-8";

/// Whether everything that is not ASCII is in pairs of bytes, as in Big5, Big5-HKSCS and GBK.
fn is_double_byte(bytes: &[u8]) -> bool {
    let mut bytes = bytes.iter();
    while let Some(byte) = bytes.next() {
        let is_pair = || matches!(bytes.clone().next(), Some(0x40..=0xfe));
        match byte {
            0x00..=0x7f => {}
            0x80..=0xfe if is_pair() => _ = bytes.next(),
            _ => return false,
        }
    }
    true
}
