//! Where in the line something is wrong.

use rules::notation::NotationError;
use rules::{Field, Refusal};

/// A line that cannot be read, with a caret under the character that does not fit.
pub(super) fn unreadable(line: &str, error: &NotationError) -> String {
    let found = Place {
        start: error.position.saturating_sub(1),
        length: 1,
    };
    format!("{}\n{error}", found.under(line))
}

/// A refusal, with carets under the words it is about where these say so.
pub(super) fn refused(line: &str, refusal: &Refusal) -> String {
    let sentence = format!("refused: {refusal} ({})", refusal.code.id());
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

/// What a word of the line is, as far as refusals speak of it.
#[derive(PartialEq, Eq)]
enum Word<'a> {
    Concealed,
    Winning,
    Meld,
    Bonus,
    Fact(&'a str),
}

fn of(line: &str, field: Field) -> Option<Place> {
    let words = words(line);
    let wanted = |word: &Word| match field {
        Field::Concealed => *word == Word::Concealed,
        Field::WinningTile => *word == Word::Winning,
        Field::Melds | Field::Meld(_) => *word == Word::Meld,
        Field::BonusTiles => *word == Word::Bonus,
        Field::From => *word == Word::Fact("from"),
        Field::RobbedKong => *word == Word::Fact("robbed"),
        Field::LastTile => *word == Word::Fact("last_tile"),
        Field::Replacement => *word == Word::Fact("replacement"),
        Field::FirstTurn => *word == Word::Fact("first_turn"),
        Field::WonBy => *word == Word::Fact("bonus_tiles"),
        Field::LiabilityRule => *word == Word::Fact("rule"),
        Field::Liable => *word == Word::Fact("liable"),
        Field::TilesLeft => *word == Word::Fact("tiles_left"),
        Field::LiveTile => *word == Word::Fact("live_tile"),
        Field::Whole
        | Field::Winners
        | Field::Chair
        | Field::DeclaredFan
        | Field::DeclaredFanTowardMinimum
        | Field::Points
        | Field::PenaltyPoints
        | Field::Penalty
        | Field::Agreed
        | Field::Seen
        | Field::Claims
        | Field::Call
        | Field::ChowTiles
        | Field::PassedUp => false,
    };
    let mut found = words
        .into_iter()
        .filter(|(word, _)| wanted(word))
        .map(|(_, place)| place);
    if let Field::Meld(place) = field {
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

fn words(line: &str) -> Vec<(Word<'_>, Place)> {
    let mut words = Vec::new();
    let (mut start, mut winning_follows) = (0, false);
    for text in line.split(' ') {
        let length = text.chars().count();
        let word = match text {
            "" => None,
            "+" => {
                winning_follows = true;
                None
            }
            _ if text.starts_with(['(', '[']) => Some(Word::Meld),
            _ if text.contains('=') || text.contains('_') => {
                Some(Word::Fact(text.split('=').next().unwrap_or(text)))
            }
            _ if text.ends_with(['f', 'q']) => Some(Word::Bonus),
            _ if winning_follows => Some(Word::Winning),
            _ => Some(Word::Concealed),
        };
        words.extend(word.map(|word| (word, Place { start, length })));
        start += length + 1;
    }
    words
}
