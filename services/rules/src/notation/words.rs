//! The words of a line that states a win.

use super::{NotationError, error};

/// A word of a line, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The place of its first character, counted from 1.
    pub position: usize,
    /// Its characters.
    pub length: usize,
    /// What it is.
    pub kind: WordKind<'a>,
}

/// What a word of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind<'a> {
    /// Tiles that are not in brackets.
    Tiles(&'a str),
    /// The tiles of an exposed meld, between its parentheses.
    Meld(&'a str),
    /// The tiles of a concealed kong, between its brackets.
    ConcealedKong(&'a str),
    /// The sign before the winning tile.
    Plus,
    /// A fact by its name, such as `self_draw`.
    Flag(&'a str),
    /// A fact by its name and value, such as `seat=west`.
    Fact(&'a str, &'a str),
}

/// The words of a line. Spaces stand between them; around `+`, parentheses and brackets they may be left out.
///
/// # Errors
/// A parenthesis or bracket without its other half.
pub fn words(line: &str) -> Result<Vec<Word<'_>>, NotationError> {
    let mut words = Vec::new();
    let (mut rest, mut position) = (line, 1);
    loop {
        let trimmed = rest.trim_start();
        position += rest.chars().count() - trimmed.chars().count();
        let Some(first) = trimmed.chars().next() else {
            return Ok(words);
        };
        let end = end(trimmed, first, position)?;
        let (text, after) = trimmed.split_at(end);
        let length = text.chars().count();
        words.push(Word {
            position,
            length,
            kind: kind(text),
        });
        (rest, position) = (after, position + length);
    }
}

const SIGNS: [char; 5] = ['+', '(', ')', '[', ']'];

/// Where a word ends, in bytes.
fn end(text: &str, first: char, position: usize) -> Result<usize, NotationError> {
    match first {
        '+' => Ok(1),
        '(' => closed(text, ')', position),
        '[' => closed(text, ']', position),
        ')' | ']' => {
            let open = if first == ')' { '(' } else { '[' };
            let text = format!("`{first}` closes nothing: expected `{open}` and tiles before it");
            Err(error(position, text))
        }
        _ => {
            let ends = |sign: char| sign.is_whitespace() || SIGNS.contains(&sign);
            Ok(text.find(ends).unwrap_or(text.len()))
        }
    }
}

fn closed(text: &str, close: char, position: usize) -> Result<usize, NotationError> {
    let mut signs = text.char_indices().skip(1);
    let (bytes, sign) = signs
        .find(|(_, sign)| SIGNS.contains(sign))
        .unwrap_or((text.len(), '\0'));
    if sign == close {
        return Ok(bytes + 1);
    }
    let inside = text.get(..bytes).unwrap_or(text).chars().count();
    let expected = format!(
        "expected `{close}` after the tiles of the meld that begins at character {position}"
    );
    Err(error(position + inside, expected))
}

fn kind(text: &str) -> WordKind<'_> {
    let between = || text.get(1..text.len() - 1).unwrap_or_default();
    if text == "+" {
        WordKind::Plus
    } else if text.starts_with('(') {
        WordKind::Meld(between())
    } else if text.starts_with('[') {
        WordKind::ConcealedKong(between())
    } else if let Some((name, value)) = text.split_once('=') {
        WordKind::Fact(name, value)
    } else if text.len() > 1 && text.starts_with(|first: char| first.is_ascii_lowercase()) {
        // Tiles begin with a rank, a capital or a picture.
        WordKind::Flag(text)
    } else {
        WordKind::Tiles(text)
    }
}
