//! When two names of people are taken for the same, and which names nobody can read.
#![warn(missing_docs)]

use caseless::Caseless as _;
use unicode_normalization::UnicodeNormalization as _;

/// The form in which names are compared: what is seen of a name, whatever its case and the width of its letters, and wherever there is space
/// between them. `PLAYER　A` and `Player  A` are the same, and so are `Straße` and `STRASSE`.
///
/// It is Unicode's compatibility decomposition and composition (NFKC), without characters that cannot be seen, with full case folding, and
/// one space for each white space. The result is composed again, since folding takes some characters apart.
pub fn folded(name: &str) -> String {
    let seen = name.nfkc().filter(|c| c.is_whitespace() || is_seen(*c));
    let folded: String = seen.default_case_fold().nfkc().collect();
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.join(" ")
}

/// Whether letters of a name were lost before it came here: a program that reads a text in the wrong encoding writes U+FFFD in their place.
pub fn is_damaged(name: &str) -> bool {
    name.contains(char::REPLACEMENT_CHARACTER)
}

/// Spaces, characters that are ignored where they are shown (`Default_Ignorable_Code_Point` of the Unicode Character Database), and the
/// blank Braille pattern; between others they have their uses.
pub fn is_invisible(c: char) -> bool {
    let is_ignored = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    c.is_whitespace() || is_ignored || c == '\u{2800}'
}

fn is_seen(c: char) -> bool {
    !c.is_control() && !is_invisible(c)
}
