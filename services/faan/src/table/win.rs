//! A win in the notation that `faan score` reads, where winds may be names.

use ::evidence::{
    Chair, Declared, FirstTurn, Hand, Liability, LiabilityRule, Meld, MeldKind, Replacement,
    RobbedKong, Shown, Win, Winner, WonBy,
};
use rules::notation::{self, NotationError, WordKind, words};

use super::stated::Seated;
use crate::account::Stop;
use crate::config;
use crate::score;

/// A win by the tiles or the declaration of each winner; how it was won says the first.
pub(super) fn stated(said: &config::Win, seated: &Seated) -> Result<Win, Stop> {
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

/// A win as one line that the rules can read, and what was declared instead of tiles.
struct Line {
    text: String,
    declared: Option<Declared>,
    /// Whether it says how the winning tile was got.
    says_how: bool,
}

impl Line {
    /// What was written, and the flags as the words that say the same.
    fn of(said: &config::Win, winner: Chair, seated: &Seated) -> Result<Line, Stop> {
        let mut line = said.win.clone();
        for (word, on) in [("self_draw", said.self_draw), ("last_tile", said.last_tile)] {
            if on {
                line += &format!(" {word}");
            }
        }
        let facts = [
            ("replacement", &said.replacement),
            ("first_turn", &said.first_turn),
        ];
        for (word, value) in facts {
            if let Some(value) = value {
                line += &format!(" {word}={value}");
            }
        }
        let mut line = Line::plain(&line, winner, seated)?;
        // A name may have spaces, which a word has not.
        for (word, name) in [("from", &said.from), ("liable", &said.liable)] {
            if let Some(name) = name {
                let wind = seated.deal.seat_wind(seated.chair(name)?);
                line.text += &format!(" {word}={wind}");
                line.says_how |= word == "from";
            }
        }
        Ok(line)
    }

    fn plain(line: &str, winner: Chair, seated: &Seated) -> Result<Line, Stop> {
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
                    return Err(Stop::Misused(format!(
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

    fn read(&self) -> Result<rules::Win, Stop> {
        notation::win(&self.text).map_err(|error| unreadable(&self.text, &error))
    }

    fn win(&self, winner: Chair, seated: &Seated) -> Result<Win, Stop> {
        if !self.says_how {
            let text =
                "how was it won? Say `--from PLAYER`, `--self-draw`, or the word `bonus_tiles`";
            return Err(Stop::Misused(text.to_owned()));
        }
        let read = self.read()?;
        let circumstances = read.circumstances;
        let (won_by, from, robbed_kong) = match circumstances.won_by {
            rules::WonBy::SelfDraw => (WonBy::SelfDraw, None, None),
            rules::WonBy::BonusTiles => (WonBy::BonusTiles, None, None),
            rules::WonBy::Discard { from } => (WonBy::Discard, Some(from), None),
            rules::WonBy::RobbedKong { from, kong } => {
                (WonBy::RobbedKong, Some(from), Some(robbed(kong)))
            }
        };
        Ok(Win {
            won_by,
            from_chair: from.map(|wind| seated.at(wind)),
            robbed_kong,
            last_tile: circumstances.last_tile,
            replacement: circumstances
                .replacement
                .map(|replacement| match replacement {
                    rules::Replacement::BonusTile => Replacement::BonusTile,
                    rules::Replacement::Kong => Replacement::Kong,
                    rules::Replacement::SecondKong => Replacement::SecondKong,
                }),
            first_turn: circumstances.first_turn.map(|first_turn| match first_turn {
                rules::FirstTurn::Heaven => FirstTurn::Heaven,
                rules::FirstTurn::Earth => FirstTurn::Earth,
                rules::FirstTurn::Man => FirstTurn::Man,
            }),
            winners: vec![self.winner(winner, seated)?],
        })
    }

    /// One winner, and with what.
    fn winner(&self, chair: Chair, seated: &Seated) -> Result<Winner, Stop> {
        let read = self.read()?;
        let shown = match self.declared {
            None => Shown::Hand(hand(&read.hand)),
            Some(declared) if read.hand == rules::Hand::default() => Shown::Declared(declared),
            Some(_) => {
                let text = "both tiles and a declaration: one of them says what the hand is worth";
                return Err(Stop::Misused(text.to_owned()));
            }
        };
        let liability = read.liability.map(|stated| Liability {
            chair: seated.at(stated.liable),
            rule: rule(stated.rule),
            tiles_left: stated.tiles_left.map(u32::from),
            live_tile: stated.live_tile,
        });
        Ok(Winner {
            chair,
            shown,
            liability,
        })
    }
}

/// Where in the line something is wrong, on lines of its own.
fn unreadable(line: &str, error: &NotationError) -> Stop {
    Stop::Misused(format!(
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

/// What a word declares: `5fan`, or `limit`.
fn declaration(word: &str) -> Option<Declared> {
    let (fan, limit) = match word {
        "limit" => (0, true),
        _ => (word.strip_suffix("fan")?.parse().ok()?, false),
    };
    Some(Declared {
        fan,
        limit,
        fan_toward_minimum: None,
    })
}

fn hand(hand: &rules::Hand) -> Hand {
    let meld = |meld: &rules::Meld| Meld {
        kind: match meld.kind {
            rules::MeldKind::Chow => MeldKind::Chow,
            rules::MeldKind::Pung => MeldKind::Pung,
            rules::MeldKind::Kong(rules::KongKind::Exposed) => MeldKind::ExposedKong,
            rules::MeldKind::Kong(rules::KongKind::Added) => MeldKind::AddedKong,
            rules::MeldKind::Kong(rules::KongKind::Concealed) => MeldKind::ConcealedKong,
        },
        tiles: notation::playing(&meld.tiles),
    };
    let winning: Vec<_> = hand.winning_tile.into_iter().collect();
    Hand {
        concealed: notation::playing(&hand.concealed),
        winning_tile: notation::playing(&winning),
        melds: hand.melds.iter().map(meld).collect(),
        bonus_tiles: notation::bonus(&hand.bonus_tiles),
    }
}

fn robbed(kong: rules::KongKind) -> RobbedKong {
    match kong {
        rules::KongKind::Exposed => RobbedKong::ExposedKong,
        rules::KongKind::Added => RobbedKong::AddedKong,
        rules::KongKind::Concealed => RobbedKong::ConcealedKong,
    }
}

fn rule(rule: rules::LiabilityRule) -> LiabilityRule {
    match rule {
        rules::LiabilityRule::NineTiles => LiabilityRule::NineTiles,
        rules::LiabilityRule::TwelveTiles => LiabilityRule::TwelveTiles,
        rules::LiabilityRule::FiveTiles => LiabilityRule::FiveTiles,
        rules::LiabilityRule::BigThreeDragons => LiabilityRule::BigThreeDragons,
        rules::LiabilityRule::BigFourWinds => LiabilityRule::BigFourWinds,
        rules::LiabilityRule::KongReplacement => LiabilityRule::KongReplacement,
    }
}
