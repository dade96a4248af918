//! The text of a file, in whatever encoding a spreadsheet saved it. Encodings have the names of the Encoding Standard (WHATWG).

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::row::refused;
use crate::problem::Problem;

/// What spreadsheets here save that is no Unicode. `BIG5` has the letters of Big5-HKSCS as well.
const LEGACY: [&Encoding; 3] = [BIG5, GBK, WINDOWS_1252];

/// What to do about a file that is not read as it was meant.
pub(super) const WHAT_TO_DO: &str = "Save it again as “CSV UTF-8”, or state its encoding, as in `Content-Type: text/csv; charset=gbk`.";

/// The text of a file, without a byte order mark, and what it was read as.
///
/// # Errors
///
/// The bytes are no text in the encoding that is stated or that they seem to have.
pub(super) fn decoded(
    bytes: &[u8],
    stated: Option<&'static Encoding>,
) -> Result<(String, &'static Encoding), Problem> {
    let mark = Encoding::for_bom(bytes);
    let (encoding, mark) = match (stated, mark) {
        // What says only that it is UTF-16 leaves it to the mark which of the two.
        (Some(stated), Some((marked, length)))
            if stated == marked || (is_utf_16(stated) && is_utf_16(marked)) =>
        {
            (marked, length)
        }
        (Some(stated), _) => (stated, 0),
        (None, Some(marked)) => marked,
        (None, None) => (recognised(bytes), 0),
    };
    let content = bytes.get(mark..).unwrap_or_default();
    let (text, has_errors) = encoding.decode_without_bom_handling(content);
    if has_errors {
        return Err(refused(misread(encoding, &text)));
    }
    if text.contains('\0') {
        let detail = format!(
            "The file is no text: it has NUL characters where it is read as {}. {WHAT_TO_DO}",
            encoding.name()
        );
        return Err(refused(detail));
    }
    Ok((text.into_owned(), encoding))
}

/// Whether letters of it may be others than were meant: it says nothing of its encoding itself.
pub(super) fn is_legacy(encoding: &'static Encoding) -> bool {
    encoding != UTF_8 && !is_utf_16(encoding)
}

fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The encoding that bytes without a mark seem to have.
fn recognised(bytes: &[u8]) -> &'static Encoding {
    if let Some(utf_16) = unmarked_utf_16(bytes) {
        return utf_16;
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => UTF_8,
        Err(_) if is_damaged_utf_8(bytes) => UTF_8,
        Err(_) => guessed(bytes),
    }
}

/// Which UTF-16 it is, if it is one: it has a NUL beside each comma, digit and line break, on the side of the higher byte. These are one in eight
/// bytes where cells have three Chinese letters; a text that has a few NULs is something else.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let nuls_from = |start: usize| {
        let bytes = bytes.iter().skip(start).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let (first, second) = (nuls_from(0), nuls_from(1));
    if (first + second) * 16 <= bytes.len() {
        return None;
    }
    Some(if first > second { UTF_16BE } else { UTF_16LE })
}

/// Whether it is UTF-8 but for some bytes, as where a file was cut: of what is not ASCII, nearly all is well-formed. In other encodings, that is chance.
fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let letters = text.chars().filter(|letter| !letter.is_ascii());
    let (damaged, well_formed): (Vec<char>, Vec<char>) =
        letters.partition(|letter| *letter == '\u{fffd}');
    damaged.len() * 8 < well_formed.len()
}

/// The older encoding that it most likely has, in Hong Kong.
fn guessed(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(Some(b"hk"), Utf8Detection::Deny);
    let has_no_errors = |encoding: &&'static Encoding| {
        let decoded = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        decoded.is_some()
    };
    if guess == WINDOWS_1252 && is_western(bytes) || [BIG5, GBK].contains(&guess) {
        return guess;
    }
    let chinese = LEGACY.into_iter().filter(|one| *one != WINDOWS_1252);
    // If it is neither, whoever sent it is told so of what it most likely was.
    let possible = chinese.clone().find(has_no_errors);
    possible.unwrap_or(if is_western(bytes) {
        WINDOWS_1252
    } else {
        BIG5
    })
}

/// Whether letters beyond ASCII stand alone, as in “Zoë” or “Núñez”: Chinese names are runs of such bytes, and in Windows-1252 every byte is some letter.
fn is_western(bytes: &[u8]) -> bool {
    let mut runs = bytes.split(u8::is_ascii);
    runs.all(|run| run.len() < 4)
}

/// What is said of bytes that are no letters of an encoding.
fn misread(encoding: &'static Encoding, text: &str) -> String {
    let before = text.split('\u{fffd}').next().unwrap_or_default();
    let line = before.lines().count().max(1) + usize::from(before.ends_with(['\n', '\r']));
    format!(
        "The file was read as {}, and line {line} has bytes that are no letter of it. {WHAT_TO_DO}",
        encoding.name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: [&str; 8] = [
        "陳大文",
        "李小明",
        "黃志強",
        "張國榮",
        "阿珍",
        "吳家樂",
        "何秀蘭",
        "周潤發",
    ];

    fn sheet(names: &[&str]) -> String {
        let line = format!("1,2025-09-01,{},self_draw,,4\n", names.join(","));
        format!("match,played_on,east,won_by,from,fan\n{}", line.repeat(4))
    }

    #[test]
    fn a_few_names_tell_the_encoding() {
        for count in 2..=PEOPLE.len() {
            for names in PEOPLE.windows(count) {
                let text = sheet(names);
                for encoding in [UTF_8, BIG5, GBK] {
                    let (bytes, _, _) = encoding.encode(&text);
                    let read = decoded(&bytes, None).unwrap();
                    assert_eq!(read, (text.clone(), encoding), "{names:?}");
                }
            }
        }
        let text = sheet(&["Zoë", "Núñez", "Müller", "François"]);
        let (bytes, _, _) = WINDOWS_1252.encode(&text);
        assert_eq!(decoded(&bytes, None).unwrap(), (text, WINDOWS_1252));
    }

    #[test]
    fn what_is_no_letter_is_told_with_its_line() {
        let text = sheet(&PEOPLE);
        let (big5, _, _) = BIG5.encode(&text);
        let big5_cut = big5.iter().copied().filter(|byte| *byte != 0xa4);
        for (bytes, stated, expected) in [
            (
                text.as_bytes().to_vec(),
                Some(BIG5),
                "read as Big5, and line",
            ),
            (big5.to_vec(), Some(UTF_8), "read as UTF-8, and line 2"),
            (big5_cut.collect(), None, "read as Big5, and line"),
            (text.as_bytes()[..text.len() - 20].to_vec(), None, ""),
            (
                b"a\0b\n1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16\n".to_vec(),
                None,
                "no text",
            ),
            (
                [text.as_bytes(), b"\xe9\n"].concat(),
                None,
                "UTF-8, and line 6",
            ),
        ] {
            let read = decoded(&bytes, stated);
            let told = read
                .err()
                .map_or_else(String::new, |problem| problem.to_string());
            assert!(told.contains(expected), "{expected}: {told}");
        }
    }
}
