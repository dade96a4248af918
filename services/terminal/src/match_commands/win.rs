//! Parses a win in the notation of `faan score`, in which names may stand for winds.

use ::evidence::{Chair, DeclaredResult, Shown, Win, Winner};
use rules::notation::{self, NotationError, WordKind, words};

use super::seated::Seated;
use crate::account::CliError;
use crate::config;
use crate::score;

/// A win from the tiles or the declaration of each winner. The first one states how it was won.
pub(super) fn stated(said: &config::Win, seated: &Seated) -> Result<Win, CliError> {
    let winner = seated.chair(&said.player)?;
    let line = Line::of(said, winner, seated)?;
    let mut win = line.win(winner, seated)?;
    for pair in said.also.chunks(2) {
        let [player, also] = pair else {
            continue;
        };
        let chair = seated.chair(player)?;
        win.winners
            .push(Line::plain(also, chair, seated)?.winner(chair, seated)?);
    }
    Ok(win)
}

/// A win as a line of notation, and the declared result if there are no tiles.
struct Line {
    text: String,
    declared: Option<DeclaredResult>,
    /// Whether the line states how the winner got the winning tile.
    says_how: bool,
}

impl Line {
    /// The argument, with the flags as words of the notation.
    fn of(said: &config::Win, winner: Chair, seated: &Seated) -> Result<Line, CliError> {
        let line = said.circumstances.added_to(&said.win);
        let mut line = Line::plain(&line, winner, seated)?;
        // A name may have spaces, and a word of the notation may not.
        for (word, name) in [("from", &said.from), ("liable", &said.liable)] {
            if let Some(name) = name {
                let wind = seated.deal.seat_wind(seated.chair(name)?);
                line.text += &format!(" {word}={wind}");
                line.says_how |= word == "from";
            }
        }
        Ok(line)
    }

    fn plain(line: &str, winner: Chair, seated: &Seated) -> Result<Line, CliError> {
        let mut text = String::new();
        let (mut declared, mut says_how) = (None, false);
        let line = joined(line);
        let found = words(&line).map_err(|error| unreadable(&line, &error))?;
        for word in found {
            text += " ";
            text += &match word.kind {
                WordKind::Tiles(tiles) | WordKind::Flag(tiles) if declaration(tiles).is_some() => {
                    declared = declaration(tiles);
                    String::new()
                }
                WordKind::Fact(name @ ("from" | "liable"), value) => {
                    says_how |= name == "from";
                    format!("{name}={}", seated.deal.seat_wind(seated.chair(value)?))
                }
                WordKind::Fact(name @ ("seat" | "round"), _) => {
                    return Err(CliError::Misused(format!(
                        "`{name}=` is for the match to say: leave it out"
                    )));
                }
                WordKind::Flag(name) => {
                    says_how |= matches!(name, "self_draw" | "bonus_tiles");
                    name.to_owned()
                }
                WordKind::Tiles(tiles) => tiles.to_owned(),
                WordKind::Meld(tiles) => format!("({tiles})"),
                WordKind::ConcealedKong(tiles) => format!("[{tiles}]"),
                WordKind::Plus => "+".to_owned(),
                WordKind::Fact(name, value) => format!("{name}={value}"),
            };
        }
        let deal = &seated.deal;
        text += &format!(" seat={} round={}", deal.seat_wind(winner), deal.round_wind);
        Ok(Line {
            text: text.trim_start().to_owned(),
            declared,
            says_how,
        })
    }

    fn read(&self) -> Result<rules::Win, CliError> {
        notation::win(&self.text).map_err(|error| unreadable(&self.text, &error))
    }

    fn win(&self, winner: Chair, seated: &Seated) -> Result<Win, CliError> {
        if !self.says_how {
            let text =
                "how was it won? Say `--from PLAYER`, `--self-draw`, or the word `bonus_tiles`";
            return Err(CliError::Misused(text.to_owned()));
        }
        let circumstances = self.read()?.circumstances;
        let from = circumstances.won_by.from().map(|wind| seated.at(wind));
        let winners = vec![self.winner(winner, seated)?];
        Ok(Win::new(circumstances.state(), from, winners))
    }

    /// The winner with the hand or the declared result.
    fn winner(&self, chair: Chair, seated: &Seated) -> Result<Winner, CliError> {
        let read = self.read()?;
        let shown = match self.declared {
            None => Shown::Hand((&read.hand).into()),
            Some(declared) if read.hand == rules::Hand::default() => Shown::Declared(declared),
            Some(_) => {
                let text = "both tiles and a declaration: one of them says what the hand is worth";
                return Err(CliError::Misused(text.to_owned()));
            }
        };
        let liability = read
            .liability
            .map(|stated| stated.map_seat(|wind| seated.at(wind)).into());
        Ok(Winner {
            chair,
            shown,
            liability,
        })
    }
}

/// Marks the position of an error on lines below the notation.
fn unreadable(line: &str, error: &NotationError) -> CliError {
    CliError::Misused(format!(
        "this cannot be read:\n{}",
        score::unreadable(line, error)
    ))
}

/// `5 fan` is one word.
fn joined(line: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match words.last_mut() {
            Some(number) if word == "fan" && number.parse::<u32>().is_ok() => *number += word,
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// The result that a word declares: `5fan`, or `limit`.
fn declaration(word: &str) -> Option<DeclaredResult> {
    let (fan, limit) = match word {
        "limit" => (0, true),
        _ => (word.strip_suffix("fan")?.parse().ok()?, false),
    };
    Some(DeclaredResult {
        fan,
        limit,
        fan_toward_minimum: None,
    })
}
