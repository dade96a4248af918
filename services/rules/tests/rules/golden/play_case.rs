//! A case of a match: outcomes one after another, and where they lead. `plays.txt` says how a line is read.

use std::sync::Arc;

use rules::{
    Agreed, Chair, Circumstances, DeclaredResult, FalseMahjong, MatchState, Outcome, Payee,
    Penalty, PlayRefusal, Shown, SidePayment, Substitution, TableOptions, Totals, Variant,
    WinOutcome, Winner, notation, play,
};

use super::case::{field, half_points, patched};

/// A line and what it says.
pub(crate) struct PlayCase {
    pub(crate) line: String,
    pub(crate) variant: Arc<Variant>,
    /// How the variant differs from the built-in that the line names.
    pub(crate) patch: Option<serde_json::Value>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) expected: Expected,
}

/// What comes out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Played {
        half_points: [i64; 4],
        state: String,
    },
    /// The last outcome.
    Refused { code: String, field: String },
}

impl PlayCase {
    pub(crate) fn read(line: &str) -> PlayCase {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let (id, patch) = match columns[0].split_once(' ') {
            Some((id, patch)) => (id, Some(serde_json::from_str(patch).expect(line))),
            None => (columns[0], None),
        };
        let expected = match columns[2].strip_prefix("refused ") {
            Some(refused) => {
                let (code, field) = refused.split_once(" at ").expect(line);
                Expected::Refused {
                    code: code.to_owned(),
                    field: field.to_owned(),
                }
            }
            None => Expected::Played {
                half_points: half_points(columns[2]).expect(line),
                state: columns[3].to_owned(),
            },
        };
        PlayCase {
            line: line.to_owned(),
            variant: patched(id, patch.as_ref()),
            patch,
            outcomes: columns[1].split("; ").map(outcome).collect(),
            expected,
        }
    }

    /// What the rules say, if it is not what the line says.
    pub(crate) fn check(&self) -> Result<(), String> {
        let played = play(
            &self.variant,
            &TableOptions::default(),
            &MatchState::start(),
            &self.outcomes,
        );
        let found = match played {
            Ok(played) => reached(&played.last().expect("an outcome").state_after),
            Err(refusal) if refusal.outcome + 1 == self.outcomes.len() => refused(&refusal),
            Err(refusal) => return Err(format!("{}\n    found: {refusal:?}", self.line)),
        };
        if found == self.expected {
            Ok(())
        } else {
            Err(format!("{}\n    found: {found:?}", self.line))
        }
    }
}

fn reached(state: &MatchState) -> Expected {
    let deal = &state.deal;
    Expected::Played {
        half_points: state.totals.half_points(),
        state: match state.ending {
            Some(_) => "over".to_owned(),
            None => format!(
                "hand {} {} dealer {} extra {}",
                state.next_number,
                deal.round_wind.english(),
                deal.dealer.number(),
                deal.extra
            ),
        },
    }
}

fn refused(PlayRefusal { refusal, .. }: &PlayRefusal) -> Expected {
    Expected::Refused {
        code: refusal.code.as_str().to_owned(),
        field: field(refusal, "from_chair"),
    }
}

fn chair(text: &str) -> Chair {
    let number = text.parse().ok().and_then(Chair::new);
    number.unwrap_or_else(|| panic!("no chair: {text}"))
}

pub(crate) fn outcome(text: &str) -> Outcome {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["goulash"] => Outcome::Goulash {},
        ["end"] => Outcome::EarlyEnd {},
        ["false_mahjong", caller] => Outcome::FalseMahjong(FalseMahjong {
            chair: chair(caller),
            points: None,
        }),
        ["false_mahjong", caller, points] => Outcome::FalseMahjong(FalseMahjong {
            chair: chair(caller),
            points: Some(points.parse().expect(text)),
        }),
        ["agreed", winner, ..] => {
            let amounts = text.splitn(3, ' ').nth(2).expect(text);
            Outcome::Agreed(Agreed {
                winner: (winner != "nobody").then(|| chair(winner)),
                half_points: half_points(amounts).expect(text),
            })
        }
        ["totals", first, second, third, fourth, ref house @ ..] => {
            let amounts = [first, second, third, fourth].join(" ");
            let house = house.first().map(|points| points.parse::<i64>());
            Outcome::Totals(Totals {
                half_points: half_points(&amounts).expect(text),
                house_half_points: house.map(|points| points.expect(text) * 2),
            })
        }
        ["side_payment", payee, payer, points, ref id @ ..] => Outcome::SidePayment(SidePayment {
            chair: chair(payee),
            from_chair: (payer != "each").then(|| chair(payer)),
            side_payment: id.first().map(|&id| id.to_owned()),
            points: (points != "usual").then(|| points.parse().expect(text)),
        }),
        ["penalty", payer, points, payee, ref id @ ..] => Outcome::Penalty(Penalty {
            chair: chair(payer),
            penalty: id.first().map(|&id| id.to_owned()),
            points: (points != "usual").then(|| points.parse().expect(text)),
            payee: match payee {
                "house" => Payee::House,
                "players" => Payee::Players,
                _ => panic!("nobody to pay: {text}"),
            },
        }),
        ["substitution", gone] => Outcome::Substitution(Substitution {
            chair: chair(gone),
            player: (),
        }),
        ["win", ..] => win(text.strip_prefix("win ").expect(text)),
        _ => panic!("no outcome: {text}"),
    }
}

/// `CHAIR: SHOWN & CHAIR: SHOWN`, and how it was won among what the last one shows.
fn win(text: &str) -> Outcome {
    let mut from = None;
    let mut circumstances = None;
    let mut winners = Vec::new();
    for part in text.split(" & ") {
        let (winner, shown) = match part.split_once(": ") {
            Some((winner, shown)) => (Some(chair(winner)), shown),
            None => (None, part),
        };
        let mut declared = None;
        let mut words = Vec::new();
        for word in shown.split(' ') {
            match (word.strip_prefix("from="), declared_result(word)) {
                (Some(giver), _) => from = Some(chair(giver)),
                (None, Some(result)) => declared = Some(result),
                (None, None) => words.push(word),
            }
        }
        let win = notation::win(&words.join(" ")).unwrap_or_else(|error| panic!("{error}: {text}"));
        circumstances = Some(win.circumstances);
        // Here who is liable is named by the wind that the chair has in the first hand.
        let liability = win
            .liability
            .map(|stated| stated.map_seat(|wind| Chair::ALL[wind.index()]));
        winners.extend(winner.map(|chair| Winner {
            chair,
            shown: declared.map_or(Shown::Tiles(win.hand), Shown::Declared),
            liability,
        }));
    }
    let circumstances: Circumstances<_> = circumstances.expect(text);
    Outcome::Win(WinOutcome {
        winners,
        circumstances: circumstances.map_seat(|_| from.expect("the chair that gave the tile")),
    })
}

/// `5fan`, `5fan/3` or `limit`.
fn declared_result(word: &str) -> Option<DeclaredResult> {
    let (fan, toward) = match word.split_once("fan") {
        Some((fan, toward)) => (fan.parse().ok()?, toward.strip_prefix('/')),
        None if word == "limit" => (0, None),
        None => return None,
    };
    Some(DeclaredResult {
        fan,
        limit: word == "limit",
        fan_toward_minimum: toward.and_then(|toward| toward.parse().ok()),
    })
}
