//! What a scorer says happened in a hand.

use ledger::evidence::{
    Chair, Facts, FalseMahjong, FirstTurn, Replacement, RobbedKong, Win, Winner, WonBy,
};
use serde::Deserialize;

use crate::problem::{Code, Problem};

/// An outcome as it is sent: all fields of all kinds side by side, so that an error can point at the field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Outcome {
    kind: Kind,
    won_by: Option<WonBy>,
    from_chair: Option<Chair>,
    robbed_kong: Option<RobbedKong>,
    last_tile: Option<bool>,
    replacement: Option<Replacement>,
    first_turn: Option<FirstTurn>,
    winners: Option<Vec<Winner>>,
    chair: Option<Chair>,
    points: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Win,
    Goulash,
    FalseMahjong,
}

impl Outcome {
    /// What happened; `at` is where in the body the outcome stands.
    pub(crate) fn facts(self, at: &str) -> Result<Facts, Problem> {
        let of_a_win = [
            ("won_by", self.won_by.is_some()),
            ("from_chair", self.from_chair.is_some()),
            ("robbed_kong", self.robbed_kong.is_some()),
            ("last_tile", self.last_tile.is_some()),
            ("replacement", self.replacement.is_some()),
            ("first_turn", self.first_turn.is_some()),
            ("winners", self.winners.is_some()),
        ];
        let of_a_call = [
            ("chair", self.chair.is_some()),
            ("points", self.points.is_some()),
        ];
        match self.kind {
            Kind::Win => {
                foreign(at, "win", &of_a_call)?;
                self.win(at)
            }
            Kind::Goulash => {
                foreign(at, "goulash", &of_a_win)?;
                foreign(at, "goulash", &of_a_call)?;
                Ok(Facts::Goulash {})
            }
            Kind::FalseMahjong => {
                foreign(at, "false_mahjong", &of_a_win)?;
                let chair = required(at, "chair", self.chair)?;
                let points = self.points;
                Ok(Facts::FalseMahjong(FalseMahjong { chair, points }))
            }
        }
    }

    fn win(self, at: &str) -> Result<Facts, Problem> {
        Ok(Facts::Win(Win {
            won_by: required(at, "won_by", self.won_by)?,
            from_chair: self.from_chair,
            robbed_kong: self.robbed_kong,
            last_tile: self.last_tile.unwrap_or(false),
            replacement: self.replacement,
            first_turn: self.first_turn,
            winners: required(at, "winners", self.winners)?,
        }))
    }
}

fn required<T>(at: &str, name: &str, value: Option<T>) -> Result<T, Problem> {
    value.ok_or_else(|| {
        let detail = format!("The field `{name}` is missing.");
        Problem::at(Code::MissingField, format!("{at}/{name}"), detail)
    })
}

fn foreign(at: &str, kind: &str, fields: &[(&str, bool)]) -> Result<(), Problem> {
    match fields.iter().find(|(_, present)| *present) {
        None => Ok(()),
        Some((name, _)) => {
            let detail =
                format!("The field `{name}` does not belong to an outcome of kind `{kind}`.");
            Err(Problem::at(
                Code::UnknownField,
                format!("{at}/{name}"),
                detail,
            ))
        }
    }
}
