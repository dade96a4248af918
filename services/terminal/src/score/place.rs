//! Where in the line something is wrong.

use rules::notation::{NotationError, Word, WordKind, parse, words};
use rules::{Field, Refusal};

/// A line that cannot be read, with a caret under the character that does not fit.
pub(crate) fn unreadable(line: &str, error: &NotationError) -> String {
    let found = Place {
        start: error.position.saturating_sub(1),
        length: 1,
    };
    format!("{}\n{error}", found.under(line))
}

/// A refusal, with carets under the words it is about where these say so.
pub(super) fn refused(line: &str, refusal: &Refusal) -> String {
    let sentence = format!("refused: {refusal} ({})", refusal.code);
    match of(line, refusal.field) {
        Some(found) => format!("{}\n{sentence}", found.under(line)),
        None => sentence,
    }
}

/// Some characters of a line, counted from 0.
struct Place {
    start: usize,
    length: usize,
}

impl Place {
    fn under(&self, line: &str) -> String {
        let (indent, carets) = (" ".repeat(self.start), "^".repeat(self.length.max(1)));
        format!("{line}\n{indent}{carets}")
    }
}

fn of(line: &str, field: Field) -> Option<Place> {
    // A line that is refused could be read.
    let words = words(line).ok()?;
    let plus = words.iter().position(|word| word.kind == WordKind::Plus);
    let is_wanted = |place: usize, word: &Word| {
        let after_plus = plus.is_some_and(|plus| place > plus);
        match word.kind {
            WordKind::Tiles(tiles) if has_bonus_tiles(tiles) => field == Field::BonusTiles,
            WordKind::Tiles(_) if after_plus => field == Field::WinningTile,
            WordKind::Tiles(_) => field == Field::Concealed,
            WordKind::Meld(_) | WordKind::ConcealedKong(_) => {
                matches!(field, Field::Melds | Field::Meld(_))
            }
            WordKind::Flag(name) | WordKind::Fact(name, _) => field.word() == Some(name),
            WordKind::Plus => false,
        }
    };
    let mut found = words
        .iter()
        .enumerate()
        .filter(|&(place, word)| is_wanted(place, word))
        .map(|(_, word)| Place {
            start: word.position - 1,
            length: word.length,
        });
    if let Some(place) = field.meld() {
        return found.nth(place);
    }
    let first = found.next()?;
    let end = found
        .next_back()
        .map_or(first.start + first.length, |last| last.start + last.length);
    Some(Place {
        length: end - first.start,
        ..first
    })
}

fn has_bonus_tiles(tiles: &str) -> bool {
    parse(tiles).is_ok_and(|read| !read.bonus.is_empty())
}
