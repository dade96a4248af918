//! Converts the arguments for an outcome to the body of a request: players become chairs.

use evidence::{Agreed, FalseMahjong, Outcome, Payee, Penalty, PlayerId, Substitution};
use serde_json::{Value, json};

use super::seated::Seated;
use super::win;
use crate::account::CliError;
use crate::club_players::Player;
use crate::config::OutcomeArguments;
use crate::name_match;

/// The outcome in a request. `club` has the players who may be substitutes.
pub(super) fn outcome(
    said: &OutcomeArguments,
    seated: &Seated,
    club: &[Player],
) -> Result<Value, CliError> {
    let outcome = match said {
        OutcomeArguments::Win(win) => Outcome::Win(win::stated(win, seated)?),
        OutcomeArguments::Goulash => Outcome::Goulash {},
        OutcomeArguments::Agreed { points, winner } => {
            let winner = winner.as_deref().map(|name| seated.chair(name));
            let agreed = Agreed {
                winner: winner.transpose()?,
                half_points: agreed(points, seated)?,
            };
            return Ok(as_sent(&agreed));
        }
        OutcomeArguments::FalseMahjong { player, points } => Outcome::FalseMahjong(FalseMahjong {
            chair: seated.chair(player)?,
            points: *points,
        }),
        OutcomeArguments::Penalty {
            player,
            penalty,
            points,
            to,
            ..
        } => Outcome::Penalty(Penalty {
            chair: seated.chair(player)?,
            penalty: penalty.clone(),
            points: *points,
            payee: if to == "house" {
                Payee::House
            } else {
                Payee::Players
            },
        }),
        OutcomeArguments::Substitution { player, newcomer } => {
            let comes = name_match::one("player", newcomer, club).map_err(CliError::Misused)?;
            let comes = comes.id.parse::<PlayerId>();
            Outcome::Substitution(Substitution {
                chair: seated.chair(player)?,
                player: comes.map_err(|error| CliError::Failed(error.to_string()))?,
            })
        }
    };
    serde_json::to_value(&outcome).map_err(|error| CliError::Failed(error.to_string()))
}

/// An agreed result. Requests state it in points, and the ledger in half points.
fn as_sent(agreed: &Agreed) -> Value {
    let points = agreed
        .half_points
        .map(|half_points| half_points as f64 / 2.0);
    let mut sent = json!({ "kind": "agreed", "chair_points": points });
    if let (Some(winner), Some(fields)) = (agreed.winner, sent.as_object_mut()) {
        fields.insert("winner".to_owned(), json!(winner));
    }
    sent
}

fn agreed(said: &[String], seated: &Seated) -> Result<[i64; 4], CliError> {
    let mut half_points: [Option<i64>; 4] = [None; 4];
    for part in said {
        let misread = || {
            let text =
                format!("`{part}`: expected a player and points, as in `Ming=12` or `Bo=-4.5`");
            CliError::Misused(text)
        };
        let (name, points) = part.rsplit_once('=').ok_or_else(misread)?;
        let place = half_points.get_mut(seated.chair(name)?.index());
        let place = place.ok_or_else(misread)?;
        if place.is_some() {
            return Err(CliError::Misused(format!("`{name}` is named twice")));
        }
        *place = Some(halves(points).ok_or_else(misread)?);
    }
    Ok(half_points.map(Option::unwrap_or_default))
}

/// Points as half points, if they are a multiple of a half and at most a million.
fn halves(points: &str) -> Option<i64> {
    let doubled = points.parse::<f64>().ok()? * 2.0;
    let is_meant = doubled.fract() == 0.0 && doubled.abs() <= 2_000_000.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within two millions"
    )]
    is_meant.then_some(doubled as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, Subcommand as _};
    use evidence::OutcomeKind;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_outcome_has_a_command() {
        let record = OutcomeArguments::augment_subcommands(Command::new("record"));
        let commands = record.get_subcommands().map(Command::get_name);
        let commands: BTreeSet<String> = commands.map(|name| name.replace('-', "_")).collect();
        // `faan match end` ends a match early.
        let kinds = OutcomeKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| *kind != OutcomeKind::EarlyEnd);
        assert_eq!(
            commands,
            kinds.map(|kind| kind.as_str().to_owned()).collect()
        );
    }
}
